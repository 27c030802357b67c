import type { RouteKey } from './route.js';

/** One request that reached the stand-in, whether or not it was answered. */
export interface RecordedCall {
	/** Undefined where no route of Discord's matches. */
	readonly route: RouteKey | undefined;
	readonly method: string;
	/** Below `/api/v10`, query included, interaction and webhook tokens replaced by `…`. */
	readonly path: string;
	readonly body: unknown;
	/** `X-Audit-Log-Reason`, decoded. */
	readonly reason: string | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** The answer's status; undefined while there is none, and for good where a fault kept it back. */
	readonly status: number | undefined;
	/** Discord's JSON error code in the answer, if any. */
	readonly code: number | undefined;
}

/** Every request, in order of arrival, so that a test can bound their number. */
export class RequestLog {
	readonly #calls: { -readonly [K in keyof RecordedCall]: RecordedCall[K] }[] = [];

	/**
	 * Notes a request; what it returns notes the answer.
	 * @internal
	 */
	begin(call: Omit<RecordedCall, 'status' | 'code'>): (status?: number, code?: number) => RecordedCall {
		const recorded = {
			...call,
			status: undefined as number | undefined,
			code: undefined as number | undefined,
		};
		this.#calls.push(recorded);
		return (status, code) => {
			recorded.status = status;
			recorded.code = code;
			return recorded;
		};
	}

	/** All calls, or those of one route. */
	list(route?: RouteKey): readonly RecordedCall[] {
		return route === undefined ? this.#calls : this.#calls.filter((call) => call.route === route);
	}

	/** Forgets all of them. */
	clear(): void {
		this.#calls.length = 0;
	}
}
