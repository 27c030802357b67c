import type { Clock } from '../../base/clock.js';
import type { ProvenPurchase } from '../../claims/record.js';
import type { AccountGuard } from '../../marketplace/account-guard.js';
import type { MarketplaceClient } from '../../marketplace/client.js';
import type { KeyCheck } from '../../marketplace/key-check.js';
import type { PurchaseCheck } from '../../marketplace/purchase-check.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';

/** The shop or Discord doesn't respond, or refuses the key: the row stays open. */
export class NoAnswerError extends Error {
	readonly isKey: boolean;

	constructor(message: string, isKey = false) {
		super(message);
		this.name = 'NoAnswerError';
		this.isKey = isKey;
	}
}

export type ShopSays =
	| { readonly kind: 'valid'; readonly purchase: ProvenPurchase }
	| { readonly kind: 'invalid' }
	/** Only about this code: the answers about others could be read. */
	| { readonly kind: 'unreadable' };

const waitMs = 5_000;
/** The client tries a shop that is down once a minute at the latest. */
const maxTries = 15;
/** In a row. With more it is the shop that is broken, not a purchase. */
const maxUnreadable = 5;

interface ListMarket {
	readonly client: MarketplaceClient;
	readonly keyCheck: KeyCheck;
	readonly accountGuard: AccountGuard;
	readonly purchaseCheck: PurchaseCheck;
}

/**
 * The shop, asked as background work of the bot: with at most half of the requests that it allows a minute, so that the
 * other half is left to the running bot.
 */
export class ListShop {
	readonly #market: ListMarket;
	readonly #clock: Clock;
	#items: ReadonlyMap<number, ProvenPurchase['item']> | undefined;
	#unreadable = 0;

	constructor(market: ListMarket, clock: Clock) {
		this.#market = market;
		this.#clock = clock;
	}

	/** Checks that the key is the author's. Rejects with NoAnswerError. */
	async open(): Promise<void> {
		const { keyCheck, accountGuard } = this.#market;
		const account = await keyCheck.check({ priority: 'background' });
		if (!account.ok) throw noAnswer(account.failure);
		if (!(await accountGuard.isOurs(account.value))) {
			throw new NoAnswerError('MARKETPLACE_API_KEY belongs to a different account than the purchases', true);
		}
		await this.#readItems();
	}

	/** Undefined if the author has no such item. Rejects with NoAnswerError. */
	async itemOf(id: number): Promise<ProvenPurchase['item'] | undefined> {
		return (await this.#readItems()).get(id);
	}

	/** Waits for its turn. Rejects with NoAnswerError if the shop doesn't respond for a while. */
	async check(code: string): Promise<ShopSays> {
		for (let tries = 1; ; tries += 1) {
			const answer = await this.#market.purchaseCheck.checkCode(code, { priority: 'background' });
			if (answer.kind !== 'uncheckable') {
				this.#unreadable = 0;
				return answer;
			}
			const { reason, retryAt } = answer;
			if (reason === 'bad-key') throw new NoAnswerError('The shop refuses MARKETPLACE_API_KEY', true);
			if (reason === 'malformed' || reason === 'refused') return this.#noteUnreadable();
			const isLimited = reason === 'rate-limited';
			if (tries >= maxTries) {
				throw new NoAnswerError(
					isLimited ? 'The shop refuses all further requests' : 'The shop does not respond',
				);
			}
			// The own limit needs one wait at most. If the shop still refuses after it, short waits don't help.
			const untilTurn = isLimited && retryAt !== undefined ? retryAt - this.#clock.now() : waitMs;
			await this.#clock.delay(Math.max(tries === 1 ? 1 : waitMs, untilTurn));
		}
	}

	#noteUnreadable(): ShopSays {
		this.#unreadable += 1;
		if (this.#unreadable > maxUnreadable) throw new NoAnswerError('The shop’s answers cannot be read');
		return { kind: 'unreadable' };
	}

	/** The author's items, read once. With no items every code would look invalid. */
	async #readItems(): Promise<ReadonlyMap<number, ProvenPurchase['item']>> {
		if (this.#items !== undefined) return this.#items;
		const answer = await this.#market.client.allItems();
		if (!answer.ok) throw noAnswer(answer.failure);
		this.#items = new Map(answer.value.items.map(({ listed }) => [listed.id, listed]));
		return this.#items;
	}
}

function noAnswer(failure: MarketplaceFailure): NoAnswerError {
	const { kind } = failure;
	if (kind === 'bad-key') return new NoAnswerError('The shop refuses MARKETPLACE_API_KEY', true);
	if (kind === 'no-items') return new NoAnswerError('The account of MARKETPLACE_API_KEY sells nothing', true);
	if (kind === 'blocked') return new NoAnswerError(`No answer: ${failure.reason}`);
	return new NoAnswerError('The shop does not respond');
}
