import { StoreUnavailableError } from '../base/errors.js';
import type { Durations } from '../base/measures.js';
import type { DependencyStates, PartOf, Ticket } from './dependency-states.js';
import { failureReason } from './failure-reason.js';

export interface StoreCallsOptions {
	readonly states: Pick<DependencyStates, 'begin' | 'failed' | 'worked'>;
	readonly durations: Durations;
	/** A monotonic clock. */
	readonly stopwatch: Pick<typeof performance, 'now'>;
}

export interface StoreCall {
	readonly part: PartOf<'database'>;
	readonly ticket: Ticket;
	readonly startedAt: number;
}

/** Reports finished reads and writes to the store's state and the metrics. */
export class StoreCalls {
	readonly #options: StoreCallsOptions;

	constructor(options: StoreCallsOptions) {
		this.#options = options;
	}

	begin(part: PartOf<'database'>): StoreCall {
		const { states, stopwatch } = this.#options;
		return { part, ticket: states.begin('database', part), startedAt: stopwatch.now() };
	}

	/** `isProof`: the result proves that reads, or writes, work. */
	worked(call: StoreCall, isProof: boolean): void {
		if (isProof) this.#options.states.worked('database', call.part, call.ticket);
		this.#end(call);
	}

	failed(call: StoreCall, error: unknown): void {
		// A damaged row says nothing about the store.
		if (error instanceof StoreUnavailableError)
			this.#options.states.failed('database', call.part, failureReason(error), call.ticket);
		this.#end(call);
	}

	#end({ startedAt }: StoreCall): void {
		const { durations, stopwatch } = this.#options;
		durations.observe(stopwatch.now() - startedAt);
	}
}
