import type { GuardedClock } from './base/clock.js';
import type { Logger } from './base/logger.js';
import type { Measures } from './base/measures.js';
import type { Random, unguessable } from './base/random.js';
import type { DependencyStates } from './operate/dependency-states.js';
import type { Limits } from './storage/rate-limits.js';
import type { Store } from './storage/store.js';

/** The floor that every part of a process stands on. */
export interface Ground {
	readonly store: Store;
	readonly limits: Limits;
	readonly logger: Logger;
	readonly metrics: Measures;
	readonly clock: GuardedClock;
	readonly states: DependencyStates;
	readonly random: Random;
	readonly unguessable: typeof unguessable;
}
