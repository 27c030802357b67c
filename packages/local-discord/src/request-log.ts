import type { RouteKey } from './route.js';

/** One request that reached the stand-in, whether or not it was answered. */
export interface RecordedCall {
	/** Undefined if the local Discord has no such route. */
	readonly route: RouteKey | undefined;
	readonly method: string;
	/** Below `/api/v10`, including the query, with interaction and webhook tokens replaced by `…`. */
	readonly path: string;
	readonly body: unknown;
	/** `X-Audit-Log-Reason`, decoded. */
	readonly reason: string | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** The response's status; undefined while there is none, and permanently if a fault held it back. */
	readonly status: number | undefined;
	/** Discord's JSON error code in the response, if any. */
	readonly code: number | undefined;
}

/** The number of calls that a person would read. */
const describedCalls = 20;

/** Every request, in order of arrival, so that a test can limit their number. */
export class RequestLog {
	readonly #calls: { -readonly [K in keyof RecordedCall]: RecordedCall[K] }[] = [];
	readonly #missing = new Set<string>();

	/** Routes and query parameters that the bot used and the local Discord doesn't have. `clear` keeps them. */
	get missing(): readonly string[] {
		return [...this.#missing];
	}

	noteMissing(name: string): void {
		this.#missing.add(name);
	}

	/** Records a request; the returned function records the response. */
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

	/** All calls, or the calls of one route. */
	list(route?: RouteKey): readonly RecordedCall[] {
		return route === undefined ? this.#calls : this.#calls.filter((call) => call.route === route);
	}

	/** The latest calls since a moment (milliseconds since the epoch), one per line, for error messages. */
	describe(since: number): string {
		const calls = this.#calls.filter(({ at }) => at >= since);
		if (calls.length === 0) return '  The bot has made no request since.';
		const hidden = calls.length - describedCalls;
		const lines = calls.slice(-describedCalls).map(({ method, path, at, status, code }) => {
			const answer = status === undefined ? 'no response' : [status, code || ''].join(' ').trim();
			return `  after ${at - since} ms: ${method} ${path} → ${answer}`;
		});
		return [...(hidden > 0 ? [`  … ${hidden} earlier requests`] : []), ...lines].join('\n');
	}

	/** Forgets all of them. */
	clear(): void {
		this.#calls.length = 0;
	}
}
