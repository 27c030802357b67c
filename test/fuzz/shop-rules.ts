import { z } from 'zod';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import type { Account, Item, ListedItem, Purchase } from '../../src/marketplace/schemas.js';
import { Broken } from './edge.js';
import type { Reply } from './raw-shop.js';

// The shop edge's promises, in words of its own: nothing here asks the product.

const time = z.number().min(-8.64e15).max(8.64e15).optional();
const line = z.string().max(300);
const name = line.min(1);
const amount = z.number().optional();
const list = z.array(name).max(100);
const address = z
	.string()
	.max(2_048)
	.refine((value) => /^https?:\/\/./.test(value) && new URL(value).href === value)
	.optional();

const item = z.strictObject({
	id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
	name,
	description: z.string().max(20_000),
	category: line,
	subCategory: line,
	options: list,
	version: line.optional(),
	demoUrl: address,
	tags: list,
	thumbnailUrl: address,
	previewImageUrl: address,
	previewVideoUrl: address,
	previewAudioUrl: address,
	screenshotUrls: z.array(address).max(100),
	price: z.strictObject({ regular: amount, extended: amount }),
	currency: line.optional(),
	publishedAt: time,
});

/** Kept in memory for every item. */
const shortList = z.array(z.string().min(1).max(100)).max(25);

const listedItem = item
	.omit({ description: true, demoUrl: true, screenshotUrls: true })
	.extend({ subCategory: z.string().max(100), options: shortList, tags: shortList });

const purchase = z.strictObject({
	code: z.string().min(1),
	licenseType: line,
	price: amount,
	currency: line.optional(),
	item,
	supportedUntil: z.union([time, z.literal('unknown')]),
	downloaded: z.boolean().optional(),
	purchasedAt: time,
	unread: z.array(z.strictObject({ field: z.enum(['supported_until', 'date']), form: z.string().max(90) })),
});

const account = z.strictObject({
	fullName: z.string().max(601),
	username: name,
	email: line.optional(),
	balance: amount,
	currency: line.optional(),
	heading: line,
	description: z.string().max(20_000),
	contactEmail: line.optional(),
	socialLinks: z.record(z.string(), address),
	avatarUrl: address,
	coverUrl: address,
	registeredAt: time,
});

export const isItem = (value: Item): void => obeys('an item', item, value);
export const isListedItem = (value: ListedItem): void => obeys('a listed item', listedItem, value);
export const isPurchase = (value: Purchase): void => obeys('a purchase', purchase, value);
export const isAccount = (value: Account): void => obeys('an account', account, value);

function obeys(what: string, schema: z.ZodType, value: unknown): void {
	const { error } = schema.safeParse(value);
	const issue = error?.issues[0];
	if (issue === undefined) return;
	const path = issue.path.filter((part) => typeof part === 'string').join('.');
	throw new Broken(`${what} with a bad ${path || 'shape'} is taken`, issue.message);
}

const kinds: Readonly<Record<MarketplaceFailure['kind'], true>> = {
	'invalid-code': true,
	'item-not-found': true,
	'no-items': true,
	'bad-key': true,
	'rate-limited': true,
	unavailable: true,
	refused: true,
	blocked: true,
	malformed: true,
};

/** A failure is one of the documented ones, and its reason is in words of ours. */
export function isFailure(failure: MarketplaceFailure, now: number): void {
	if (!Object.hasOwn(kinds, failure.kind)) throw new Broken('an unknown failure', JSON.stringify(failure));
	if ('reason' in failure && !/^[\w ,.'()-]{1,120}$/.test(failure.reason)) {
		throw new Broken('a reason that is not ours', failure.reason);
	}
	if (failure.kind !== 'rate-limited') return;
	const isTime = failure.retryAt >= now - 60_000 && failure.retryAt <= now + 6 * 60_000;
	if (!isTime) throw new Broken('a pause without an end', String(failure.retryAt));
}

const envelope = z.object({ status: z.string(), msg: z.string().optional() });
const ofPurchase = z.object({
	status: z.literal('success'),
	data: z.object({ purchase: z.object({ purchase_code: z.string() }) }),
});

/** True if the body of the reply means anything: not for a redirect, a limit, trouble of the server. */
function isHeard({ status, body }: Reply): boolean {
	const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 429);
	return isAnswer && body !== undefined;
}

function jsonOf(reply: Reply): unknown {
	if (!isHeard(reply) || reply.body === undefined) return undefined;
	try {
		return JSON.parse(new TextDecoder().decode(reply.body));
	} catch {
		return undefined;
	}
}

/** True if the shop has truly said that there is no such purchase. */
export function saysInvalid(reply: Reply): boolean {
	const said = envelope.safeParse(jsonOf(reply)).data;
	const words = said?.msg?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return said?.status.trim().toLowerCase() === 'error' && words.join(' ') === 'invalid purchase code';
}

/** True if the reply may describe an account: then the key is good. */
export function maySaySuccess(reply: Reply): boolean {
	return envelope.safeParse(jsonOf(reply)).data?.status === 'success';
}

/** The code that the shop says it has validated. */
export function codeIn(reply: Reply): string | undefined {
	return ofPurchase.safeParse(jsonOf(reply)).data?.data.purchase.purchase_code;
}

/** The entries of the list in a reply, as they stand there; undefined where there is no list of a success. */
export function entriesIn(reply: Reply): readonly unknown[] | undefined {
	const json = z
		.object({ status: z.literal('success'), items: z.array(z.unknown()) })
		.safeParse(jsonOf(reply));
	return json.data?.items;
}
