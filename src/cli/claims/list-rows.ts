import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { type PurchaseCode, readPurchaseCode } from '../../base/purchase-code.js';
import type { ClaimKeys } from '../../claims/claim-keys.js';
import type { ClaimStore, Presented } from '../../claims/claim-store.js';
import type { ProvenPurchase } from '../../claims/record.js';
import type { RestMembers } from '../../discord/guilds/rest-members.js';
import type { SyncRows } from '../../roles/sync-rows.js';
import type { CsvRow } from './csv-rows.js';
import { type ListShop, NoAnswerError } from './list-shop.js';

/** Why rows aren't taken, for the report of an import. Without commas and quotes, and never with the row's own text. */
export const refusalTexts = {
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
} as const;

export type Refusal = keyof typeof refusalTexts;

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

export type RowOutcome =
	| { readonly kind: 'added' | 'held' }
	| { readonly kind: 'refused'; readonly refusal: Refusal };

export interface ListRowsOptions {
	readonly claims: Pick<ClaimStore, 'look' | 'present' | 'claim' | 'gifts'>;
	readonly keys: Pick<ClaimKeys, 'hash'>;
	readonly clock: Pick<Clock, 'now'>;
	readonly shop: Pick<ListShop, 'itemOf' | 'check'>;
	readonly syncRows: Pick<SyncRows, 'readIn'>;
	readonly members: Pick<RestMembers, 'membershipOf'>;
	/** The served guilds, the first of which is where the member gets the purchase. */
	readonly guildIds: readonly [string, ...string[]];
}

const dayMs = 86_400_000;
/** As for gifts by staff. */
const maxGiftDays = 365;

/**
 * Checks rows, finds those that a file has twice, and records them as if the member had verified, while the bot may
 * run. The bot gives the roles: it finds the requests in the store. Safe to repeat. Rejects as ClaimStore does, and with
 * NoAnswerError.
 */
export class ListRows {
	readonly #options: ListRowsOptions;
	/** 52 bits of a hash of each row. */
	readonly #seen = new Set<number>();

	constructor(options: ListRowsOptions) {
		this.#options = options;
	}

	/** Checks a row against the store alone. */
	async check(row: CsvRow): Promise<CheckedRow> {
		const userId = memberIn(row.member);
		if (userId === undefined) return refused('member-id');
		const isDoubled = this.#isDoubled(row, userId);
		if (row.code.trim() === '') return isDoubled ? refused('doubled') : await this.#gift(row, userId);
		const read = readPurchaseCode(row.code);
		if (read.kind === 'mistake') return refused('not-a-code');
		if (isDoubled) return refused('doubled');
		const spellings = read.asTyped === undefined ? [read.code] : [read.code, read.asTyped];
		for (const code of spellings) {
			const known = await this.#known(code, userId);
			if (known !== undefined) return known;
		}
		return { kind: 'code', userId, spellings, state: 'fresh' };
	}

	/** The store's answer about a code; undefined if the member may claim it, as far as the store shows. */
	async #known(code: PurchaseCode, userId: string): Promise<CheckedRow | undefined> {
		const { claims } = this.#options;
		const looked = await claims.look(code);
		const presented = await claims.present(code, userId, looked);
		switch (presented.kind) {
			case 'unclaimed':
				return undefined;
			case 'already-yours':
				return { kind: 'held' };
			case 'revoked-yours':
				return { kind: 'code', userId, spellings: [code], state: 'revoked' };
			default:
				return looked.record?.locked && presented.kind === 'taken' ? refused('locked') : refusalOf(presented);
		}
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

	/** Records a checked row. */
	async add(row: CheckedRow): Promise<RowOutcome> {
		if (row.kind === 'refused' || row.kind === 'held') return row;
		const membership = await this.#options.members.membershipOf(row.userId);
		if (membership === 'unknown') throw new NoAnswerError('Discord does not say who is a member');
		if (membership !== 'member') return refused(membership);
		return row.kind === 'gift' ? await this.#give(row) : await this.#claim(row);
	}

	async #give({ userId, purchase, nonce }: GiftRow): Promise<RowOutcome> {
		const { claims, guildIds } = this.#options;
		const act = { by: 'claimcheck', guildId: guildIds[0], why: 'Imported list', canManageRoles: true };
		// A member who gave the gift up may get it again, as they could verify a code again: under another nonce.
		for (let turn = 1; ; turn += 1) {
			const turnNonce = turn === 1 ? nonce : `${nonce}:${turn}`;
			const { kind } = await claims.gifts.give({ userId, purchase }, turnNonce, act);
			if (kind === 'done') return { kind: 'added' };
			const state = await claims.gifts.stateOf(turnNonce, userId);
			if (state !== 'given-up') return state === 'held' ? { kind: 'held' } : refused('revoked');
		}
	}

	async #claim({ userId, spellings, state }: CodeRow): Promise<RowOutcome> {
		for (const code of spellings) {
			const answer = await this.#options.shop.check(code);
			if (answer.kind === 'unreadable') return refused('unreadable');
			if (answer.kind === 'valid') return await this.#record(code, userId, answer.purchase);
		}
		return refused(state === 'revoked' ? 'refunded' : 'invalid');
	}

	async #record(code: PurchaseCode, userId: string, purchase: ProvenPurchase): Promise<RowOutcome> {
		const { claims, syncRows, guildIds } = this.#options;
		const claimed = await claims.claim(code, { guildId: guildIds[0], userId, purchase }, async (tx) => {
			const syncs = await Promise.all(guildIds.map((guildId) => syncRows.readIn(tx, { guildId, userId })));
			return () => {
				for (const request of syncs) request();
			};
		});
		const isRefused = claimed.kind === 'taken' || claimed.kind === 'revoked-by-staff';
		return isRefused ? refusalOf(claimed) : { kind: 'added' };
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

function refusalOf(answer: Extract<Presented, { kind: 'taken' | 'revoked-by-staff' }>) {
	if (answer.kind === 'revoked-by-staff') return refused('revoked');
	return refused(answer.seats === undefined ? 'other-holder' : 'no-seat');
}

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
