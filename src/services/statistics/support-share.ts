import { knownEnd } from '../../base/purchase-fields.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { Ground } from '../../ground.js';

/** The number of claims with support. */
export interface SupportShare {
	readonly claims: number;
	/** Active claims whose support has not ended. */
	readonly supported: number;
	/** When they were counted, in milliseconds since the epoch. */
	readonly countedAt: number;
}

type Floor = Ground & { readonly claims: ClaimStore };

/** The pause between counts as a multiple of their duration: 1 % of the time, however many claims. */
const restFactor = 100;
/**
 * How long `/stats` waits for the count: enough for tens of thousands of claims. With more it shows the previous count.
 */
const patienceMs = 500;

/**
 * The share of claims with support. Support ends without a write, so a stored counter would become wrong, and scanning
 * a million claims per request would take too long. So one background scan of all claims is good until the
 * next is due: with a few thousand claims within a second or two, with a million after some minutes.
 */
export class SupportShares {
	readonly #floor: Floor;
	/** `goodUntil`: when the next count is due. */
	#latest: (SupportShare & { readonly goodUntil: number }) | undefined;
	#inFlight: Promise<void> | undefined;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** Undefined if the first count takes over half a second. Never rejects. */
	async read(): Promise<SupportShare | undefined> {
		const { clock } = this.#floor;
		const now = clock.now();
		if (this.#latest === undefined || now >= this.#latest.goodUntil)
			await Promise.race([this.#countOnce(), clock.delay(patienceMs)]);
		if (this.#latest === undefined) return undefined;
		const { goodUntil: _, ...share } = this.#latest;
		return share;
	}

	#countOnce(): Promise<void> {
		this.#inFlight ??= this.#count()
			.catch((err: unknown) => {
				// The previous count stays.
				this.#floor.logger.warn({ err }, 'The claims with support could not be counted');
			})
			.finally(() => {
				this.#inFlight = undefined;
			});
		return this.#inFlight;
	}

	async #count(): Promise<void> {
		const { claims, clock } = this.#floor;
		const countedAt = clock.now();
		const counts = { claims: 0, supported: 0 };
		for await (const { status, supportedUntil } of claims.scan.all()) {
			if (status !== 'active') continue;
			counts.claims += 1;
			if ((knownEnd(supportedUntil) ?? 0) > countedAt) counts.supported += 1;
		}
		const endedAt = clock.now();
		this.#latest = { countedAt, goodUntil: endedAt + (endedAt - countedAt) * restFactor, ...counts };
	}
}
