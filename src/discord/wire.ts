import { type Dispatcher, Pool } from 'undici';

export interface WireRequest {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the origin, with its query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
}

export interface WireAnswer {
	readonly status: number;
	/** By their names in small letters. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** '' after a success, which nobody reads. */
	readonly text: string;
}

/** A quiet bot's next acknowledgement finds a connection open, without the round trips that a new one takes. */
const keptOpenMs = 30_000;
/** An acknowledgement later than Discord's 3 s is void; nothing else that the bot sends takes this long. */
const silenceMs = 8_000;

/**
 * More than a launch needs, at half a second a request. Without an end a process that is too slow would open thousands,
 * and be all the slower for it.
 */
const mostConnections = 256;

/**
 * Connections to Discord that are kept open, one for each request under way, so that none waits for another. A request
 * is on its way when `send` returns: nothing else of the process comes between.
 */
export class Wire {
	readonly #pool: Pool;

	/** `origin`: such as `https://discord.com`. */
	constructor(origin: string) {
		this.#pool = new Pool(origin, {
			keepAliveTimeout: keptOpenMs,
			headersTimeout: silenceMs,
			bodyTimeout: silenceMs,
			connections: mostConnections,
			connect: { timeout: silenceMs },
		});
	}

	/** Rejects with undici's errors: the request may have reached Discord all the same. */
	send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
		return new Promise((resolve, reject) => {
			// Without the streams and signals of `request`, which cost more than all of the rest.
			this.#pool.dispatch({ method, path, headers, body: body ?? null }, new Reading(resolve, reject));
		});
	}

	/** Ends every connection; what is under way rejects. */
	async close(): Promise<void> {
		await this.#pool.destroy();
	}
}

/** Puts an answer together. */
class Reading implements Dispatcher.DispatchHandler {
	readonly #resolve: (answer: WireAnswer) => void;
	readonly #reject: (error: Error) => void;
	#status = 0;
	#headers: WireAnswer['headers'] = {};
	readonly #chunks: Buffer[] = [];

	constructor(resolve: (answer: WireAnswer) => void, reject: (error: Error) => void) {
		this.#resolve = resolve;
		this.#reject = reject;
	}

	onRequestStart(): void {}

	onResponseStart(_: unknown, status: number, headers: WireAnswer['headers']): void {
		this.#status = status;
		this.#headers = headers;
	}

	onResponseData(_: unknown, chunk: Buffer): void {
		if (this.#status >= 300) this.#chunks.push(chunk);
	}

	onResponseEnd(): void {
		const text = Buffer.concat(this.#chunks).toString('utf8');
		this.#resolve({ status: this.#status, headers: this.#headers, text });
	}

	onResponseError(_: unknown, error: Error): void {
		this.#reject(error);
	}
}
