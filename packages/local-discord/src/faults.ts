import type { RouteKey } from './route.js';

/** What goes wrong with a request. */
export type FaultEffect =
	/** Delays the answer by this much. Adds up with other faults. */
	| { readonly kind: 'delay'; readonly ms: number }
	/** This answer instead of the real one; nothing is changed. A string body is sent as it is, as HTML. */
	| {
			readonly kind: 'answer';
			readonly status: number;
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** The connection is cut before anything has happened. */
	| { readonly kind: 'reset' }
	/** No answer, and the connection stays open. */
	| { readonly kind: 'hang' }
	/** The request takes effect, and the connection is cut before the answer is sent. */
	| { readonly kind: 'lose-answer' };

interface Fault {
	readonly route: RouteKey | '*';
	readonly effect: FaultEffect;
	/** Requests that still meet it. */
	remaining: number;
	/** Of each address, where they are counted one by one. */
	readonly each: Map<string, number> | undefined;
}

export interface PlannedFaults {
	readonly delayMs: number;
	readonly effect: Exclude<FaultEffect, { kind: 'delay' }> | undefined;
}

/** The active faults. Of those that exclude each other, the first matching one wins. */
export class Faults {
	#faults: Fault[] = [];

	/**
	 * Switches a fault on for a route, or for all (`*`): for the next `times` requests, or until it is cleared.
	 * The returned function switches it off.
	 */
	add(route: RouteKey | '*', effect: FaultEffect, times = Number.POSITIVE_INFINITY): () => void {
		return this.#add({ route, effect, remaining: times, each: undefined });
	}

	/**
	 * As `add`, for the first `times` requests of each address: every interaction, member or message meets it, and who
	 * tries again gets through.
	 */
	addForEach(route: RouteKey | '*', effect: FaultEffect, times = 1): () => void {
		return this.#add({ route, effect, remaining: times, each: new Map() });
	}

	/** Switches all faults off, or those of one route. */
	clear(route?: RouteKey | '*'): void {
		this.#faults = route === undefined ? [] : this.#faults.filter((fault) => fault.route !== route);
	}

	/**
	 * The faults for this request, which is counted.
	 * @internal
	 */
	take(route: RouteKey, address: string = route): PlannedFaults {
		let delayMs = 0;
		let effect: PlannedFaults['effect'];
		for (const fault of this.#faults) {
			if (fault.route !== '*' && fault.route !== route) continue;
			const left = fault.each === undefined ? fault.remaining : (fault.each.get(address) ?? fault.remaining);
			if (left <= 0) continue;
			if (fault.effect.kind === 'delay') delayMs += fault.effect.ms;
			else if (effect === undefined) effect = fault.effect;
			else continue;
			if (fault.each === undefined) fault.remaining -= 1;
			else fault.each.set(address, left - 1);
		}
		this.#faults = this.#faults.filter((fault) => fault.remaining > 0);
		return { delayMs, effect };
	}

	#add(fault: Fault): () => void {
		this.#faults.push(fault);
		return () => {
			this.#faults = this.#faults.filter((other) => other !== fault);
		};
	}
}
