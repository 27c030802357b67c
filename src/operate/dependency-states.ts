import { EventEmitter, once } from 'node:events';
import { type Clock, minuteMs } from '../base/clock.js';
import { failureReason } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import type { Counts } from '../base/measures.js';
import { PeriodicTask } from '../base/time/periodic-task.js';

interface PartRule {
	/** The dependency's status while this part fails. */
	readonly status: 'degraded' | 'down';
	/** How long an outage of this part lasts before people are alerted: shorter ones end before a person could act. */
	readonly alertAfterMs?: number;
	/** Consecutive failures that are no outage yet. */
	readonly tolerated?: number;
}

interface DependencyRule {
	readonly parts: Readonly<Record<string, PartRule>>;
	/** The pause between probes: roles wait for the database, the others limit requests. */
	readonly probeMs: number;
	readonly says: Readonly<Record<DependencyState['status'], string>>;
}

/** Discord has no alerts: they could not be read there. A refused key of the shop has its own. */
const rules = {
	database: {
		parts: {
			reads: { status: 'down', alertAfterMs: 5 * minuteMs },
			writes: { status: 'degraded', alertAfterMs: 5 * minuteMs },
			// Without a delay: an emptied database doesn't fill itself again.
			contents: { status: 'down', alertAfterMs: 0 },
		},
		probeMs: 1_000,
		says: {
			down: 'The database is not responding',
			degraded: 'The database is not writable',
			up: 'The database works again',
		},
	},
	shop: {
		parts: {
			// Members can't verify after that, and the bot's retries don't help.
			answers: { status: 'down', alertAfterMs: 20 * minuteMs },
			key: { status: 'degraded' },
		},
		probeMs: 15_000,
		says: {
			down: 'The shop is not responding',
			degraded: 'The shop rejected the API key',
			up: 'The shop is responding again',
		},
	},
	discord: {
		parts: {
			gateway: { status: 'down' },
			// Discord's REST API fails now and then on an ordinary day; more than this is a trend.
			calls: { status: 'degraded', tolerated: 2 },
			access: { status: 'degraded' },
		},
		probeMs: 30_000,
		says: {
			down: 'Discord cannot be reached',
			degraded: 'Discord is rejecting or failing requests',
			up: 'Discord is responding again',
		},
	},
} as const satisfies Record<string, DependencyRule>;

export type Dependency = keyof typeof rules;
export type PartOf<D extends Dependency> = keyof (typeof rules)[D]['parts'] & string;

export const dependencies = Object.keys(rules) as readonly Dependency[];

export interface Outage {
	readonly status: 'degraded' | 'down';
	/** Milliseconds since the epoch. */
	readonly since: number;
	/** A short reason such as `SQLITE_FULL` or `HTTP 500`, without secrets. */
	readonly reason: string;
}

export type DependencyState = { readonly status: 'up' } | Outage;

export interface DependencyStatesOptions {
	readonly clock: Pick<Clock, 'now' | 'delay'>;
	/** A monotonic clock. */
	readonly stopwatch: Pick<typeof performance, 'now'>;
	readonly errors: Counts<'dependency'>;
	readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Receives the alerts about outages. */
export interface OutageReport {
	outage(dependency: 'database' | 'shop', outage: Outage): void;
	outageOver(dependency: 'database' | 'shop'): void;
}

/** Failing again within this time of a recovery is flapping: the outage lasts until it has worked for as long. */
const settleMs = 5 * minuteMs;

interface Part extends PartRule {
	readonly dependency: Dependency;
	readonly name: string;
	/** The latest change between failing and working. An operation from before it proves nothing. */
	changedAt: number;
	/** Consecutive failures, tolerated ones included. */
	failures: number;
	/** The outage as reported, which outlasts the failures of a flapping dependency. */
	outage: Outage | undefined;
	isFlapping: boolean;
	lastFailureAt: number;
	recoveredAt: number;
}

/** Since when the database, the shop and Discord fail, and why: for log, alerts, metrics, `/readyz` and doctor. */
export class DependencyStates {
	readonly #options: DependencyStatesOptions;
	readonly #parts = dependencies.flatMap(newParts);
	/** Emits a dependency's name when a part of it works again. As many may listen as wait for roles. */
	readonly #recoveries = new EventEmitter().setMaxListeners(0);
	readonly #probes = new Map<Dependency, PeriodicTask>();

	constructor(options: DependencyStatesOptions) {
		this.#options = options;
	}

	/** `why`: an error, or a short reason without secrets. `startedAt`: by the stopwatch; default: now. */
	failed<D extends Dependency>(dependency: D, name: PartOf<D>, why: unknown, startedAt?: number): void {
		const { errors, stopwatch, clock } = this.#options;
		errors.inc({ dependency });
		const part = this.#part(dependency, name);
		if (startedAt !== undefined && startedAt < part.changedAt && part.failures === 0) return;
		const reason = typeof why === 'string' ? why : failureReason(why);
		const at = stopwatch.now();
		if (part.failures === 0) part.changedAt = at;
		part.failures += 1;
		part.lastFailureAt = at;
		if (part.outage !== undefined) part.outage = { ...part.outage, reason };
		else if (part.failures > (part.tolerated ?? 0)) {
			part.isFlapping = at - part.recoveredAt < settleMs;
			this.#change(part, { status: part.status, since: clock.now(), reason });
		}
	}

