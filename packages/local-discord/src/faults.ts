import type { Clock } from './clock.js';
import type { RouteKey } from './route.js';

/** The way in which a request fails. */
export type FaultEffect =
	/** Delays the response by this much. Adds up with other faults. */
	| { readonly kind: 'delay'; readonly ms: number }
	/** Sends this response instead of the real one, without any effect. A string body is sent unchanged, as HTML. */
	| {
			readonly kind: 'answer';
			readonly status: number;
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** The connection is cut before anything has happened. */
	| { readonly kind: 'reset' }
	/** There is no response, and the connection stays open. */
	| { readonly kind: 'hang' }
	/** The request takes effect, and the connection is cut before the response is sent. */
	| { readonly kind: 'lose-answer' }
	/**
	 * Cloudflare bans the client's address for this long: HTML with `Retry-After`, without `Via` or any of Discord's
	 * headers. It affects every request, so it can only be added for `*`.
	 */
	| { readonly kind: 'cloudflare-ban'; readonly seconds: number };

interface Fault {
	readonly route: RouteKey | '*';
	readonly effect: FaultEffect;
	/** The number of requests still to be affected. */
	remaining: number;
	/** The remaining requests per address, if they are counted separately. */
	readonly each: Map<string, number> | undefined;
	/** The end of a ban, in milliseconds since the epoch. */
	readonly endsAt: number | undefined;
}

export interface PlannedFaults {
	readonly delayMs: number;
	readonly effect: Exclude<FaultEffect, { kind: 'delay' }> | undefined;
}

/** The active faults. Among mutually exclusive ones, the first match wins. */
export class Faults {
	readonly #clock: Clock;
	#faults: Fault[] = [];

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/**
	 * Enables a fault for a route, or for all (`*`): for the next `times` requests, or until it is cleared. The returned
	 * function disables it.
	 */
	add(route: RouteKey | '*', effect: FaultEffect, times = Number.POSITIVE_INFINITY): () => void {
		return this.#add(route, effect, times, undefined);
	}

	/**
	 * Like `add`, for the first `times` requests of each address: it affects every interaction, member or message, and a
	 * retry succeeds.
	 */
	addForEach(route: RouteKey | '*', effect: FaultEffect, times = 1): () => void {
		return this.#add(route, effect, times, new Map());
	}

	/** Disables all faults, or the faults of one route. */
	clear(route?: RouteKey | '*'): void {
		this.#faults = route === undefined ? [] : this.#faults.filter((fault) => fault.route !== route);
	}

	/** Returns the faults for this request, and counts it. `route` is undefined for a route that isn't implemented. */
	take(route: RouteKey | undefined, address: string = route ?? ''): PlannedFaults {
		const now = this.#clock.now();
		let delayMs = 0;
		let effect: PlannedFaults['effect'];
		this.#faults = this.#faults.filter(({ endsAt }) => endsAt === undefined || endsAt > now);
		for (const fault of this.#faults) {
			if (fault.route !== '*' && fault.route !== route) continue;
			const left = fault.each === undefined ? fault.remaining : (fault.each.get(address) ?? fault.remaining);
			if (left <= 0) continue;
			if (fault.effect.kind === 'delay') delayMs += fault.effect.ms;
			else if (effect === undefined) effect = effectAt(fault, now);
			else continue;
			if (fault.each === undefined) fault.remaining -= 1;
			else fault.each.set(address, left - 1);
		}
		this.#faults = this.#faults.filter((fault) => fault.remaining > 0);
		return { delayMs, effect };
	}

	#add(
		route: RouteKey | '*',
		effect: FaultEffect,
		remaining: number,
		each: Map<string, number> | undefined,
	): () => void {
		const isBan = effect.kind === 'cloudflare-ban';
		if (isBan && route !== '*') throw new RangeError('A Cloudflare ban concerns every route: add it for `*`');
		const endsAt = isBan ? this.#clock.now() + effect.seconds * 1000 : undefined;
		const fault: Fault = { route, effect, remaining, each, endsAt };
		this.#faults.push(fault);
		return () => {
			this.#faults = this.#faults.filter((other) => other !== fault);
		};
	}
}

/** The `seconds` of a ban are the remaining ones. */
function effectAt({ effect, endsAt }: Fault, now: number): PlannedFaults['effect'] {
	if (effect.kind === 'delay') return undefined;
	return endsAt === undefined ? effect : { kind: 'cloudflare-ban', seconds: (endsAt - now) / 1000 };
}
