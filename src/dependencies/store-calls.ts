import { StoreUnavailableError } from '../base/errors.js';
import type { DependencyStates, PartOf, Ticket } from './dependency-states.js';
import { failureReason } from './failure-reason.js';

export interface StoreCallsOptions {
	readonly states: Pick<DependencyStates, 'begin' | 'failed' | 'worked'>;
	/** Called with the duration of each read and write, in milliseconds. */
	readonly onCall: (ms: number) => void;
	/** Milliseconds of a clock that never jumps. */
	readonly monotonicNow: () => number;
}

/** A read or a write that has begun. */
export interface StoreCall {
	readonly part: PartOf<'store'>;
	readonly ticket: Ticket;
	readonly startedAt: number;
}

/** Reports how the reads and writes of the store end: to the store's state and to the metrics. */
export class StoreCalls {
	readonly #options: StoreCallsOptions;

	constructor(options: StoreCallsOptions) {
		this.#options = options;
	}

	begin(part: PartOf<'store'>): StoreCall {
		const { states, monotonicNow } = this.#options;
		return { part, ticket: states.begin('store', part), startedAt: monotonicNow() };
	}

	/** `isProof`: whether its result shows that reads, or writes, work. */
	worked(call: StoreCall, isProof: boolean): void {
		if (isProof) this.#options.states.worked('store', call.part, call.ticket);
		this.#end(call);
	}

	failed(call: StoreCall, error: unknown): void {
		// A damaged row says nothing about the store.
		if (error instanceof StoreUnavailableError)
			this.#options.states.failed('store', call.part, failureReason(error), call.ticket);
		this.#end(call);
	}

	#end({ startedAt }: StoreCall): void {
		const { onCall, monotonicNow } = this.#options;
		onCall(monotonicNow() - startedAt);
	}
}
