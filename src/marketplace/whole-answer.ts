import type { Dispatcher, Pool } from 'undici';

/** What came back, as far as it was read. */
export interface WholeAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: string;
}

export interface WholeAnswerLimits {
	/** Whether the status says all there is to say, so that the body is not read. */
	readonly isEnough: (status: number) => boolean;
	/** The most bytes of the body that are read. */
	readonly maxBytes: number;
	/** What `ask` rejects with where there are more. */
	readonly tooLarge: () => Error;
	readonly signal: AbortSignal;
}

/**
 * Sends a request and reads its answer as one text. Rejects with undici's errors, and with the signal's reason where it
 * is aborted. Without the streams of undici's `request`, which cost more than all of the rest.
 */
export function ask(
	pool: Pool,
	request: Dispatcher.DispatchOptions,
	limits: WholeAnswerLimits,
): Promise<WholeAnswer> {
	return new Promise((resolve, reject) => {
		const { signal } = limits;
		if (signal.aborted) {
			reject(signal.reason);
			return;
		}
		const reading = new Reading(limits, {
			resolve(answer) {
				signal.removeEventListener('abort', onAbort);
				resolve(answer);
			},
			reject(error) {
				signal.removeEventListener('abort', onAbort);
				reject(error);
			},
		});
		const onAbort = (): void => reading.abort(signal.reason);
		signal.addEventListener('abort', onAbort);
		pool.dispatch(request, reading);
	});
}

interface Outcome {
	resolve(answer: WholeAnswer): void;
	reject(error: unknown): void;
}

/** Settles its outcome once: what undici still tells after that is about a request that nobody waits for. */
class Reading implements Dispatcher.DispatchHandler {
	readonly #limits: WholeAnswerLimits;
	readonly #outcome: Outcome;
	readonly #chunks: Buffer[] = [];
	#bytes = 0;
	#status = 0;
	#headers: WholeAnswer['headers'] = {};
	#controller: Dispatcher.DispatchController | undefined;
	#isGivenUp = false;

	constructor(limits: WholeAnswerLimits, outcome: Outcome) {
		this.#limits = limits;
		this.#outcome = outcome;
	}

	/** Also before the request has a connection. */
	abort(reason: unknown): void {
		this.#isGivenUp = true;
		this.#outcome.reject(reason);
		this.#controller?.abort(new Error('Given up'));
	}

	onRequestStart(controller: Dispatcher.DispatchController): void {
		this.#controller = controller;
		if (this.#isGivenUp) controller.abort(new Error('Given up'));
	}

	onResponseStart(
		controller: Dispatcher.DispatchController,
		status: number,
		headers: WholeAnswer['headers'],
	): void {
		this.#status = status;
		this.#headers = headers;
		if (!this.#limits.isEnough(status)) return;
		this.#outcome.resolve({ status, headers, text: '' });
		// Not drained: the rest may never end.
		controller.abort(new Error('The status says it all'));
	}

	onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
		this.#bytes += chunk.length;
		if (this.#bytes <= this.#limits.maxBytes) {
			this.#chunks.push(chunk);
			return;
		}
		const error = this.#limits.tooLarge();
		this.#outcome.reject(error);
		controller.abort(error);
	}

	onResponseEnd(): void {
		const text = new TextDecoder().decode(Buffer.concat(this.#chunks));
		this.#outcome.resolve({ status: this.#status, headers: this.#headers, text });
	}

	onResponseError(_: Dispatcher.DispatchController, error: Error): void {
		this.#outcome.reject(error);
	}
}
