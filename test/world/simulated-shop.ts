import type { PurchaseCode } from '../../src/base/purchase-code.js';
import type { Transport, TransportAnswer } from '../../src/marketplace/transport.js';
import { type Caller, type Conditions, travel } from './line.js';
import type { Schedule } from './schedule.js';
import { Shelf, versionName } from './shelf.js';

/** A purchase as the shop knows it. Times are milliseconds since the epoch. */
export interface Sold {
	readonly code: PurchaseCode;
	readonly itemId: number;
	readonly licenseType: string;
	readonly purchasedAt: number;
	supportedUntil: number | undefined;
	isRefunded: boolean;
	/** The times at which the shop called the code invalid, for a valid key. */
	readonly refusedAt: number[];
}

/**
 * `down`: it responds with an error. `silent`: it doesn't respond. `busy`: it asks for a pause. `other-key`: our key is
 * invalid.
 */
export type ShopState = 'up' | 'down' | 'silent' | 'busy' | 'other-key';

/** The account that the claims belong to. */
export const ourAccount = 'maren';

/** The shop with its purchases, as an HTTP server behind a line. */
export class SimulatedShop {
	#state: ShopState = 'up';
	/** The time of the last change, in milliseconds since the epoch. */
	changedAt = 0;
	conditions: Conditions = 'fair';
	readonly sold: readonly Sold[];
	readonly shelf: Shelf;
	readonly #schedule: Schedule;

	constructor(schedule: Schedule, sold: readonly Sold[]) {
		this.#schedule = schedule;
		this.sold = sold;
		this.shelf = new Shelf(schedule, new Set(sold.map(({ itemId }) => itemId)));
	}

	get state(): ShopState {
		return this.#state;
	}

	set state(state: ShopState) {
		this.#state = state;
		this.changedAt = this.#schedule.time;
	}

	/** How one process reaches it: below everything that the bot does about budgets, pauses and deadlines. */
	lineFor(caller: Caller): Transport {
		return {
			sendRequest: ({ path, body, signal }) => {
				const over = new Promise<never>((_, reject) => {
					const end = (): void => reject(new Error('Aborted'));
					if (signal.aborted) end();
					else signal.addEventListener('abort', end, { once: true });
				});
				const answered = travel<TransportAnswer>(this.#schedule, caller, this.conditions, {
					where: path,
					effect: () => this.#answer(path, new URLSearchParams(body?.content ?? '').get('purchase_code')),
					lost: () => Promise.reject(new Error('ECONNRESET')),
				});
				const heard = answered.then((answer) =>
					this.state === 'silent' ? new Promise<never>(() => {}) : answer,
				);
				return Promise.race([heard, over]);
			},
			close: async () => {},
		};
	}

	#answer(path: string, code: string | null): TransportAnswer {
		const isAboutCode = path === '/api/purchases/validation';
		switch (this.state) {
			case 'down':
			case 'silent':
				return { status: 503, retryAfter: undefined, body: [] };
			case 'busy':
				return { status: 429, retryAfter: '7', body: [] };
			case 'other-key':
				// A wrong key and a wrong code get the same response.
				return isAboutCode ? refusal(404, 'Invalid purchase code') : refusal(401, 'Invalid request');
			case 'up':
				if (isAboutCode) return this.#validate(code);
				if (path.startsWith('/api/items/item')) return refusal(404, 'Item not found');
				return path === '/api/items/all' ? this.#items() : success({ username: ourAccount });
		}
	}

	#items(): TransportAnswer {
		const items = [...this.shelf.serve()].map(([id, version]) => ({
			...itemOf(id),
			version: versionName(version),
		}));
		return answer(200, { status: 'success', items });
	}

	#validate(asked: string | null): TransportAnswer {
		const sold = this.sold.find(({ code }) => code === asked);
		this.#schedule.note('    the shop is asked', `${sold?.itemId} ${sold?.isRefunded ? 'refunded' : 'good'}`);
		if (sold === undefined || sold.isRefunded) {
			sold?.refusedAt.push(this.#schedule.time);
			return refusal(404, 'Invalid purchase code');
		}
		return success({
			purchase: {
				purchase_code: sold.code,
				license_type: sold.licenseType,
				item: itemOf(sold.itemId),
				supported_until: sold.supportedUntil && new Date(sold.supportedUntil).toISOString(),
				date: new Date(sold.purchasedAt).toISOString(),
			},
		});
	}
}

/** An item as the list and a purchase contain it. */
export function itemOf(id: number) {
	return { id, name: `Item ${id}`, category: id % 2 === 1 ? 'odd' : 'even' };
}

function success(data: unknown): TransportAnswer {
	return answer(200, { status: 'success', data });
}

function refusal(status: number, msg: string): TransportAnswer {
	return answer(status, { status: 'error', msg });
}

function answer(status: number, json: unknown): TransportAnswer {
	return { status, retryAfter: undefined, body: [Buffer.from(JSON.stringify(json))] };
}
