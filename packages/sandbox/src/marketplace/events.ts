import type { Credential, EndpointName } from './api.js';
import type { FaultKind } from './faults.js';

/** One request to the interface. Contains neither the key nor a whole code. */
export interface RecordedCall {
	readonly endpoint: EndpointName;
	readonly method: string;
	/** Including the query, with the values of secrets replaced by `…`. */
	readonly path: string;
	readonly credential: Credential;
	readonly keyAccepted: boolean;
	/** How the body was written. */
	readonly encoding: 'none' | 'form' | 'json';
	/** Every place, besides the body, in which the request carried a code: there should be none. */
	readonly codeInUrl: boolean;
	/** The last four characters of the requested code. */
	readonly codeEnding: string | undefined;
	readonly userAgent: string | undefined;
	readonly fault: FaultKind | undefined;
	/** The response's status; undefined if there was no response. */
	readonly status: number | undefined;
	/** Milliseconds since the epoch. */
	readonly at: number;
}

/** The events of the local marketplace, for tests to count and for a terminal or a page to follow. */
export type MarketplaceEvent =
	| { readonly type: 'call'; readonly call: RecordedCall }
	| {
			readonly type: 'purchase-added' | 'purchase-refunded' | 'purchase-reinstated' | 'support-changed';
			readonly codeEnding: string;
			readonly itemId: number;
	  }
	| { readonly type: 'faults-changed'; readonly on: readonly string[] }
	| { readonly type: 'key-changed' }
	| { readonly type: 'items-changed'; readonly count: number };

const rememberedCalls = 50_000;

/** The calls so far, and their followers. */
export class Events {
	readonly #calls: RecordedCall[] = [];
	readonly #listeners = new Set<(event: MarketplaceEvent) => void>();

	/** Oldest first. */
	get calls(): readonly RecordedCall[] {
		return this.#calls;
	}

	/** Calls `listener` for everything from now on; the returned function stops that. */
	on(listener: (event: MarketplaceEvent) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	emit(event: MarketplaceEvent): void {
		if (event.type === 'call') {
			this.#calls.push(event.call);
			if (this.#calls.length > rememberedCalls) this.#calls.splice(0, rememberedCalls / 10);
		}
		for (const listener of this.#listeners) listener(event);
	}
}

export const endingOf = (code: string): string => code.slice(-4);
