import type { RouteKey } from './route.js';

/** A request of the bot and its response, as they travelled: listeners must keep the tokens in them secret. */
export interface Exchange {
	/** Undefined where no route of Discord's matches. */
	readonly route: RouteKey | undefined;
	readonly method: string;
	/** Below `/api/v10`, query included, interaction and webhook tokens replaced by `…`. */
	readonly path: string;
	/** The JSON; undefined without any. */
	readonly body: unknown;
	readonly files: readonly { readonly name: string; readonly contentType: string; readonly size: number }[];
	/** `X-Audit-Log-Reason`, decoded. */
	readonly reason: string | undefined;
	/** Undefined where a fault kept the answer back. */
	readonly answer: { readonly status: number; readonly body: unknown } | undefined;
	/** Milliseconds of this machine from the request to its answer. */
	readonly durationMs: number;
}

/** An event of the gateway, as sent to one session of the bot. */
export interface Dispatch {
	/** Such as `INTERACTION_CREATE`. */
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

	/** True if there is a listener: else there is nothing to put together. */
	get isFollowed(): boolean {
		return this.#listeners.size > 0;
	}

	/** The returned function ends it. */
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
