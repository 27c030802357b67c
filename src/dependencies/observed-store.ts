import { StoreUnavailableError } from '../base/errors.js';
import type { Store } from '../storage/store.js';
import type { DependencyStates, Ticket } from './dependency-states.js';
import { failureReason } from './failure-reason.js';

export interface StoreObserver {
	readonly states: Pick<DependencyStates, 'begin' | 'failed' | 'worked'>;
	/** Called with the duration of each read and write. */
	readonly onCall: (ms: number) => void;
	/** Milliseconds of a clock that never jumps. */
	readonly monotonicNow: () => number;
}

/** The store, whose operations report how they ended. */
export function observedStore(store: Store, observer: StoreObserver): Store {
	const { states, onCall, monotonicNow } = observer;
	let isClosed = false;

	const noteFailure = (part: 'reads' | 'writes', error: unknown, ticket: Ticket): void => {
		// A store that is being closed rejects too, and so does a damaged row.
		if (error instanceof StoreUnavailableError && !isClosed)
			states.failed('store', part, failureReason(error), ticket);
	};

	/** `isProof`: whether a result shows that the part works. A write that compared and found another value wrote nothing. */
	const observed = async <Result>(
		part: 'reads' | 'writes',
		work: () => Promise<Result>,
		isProof: (result: Result) => boolean = () => true,
	): Promise<Result> => {
		const ticket = states.begin('store', part);
		const startedAt = monotonicNow();
		try {
			const result = await work();
			if (isProof(result)) states.worked('store', part, ticket);
			return result;
		} catch (error) {
			noteFailure(part, error, ticket);
			throw error;
		} finally {
			onCall(monotonicNow() - startedAt);
		}
	};

	return {
		get: (key) => observed('reads', () => store.get(key)),
		getMany: (keys) => observed('reads', () => store.getMany(keys)),
		compareAndSet: (key, expected, next) =>
			observed(
				'writes',
				() => store.compareAndSet(key, expected, next),
				(isWritten) => isWritten,
			),
		async *list(prefix, after) {
			const ticket = states.begin('store', 'reads');
			try {
				yield* store.list(prefix, after);
				states.worked('store', 'reads', ticket);
			} catch (error) {
				noteFailure('reads', error, ticket);
				throw error;
			}
		},
		respell: (key) => observed('writes', () => store.respell(key)),
		overwrite: (key, next) => observed('writes', () => store.overwrite(key, next)),
		ping: () => observed('writes', () => store.ping()),
		close() {
			isClosed = true;
			return store.close();
		},
	};
}
