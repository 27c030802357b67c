import { type PurchaseCode, parsePurchaseCode } from '../../src/claims/purchase-code.js';
import type { Transport, TransportAnswer } from '../../src/marketplace/transport.js';
import type { Dice } from './dice.js';
import { type Caller, type Conditions, travel } from './line.js';
import type { Schedule } from './schedule.js';

/** A purchase as the shop knows it. Times are milliseconds since the epoch. */
export interface Sold {
	readonly code: PurchaseCode;
	readonly itemId: number;
	readonly licenseType: string;
	readonly purchasedAt: number;
	supportedUntil: number;
	isRefunded: boolean;
	/** When the shop has called the code invalid, to whoever asked with a good key. */
	readonly refusedAt: number[];
}

/** `down`: it says so. `silent`: nothing answers. `busy`: it asks for silence. `other-key`: our key is no good. */
export type ShopState = 'up' | 'down' | 'silent' | 'busy' | 'other-key';

const dayMs = 86_400_000;
const teamLicense = 'team';

/** The shop with its purchases, as an HTTP server behind a line. */
export class SimulatedShop {
	#state: ShopState = 'up';
	/** When it last became otherwise, in milliseconds since the epoch. */
	changedAt = 0;
	conditions: Conditions = 'fair';
	readonly sold: readonly Sold[];
	readonly #schedule: Schedule;

	constructor(schedule: Schedule, count: number, dice: Dice) {
		this.#schedule = schedule;
		this.sold = Array.from({ length: count }, (_, index) => {
			const code = parsePurchaseCode(`aaaaaaaa-0000-4000-8000-00000000000${index}`);
			if (code === undefined) throw new Error('Not a code');
			const isSoonOver = dice.chance(0.4);
			return {
				code,
				itemId: index,
				licenseType: index === 0 ? teamLicense : 'regular',
				purchasedAt: Math.floor(schedule.time - dice.random() * 40 * dayMs),
				supportedUntil: Math.floor(schedule.time + dice.random() * (isSoonOver ? 600_000 : 10 * dayMs)),
				isRefunded: false,
				refusedAt: [],
			};
		});
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
			send: ({ path, body, signal }) => {
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
				return { status: 503, retryAfter: undefined, text: '' };
			case 'busy':
				return { status: 429, retryAfter: '7', text: '' };
			case 'other-key':
				// A wrong key and a wrong code are answered in the same words.
				return isAboutCode ? refusal(404, 'Invalid purchase code') : refusal(401, 'Invalid request');
			case 'up':
				return isAboutCode ? this.#validate(code) : success({ username: 'maren' });
		}
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
				item: { id: sold.itemId, name: `Item ${sold.itemId}`, category: 'themes' },
				supported_until: new Date(sold.supportedUntil).toISOString(),
				date: new Date(sold.purchasedAt).toISOString(),
			},
		});
	}
}

function success(data: unknown): TransportAnswer {
	return { status: 200, retryAfter: undefined, text: JSON.stringify({ status: 'success', data }) };
}

function refusal(status: number, msg: string): TransportAnswer {
	return { status, retryAfter: undefined, text: JSON.stringify({ status: 'error', msg }) };
}
