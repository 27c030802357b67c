import type { RouteKey } from './route.js';

/** A request of the bot and what it was answered, as they travelled: whoever follows them keeps the tokens in them. */
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

/** An event of the gateway, as one session of the bot is told it. */
export interface Dispatch {
	/** Such as `INTERACTION_CREATE`. */
	readonly event: string;
	readonly data: unknown;
	/** False while the client is away: it is told when it resumes. */
	readonly isConnected: boolean;
}

export interface WireListener {
	exchange(exchange: Exchange): void;
	dispatch(dispatch: Dispatch): void;
}

/** What goes between the bot and this Discord, for those who look at it as it passes. It is kept nowhere. */
export class Wire {
	readonly #listeners = new Set<WireListener>();

	/** Whether anybody looks: else there is nothing to put together. */
	get isFollowed(): boolean {
		return this.#listeners.size > 0;
	}

	/** The returned function ends it. */
	follow(listener: WireListener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** @internal */
	tellExchange(exchange: Exchange): void {
		for (const listener of this.#listeners) listener.exchange(exchange);
	}

	/** @internal */
	tellDispatch(dispatch: Dispatch): void {
		for (const listener of this.#listeners) listener.dispatch(dispatch);
	}
}
