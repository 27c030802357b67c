import type { RecordedCall } from './request-log.js';

/** A request by the bot and its response, as sent: listeners must keep the tokens in them secret. */
export interface Exchange extends Pick<RecordedCall, 'method' | 'path' | 'body' | 'reason'> {
	readonly files: readonly { readonly name: string; readonly contentType: string; readonly size: number }[];
	/** Undefined if a fault held back the response. */
	readonly answer: { readonly status: number; readonly body: unknown } | undefined;
	/** Milliseconds of real time from the request to its response. */
	readonly durationMs: number;
}

/** An event of the gateway, as sent to one session of the bot. */
export interface Dispatch {
	/** For example `INTERACTION_CREATE`. */
	readonly event: string;
	readonly data: unknown;
	/** False while the client is disconnected: it receives the event when it resumes. */
	readonly isConnected: boolean;
}

export interface WireListener {
	exchange(exchange: Exchange): void;
	dispatch(dispatch: Dispatch): void;
}

/** The traffic between the bot and this Discord, for listeners. It isn't stored. */
export class Wire {
	readonly #listeners = new Set<WireListener>();

	/** True if there is a listener; otherwise nothing needs to be recorded. */
	get isFollowed(): boolean {
		return this.#listeners.size > 0;
	}

	/** The returned function stops that. */
	follow(listener: WireListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	emitExchange(exchange: Exchange): void {
		for (const listener of this.#listeners) listener.exchange(exchange);
	}

	emitDispatch(dispatch: Dispatch): void {
		for (const listener of this.#listeners) listener.dispatch(dispatch);
	}
}
