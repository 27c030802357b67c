import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { type PurchaseCode, readPurchaseCode } from '../../base/purchase-code.js';
import { hasSeatFor } from '../../claims/changes.js';
import { type ClaimKeys, holderTag } from '../../claims/claim-keys.js';
import type { ClaimStore, CodeLookUp } from '../../claims/claim-store.js';
import { seatsFor } from '../../claims/policy.js';
import { holderIn, type ProvenPurchase } from '../../claims/record.js';
import type { CsvRow } from './csv-rows.js';
import type { ListShop } from './list-shop.js';

/** Why a row isn't taken. */
export type Refusal =
	| 'member-id'
	| 'not-a-code'
	| 'doubled'
	| 'item'
	| 'unknown-item'
	| 'until'
	| 'until-range'
	| 'locked'
	| 'revoked'
	| 'other-holder'
	| 'no-seat'
	| 'invalid'
	| 'refunded'
	| 'unreadable'
	| 'absent'
	| 'bot';

export type CheckedRow =
	| { readonly kind: 'refused'; readonly refusal: Refusal }
	/** The member holds it already. */
	| { readonly kind: 'held' }
	| CodeRow
	| GiftRow;

export interface CodeRow {
	readonly kind: 'code';
	readonly userId: string;
	/** Secret. The repaired spelling first, as `/verify` tries them. */
	readonly spellings: readonly PurchaseCode[];
	/** `revoked`: the member's own, after a refund, which the shop may confirm again. */
	readonly state: 'fresh' | 'revoked';
}

export interface GiftRow {
	readonly kind: 'gift';
	readonly userId: string;
	readonly purchase: ProvenPurchase;
	/** Equal rows are one gift. */
	readonly nonce: string;
}

export interface RowCheckOptions {
	readonly claims: Pick<ClaimStore, 'look'>;
	readonly keys: Pick<ClaimKeys, 'hash'>;
	readonly clock: Pick<Clock, 'now'>;
	readonly shop: Pick<ListShop, 'itemOf'>;
}

const dayMs = 86_400_000;
/** As for gifts by staff. */
const maxGiftDays = 365;

/** Checks rows against the store alone, and finds those that a file has twice. Rejects as ClaimStore does. */
export class RowCheck {
	readonly #options: RowCheckOptions;
	/** 52 bits of a hash of each row. */
	readonly #seen = new Set<number>();

	constructor(options: RowCheckOptions) {
		this.#options = options;
	}

	/** Remembers a row that an earlier run has settled. */
	skip(row: CsvRow): void {
		const userId = memberIn(row.member);
		if (userId !== undefined) this.#isDoubled(row, userId);
	}

	async check(row: CsvRow): Promise<CheckedRow> {
		const userId = memberIn(row.member);
		if (userId === undefined) return refused('member-id');
		const isDoubled = this.#isDoubled(row, userId);
		if (row.code.trim() === '') return isDoubled ? refused('doubled') : await this.#gift(row, userId);
		const read = readPurchaseCode(row.code);
		if (read.kind === 'mistake') return refused('not-a-code');
		if (isDoubled) return refused('doubled');
		const spellings = read.asTyped === undefined ? [read.code] : [read.code, read.asTyped];
		const looks = await Promise.all(
			spellings.map(async (code) => ({ code, looked: await this.#options.claims.look(code) })),
		);
		for (const { code, looked } of looks) {
			const known = this.#known(code, looked, userId);
			if (typeof known === 'string') return { kind: 'code', userId, spellings: [code], state: known };
			if (known !== undefined) return known;
		}
		return { kind: 'code', userId, spellings, state: 'fresh' };
	}

	/** The store's answer about a code; undefined if the member may claim it, as far as the store shows. */
	#known(code: PurchaseCode, { record, policy }: CodeLookUp, userId: string) {
		if (record === undefined) return undefined;
		if (record.revokedBy !== undefined) return refused('revoked');
		if (holderIn(record, userId) !== undefined) {
			return record.status === 'revoked' ? 'revoked' : ({ kind: 'held' } as const);
		}
		if (record.locked) return refused('locked');
		const seats = seatsFor(policy, record.licenseType);
		const candidate = { tag: holderTag(code, userId), at: this.#options.clock.now() };
		if (hasSeatFor(record, candidate, seats)) return undefined;
		return refused(seats > 1 ? 'no-seat' : 'other-holder');
	}

	async #gift({ item, until }: CsvRow, userId: string): Promise<CheckedRow> {
		const { clock, shop } = this.#options;
		const id = /^\d{1,15}$/.test(item.trim()) ? Number(item) : undefined;
		if (id === undefined) return refused('item');
		const supportedUntil = endOfDay(until.trim());
		if (supportedUntil === undefined) return refused('until');
		const days = (supportedUntil - clock.now()) / dayMs;
		if (days <= 0 || days > maxGiftDays) return refused('until-range');
		const found = await shop.itemOf(id);
		if (found === undefined) return refused('unknown-item');
		return {
			kind: 'gift',
			userId,
			purchase: { item: found, licenseType: '', supportedUntil, purchasedAt: undefined },
			nonce: `list:${userId}:${id}:${supportedUntil}`,
		};
	}

	/** @returns true if an earlier row says the same, in whichever spelling */
	#isDoubled({ code, item, until }: CsvRow, userId: string): boolean {
		const read = readPurchaseCode(code);
		const what = read.kind === 'code' ? this.#options.keys.hash(read.code) : `${item.trim()}:${until.trim()}`;
		const digest = createHash('sha256').update(`${userId}:${what}`).digest('hex');
		const { size } = this.#seen;
		this.#seen.add(Number.parseInt(digest.slice(0, 13), 16));
		return this.#seen.size === size;
	}
}

const refused = (refusal: Refusal) => ({ kind: 'refused', refusal }) as const;

/** A plain id, or the mention that an exported list has in its place. */
function memberIn(cell: string): string | undefined {
	return /^(?:<@!?(\d{17,20})>|(\d{17,20}))$/.exec(cell.trim())?.slice(1).find(Boolean);
}

/** The end of a day in UTC, in milliseconds since the epoch; undefined unless it is one such as `2026-12-31`. */
function endOfDay(date: string): number | undefined {
	const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
	// JavaScript reads 31 February as a day in March.
	if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date)) return undefined;
	return start + dayMs;
}

/** For the report of an import. Without commas and quotes, and never with the row's own text. */
export const refusalTexts: Readonly<Record<Refusal, string>> = {
	'member-id':
		'no member id: 17 to 20 digits or <@id> (spreadsheets round long numbers unless the column is text)',
	'not-a-code': 'no purchase code: /verify would not accept it either',
	doubled: 'an earlier line says the same',
	item: 'neither a code nor an item: a gift needs the id of an item',
	'unknown-item': 'the shop lists no such item of yours',
	until: 'no end of the gift: a day such as 2026-12-31',
	'until-range': 'the end of the gift is not within the next 365 days',
	locked: 'staff have locked this purchase',
	revoked: 'staff have revoked this purchase',
	'other-holder': 'another member holds this purchase',
	'no-seat': 'all seats of this purchase are taken',
	invalid: 'the shop does not know this code: wrong or refunded or of another author',
	refunded: 'the member held it and the shop no longer lists it: refunded',
	unreadable: 'the answer of the shop about this code cannot be read',
	absent: 'the member is not in the server: nothing was recorded',
	bot: 'this is a bot',
};
