import type { Logger } from '../base/logger.js';
import { changeLog } from '../dependencies/change-log.js';
import { type Dependency, DependencyStates } from '../dependencies/dependency-states.js';
import { Probe } from '../dependencies/probe.js';

/** An attempt to use each dependency. Each reports its own result to the states. */
type Attempts = Readonly<Record<Dependency, (signal: AbortSignal) => Promise<unknown>>>;

export interface Dependencies {
	readonly states: DependencyStates;
	/** Begins to probe what fails, now and later. */
	probe(attempts: Attempts): void;
	stop(): Promise<void>;
}

/** Pauses between probes, in milliseconds. Roles wait for the store; the shop and Discord limit their requests. */
const pauses = {
	store: { firstPauseMs: 500, maxPauseMs: 5_000 },
	shop: { firstPauseMs: 10_000, maxPauseMs: 120_000 },
	discord: { firstPauseMs: 30_000, maxPauseMs: 300_000 },
} as const satisfies Record<Dependency, object>;

/** The states of the store, the shop and Discord, which log their changes. */
export function createDependencies(parts: {
	readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
	/** Called for every failure. */
	readonly onFailure: (dependency: Dependency) => void;
}): Dependencies {
	const { logger, now, delay, onFailure } = parts;
	const log = changeLog(logger, now);
	const probes = new Map<Dependency, Probe>();
	const states = new DependencyStates({
		now,
		monotonicNow: () => performance.now(),
		onChange: (dependency, state, before) => {
			log(dependency, state, before);
			if (state.status !== 'up') probes.get(dependency)?.start();
		},
		onFailure,
	});
	return {
		states,
		probe(attempts) {
			for (const dependency of ['store', 'shop', 'discord'] as const) {
				const isUp = () => states.of(dependency).status === 'up';
				const attempt = attempts[dependency];
				const probe = new Probe({ isUp, attempt, ...pauses[dependency], delay });
				probes.set(dependency, probe);
				if (!isUp()) probe.start();
			}
		},
		async stop() {
			await Promise.all([...probes.values()].map((probe) => probe.stop()));
		},
	};
}
