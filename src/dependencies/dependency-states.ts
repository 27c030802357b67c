import { EventEmitter, once } from 'node:events';
import type { Clock } from '../base/clock.js';
import type { Counts } from '../base/measures.js';

/** Each dependency's parts, and the dependency's state while that part fails. */
const parts = {
	database: { reads: 'down', writes: 'degraded', contents: 'down' },
	shop: { answers: 'down', key: 'degraded' },
	discord: { gateway: 'down', calls: 'degraded', access: 'degraded' },
} as const;

export type Dependency = keyof typeof parts;
export type PartOf<D extends Dependency> = keyof (typeof parts)[D] & string;

export const dependencies = Object.keys(parts) as readonly Dependency[];

export type DependencyState =
	| { readonly status: 'up' }
	| {
			readonly status: 'degraded' | 'down';
			/** Milliseconds since the epoch. */
			readonly since: number;
			/** A short reason such as `SQLITE_FULL` or `HTTP 500`, without secrets. */
			readonly reason: string;
	  };

export interface DependencyStatesOptions {
	readonly clock: Pick<Clock, 'now'>;
	/** A monotonic clock. */
	readonly stopwatch: Pick<typeof performance, 'now'>;
	readonly errors: Counts<'dependency'>;
}

/** Called when a dependency's status changes. */
export type StateListener = (dependency: Dependency, state: DependencyState, before: DependencyState) => void;

/** Discord's REST API fails now and then on an ordinary day; more than this is a trend. */
const toleratedFailures: Partial<Record<string, number>> = { 'discord.calls': 2 };
/** A dependency that fails again within this time of its recovery is flapping. */
const relapseMs = 10 * 60_000;
/**
 * How long a flapping dependency must work without a failure: initially, doubled at each relapse, up to the maximum.
 */
const firstSettleMs = 15_000;
const maxSettleMs = 5 * 60_000;

/** Marks the start of an operation; returned by `begin`. */
export type Ticket = number;

interface Part {
	readonly severity: 'degraded' | 'down';
	readonly tolerated: number;
	/** Counts changes between failing and working. An operation from before the latest change proves nothing. */
	ticket: Ticket;
	/** Consecutive failures, tolerated ones included. */
	failures: number;
	reason: string;
	/** The outage as reported, which may outlast the failures of a flapping dependency. */
	outage: { readonly since: number; readonly reason: string } | undefined;
	lastFailureAt: number;
	recoveredAt: number;
	settleMs: number;
}

/**
 * State of the store, the shop and Discord, from the results of regular operations. Reports the start and the end of an
 * outage once: results that arrive out of order are ignored, and a flapping dependency stays in its outage until it has
 * worked for a while.
 */
export class DependencyStates {
	readonly #options: DependencyStatesOptions;
	readonly #parts: ReadonlyMap<string, Part>;
	readonly #listeners: StateListener[] = [];
	/** Emits the name of a dependency of which a part works again. As many may listen as wait for roles. */
	readonly #recoveries = new EventEmitter().setMaxListeners(0);

	constructor(options: DependencyStatesOptions) {
		this.#options = options;
		this.#parts = new Map(
			dependencies.flatMap((dependency) =>
				Object.entries(parts[dependency]).map(([part, severity]) => {
					const name = `${dependency}.${part}`;
					return [name, newPart(severity, toleratedFailures[name] ?? 0)] as const;
				}),
			),
		);
	}

	follow(listener: StateListener): void {
		this.#listeners.push(listener);
	}

	/** Marks the start of an operation. Pass the ticket along with its result. */
	begin<D extends Dependency>(dependency: D, part: PartOf<D>): Ticket {
		return this.#part(dependency, part).ticket;
	}

	/** An operation failed. Without a ticket the failure counts as current. */
	failed<D extends Dependency>(dependency: D, name: PartOf<D>, reason: string, ticket?: Ticket): void {
		this.#options.errors.inc({ dependency });
		const part = this.#part(dependency, name);
		if (ticket !== undefined && ticket < part.ticket && part.failures === 0) return;
		const at = this.#options.stopwatch.now();
		if (part.failures === 0) part.ticket += 1;
		part.failures += 1;
		part.lastFailureAt = at;
		part.reason = reason;
		if (part.outage !== undefined) {
			part.outage = { since: part.outage.since, reason };
			return;
		}
		if (part.failures <= part.tolerated) return;
		const isRelapse = at - part.recoveredAt < relapseMs;
		part.settleMs = isRelapse ? Math.min(Math.max(part.settleMs * 2, firstSettleMs), maxSettleMs) : 0;
		this.#change(dependency, () => {
			part.outage = { since: this.#options.clock.now(), reason };
		});
	}

	worked<D extends Dependency>(dependency: D, name: PartOf<D>, ticket?: Ticket): void {
		const part = this.#part(dependency, name);
		if (ticket !== undefined && ticket < part.ticket) return;
		if (part.failures > 0) {
			part.ticket += 1;
			part.failures = 0;
			this.#recoveries.emit(dependency);
		}
		const at = this.#options.stopwatch.now();
		if (part.outage === undefined || at - part.lastFailureAt < part.settleMs) return;
		part.recoveredAt = at;
		this.#change(dependency, () => {
			part.outage = undefined;
		});
	}

	/** The reported state: the worst of its parts. */
	of(dependency: Dependency): DependencyState {
		let state: DependencyState = { status: 'up' };
		for (const { severity, outage } of this.#partsOf(dependency)) {
			if (outage === undefined || state.status === 'down') continue;
			if (state.status === 'degraded' && severity === 'degraded') continue;
			state = { status: severity, ...outage };
		}
		return state;
	}

	/** @returns true if the latest operation of any part failed. Unlike the state, this ends with the first success. */
	isFailing(dependency: Dependency): boolean {
		return this.#partsOf(dependency).some(({ failures }) => failures > 0);
	}

	/** Resolves when no part of the dependency fails any more, or early when the signal aborts. */
	async untilWorking(dependency: Dependency, signal: AbortSignal): Promise<void> {
		while (this.isFailing(dependency) && !signal.aborted) {
			await once(this.#recoveries, dependency, { signal }).catch(() => {});
		}
	}

	#change(dependency: Dependency, make: () => void): void {
		const before = this.of(dependency);
		make();
		const state = this.of(dependency);
		if (state.status === before.status) return;
		for (const listener of this.#listeners) listener(dependency, state, before);
	}

	#part(dependency: Dependency, name: string): Part {
		const part = this.#parts.get(`${dependency}.${name}`);
		if (part === undefined) throw new RangeError(`${dependency} has no part ${name}`);
		return part;
	}

	#partsOf(dependency: Dependency): readonly Part[] {
		return Object.keys(parts[dependency]).map((name) => this.#part(dependency, name));
	}
}

function newPart(severity: Part['severity'], tolerated: number): Part {
	return {
		severity,
		tolerated,
		ticket: 0,
		failures: 0,
		reason: '',
		outage: undefined,
		lastFailureAt: Number.NEGATIVE_INFINITY,
		recoveredAt: Number.NEGATIVE_INFINITY,
		settleMs: 0,
	};
}