	worked<D extends Dependency>(dependency: D, name: PartOf<D>, startedAt?: number): void {
		const part = this.#part(dependency, name);
		if (startedAt !== undefined && startedAt < part.changedAt) return;
		const at = this.#options.stopwatch.now();
		if (part.failures > 0) {
			part.changedAt = at;
			part.failures = 0;
			this.#recoveries.emit(dependency);
		}
		if (part.outage === undefined || (part.isFlapping && at - part.lastFailureAt < settleMs)) return;
		part.recoveredAt = at;
		this.#change(part, undefined);
	}

	/** The reported state: the worst of its parts. */
	of(dependency: Dependency): DependencyState {
		const outages = this.#partsOf(dependency).flatMap(({ outage }) => outage ?? []);
		return outages.find(({ status }) => status === 'down') ?? outages[0] ?? { status: 'up' };
	}

	/** @returns true if the latest operation of any part failed. Unlike the state, this ends with the first success. */
	isFailing(dependency: Dependency): boolean {
		return this.#partsOf(dependency).some(({ failures }) => failures > 0);
	}

	/** Resolves when no part of the dependency fails any more, or early when the signal aborts. */
	async untilWorking(dependency: Dependency, signal: AbortSignal): Promise<void> {
		while (this.isFailing(dependency) && !signal.aborted)
			await once(this.#recoveries, dependency, { signal }).catch(() => {});
	}

	/** Reports outages that last, and each dependency that has none. Call it every minute. */
	alert(report: OutageReport): void {
		const now = this.#options.clock.now();
		for (const dependency of ['database', 'shop'] as const) {
			const alerted = this.#partsOf(dependency).flatMap(({ outage, alertAfterMs }) =>
				outage === undefined || alertAfterMs === undefined ? [] : { outage, at: outage.since + alertAfterMs },
			);
			const lasting = alerted.find(({ at }) => now >= at);
			if (lasting !== undefined) report.outage(dependency, lasting.outage);
			else if (alerted.length === 0) report.outageOver(dependency);
		}
	}

	/**
	 * Tasks that try each dependency during its outage, so that its recovery is noticed even if no member uses it. They
	 * sleep while it is up.
	 */
	probes(attempts: Readonly<Record<Dependency, () => Promise<unknown>>>): readonly PeriodicTask[] {
		for (const dependency of dependencies) {
			const everyMs = rules[dependency].probeMs;
			let wasDown = false;
			const work = async () => {
				const isNew = !wasDown;
				wasDown = this.of(dependency).status !== 'up';
				if (!wasDown) return 10 * minuteMs;
				// The first probe waits: one right after the failure would say nothing new.
				if (!isNew) await attempts[dependency]().catch(() => {});
				return everyMs;
			};
			const name = `probes of ${dependency}`;
			this.#probes.set(dependency, new PeriodicTask({ ...this.#options, name, everyMs, work }));
		}
		return [...this.#probes.values()];
	}

	/** Logs a change of the dependency's status: two lines for an outage, however many operations fail. */
	#change(part: Part, outage: Outage | undefined): void {
		const { logger, clock } = this.#options;
		const { dependency } = part;
		const before = this.of(dependency);
		part.outage = outage;
		const state = this.of(dependency);
		if (state.status === before.status) return;
		if (before.status === 'up') this.#probes.get(dependency)?.wake();
		const message = rules[dependency].says[state.status];
		if (state.status !== 'up') {
			const { status, reason } = state;
			// Without the database no member can verify; work for the others is caught up later.
			logger[dependency === 'database' ? 'error' : 'warn']({ dependency, status, reason }, message);
		} else if (before.status !== 'up') {
			const seconds = Math.max(0, Math.round((clock.now() - before.since) / 1_000));
			logger.info({ dependency, seconds, reason: before.reason }, message);
		}
	}

	#part(dependency: Dependency, name: string): Part {
		const part = this.#partsOf(dependency).find((it) => it.name === name);
		if (part === undefined) throw new RangeError(`${dependency} has no part ${name}`);
		return part;
	}

	#partsOf(dependency: Dependency): readonly Part[] {
		return this.#parts.filter((part) => part.dependency === dependency);
	}
}

function newParts(dependency: Dependency): readonly Part[] {
	const never = Number.NEGATIVE_INFINITY;
	const times = { changedAt: never, lastFailureAt: never, recoveredAt: never };
	return Object.entries<PartRule>(rules[dependency].parts).map(([name, rule]) => {
		return { ...rule, ...times, dependency, name, failures: 0, outage: undefined, isFlapping: false };
	});
}
