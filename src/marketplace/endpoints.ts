import { z } from 'zod';
import { isSameCode } from '../base/purchase-code.js';
import { type ItemList, indexItem } from './indexed-item.js';
import { judgeLongList } from './long-list.js';
import type { AttemptOutcome, MarketplaceFailure } from './result.js';
import {
	type Account,
	accountSchema,
	type Item,
	itemSchema,
	type Purchase,
	purchaseSchema,
} from './schemas.js';
import type { RequestBody, TransportAnswer } from './transport.js';

/** One of the marketplace's operations: its request, its refusals, and how to read its success. */
export interface Endpoint<T> {
	/** Its path below `/api`. */
	readonly name: 'account/details' | 'items/all' | 'items/item' | 'purchases/validation';
	readonly query?: string;
	/** Sent with POST. Without one the request is a GET. */
	readonly body?: RequestBody;
	/** Its answer decides if the key is good, so an unknown error is an outage here. */
	readonly confirmsKey?: true;
	/** Interprets an error body with the message `msg` (lower case, without closing punctuation); undefined if the contract has no such message. */
	refusal(msg: string): MarketplaceFailure | undefined;
	/** Parses a body that `isLong` in a separate process. A request that has it gets the limits of a list. */
	judgeLong?(answer: TransportAnswer, signal: AbortSignal): Promise<AttemptOutcome<T>>;
	/** Reads the value of a success body; undefined if it doesn't match the contract. */
	read(json: unknown): T | undefined;
}

// The contract lists this message for one endpoint, but it means a bad key on any of them.
const keyRefusal = (msg: string): MarketplaceFailure | undefined =>
	msg === 'invalid request' ? { kind: 'bad-key' } : undefined;

// Created once: zod compiles a schema at its first use.
const accountAnswer = z.object({ data: accountSchema });
const itemAnswer = z.object({ item: itemSchema });
const purchaseAnswer = z.object({ data: z.object({ purchase: purchaseSchema }) });

/** GET /api/account/details: the only endpoint that distinguishes a bad key from everything else. */
export const accountEndpoint: Endpoint<Account> = {
	name: 'account/details',
	confirmsKey: true,
	refusal: keyRefusal,
	read: (json) => accountAnswer.safeParse(json).data?.data,
};

/** GET /api/items/all. */
export const allItemsEndpoint: Endpoint<ItemList> = {
	name: 'items/all',
	judgeLong: judgeLongList,
	refusal: (msg) => (msg === 'no items found' ? { kind: 'no-items' } : keyRefusal(msg)),
	read: readItemList,
};

/** GET /api/items/item. An id is no secret, so it may go into the query. */
export function itemEndpoint(id: number): Endpoint<Item> {
	return {
		name: 'items/item',
		query: `?item_id=${encodeURIComponent(id)}`,
		refusal: (msg) => (msg === 'item not found' ? { kind: 'item-not-found' } : keyRefusal(msg)),
		read(json) {
			const item = itemAnswer.safeParse(json).data?.item;
			return item?.id === id ? item : undefined;
		},
	};
}

/** The code goes only into the body. A success for another code must not become this claim. */
export function validationEndpoint(code: string, encoding: 'form' | 'json'): Endpoint<Purchase> {
	return {
		name: 'purchases/validation',
		body:
			encoding === 'json'
				? { contentType: 'application/json', content: JSON.stringify({ purchase_code: code }) }
				: {
						contentType: 'application/x-www-form-urlencoded',
						content: new URLSearchParams({ purchase_code: code }).toString(),
					},
		refusal: (msg) => (msg === 'invalid purchase code' ? { kind: 'invalid-code' } : keyRefusal(msg)),
		read(json) {
			const purchase = purchaseAnswer.safeParse(json).data?.data.purchase;
			return purchase !== undefined && isSameCode(code, purchase.code) ? purchase : undefined;
		},
	};
}

const itemListShape = z.object({ items: z.array(z.unknown()) });

function readItemList(json: unknown): ItemList | undefined {
	const entries = itemListShape.safeParse(json).data?.items;
	if (entries === undefined) return undefined;
	const items = entries.flatMap((entry) => {
		const item = itemSchema.safeParse(entry).data;
		return item === undefined ? [] : indexItem(item);
	});
	const skipped = entries.length - items.length;
	// Not a single readable entry means an unknown format, not an author without items.
	return items.length === 0 && skipped > 0 ? undefined : { items, skipped };
}
