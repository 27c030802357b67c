import type { Clock } from '../../base/clock.js';
import { exitCodes } from '../../base/errors.js';
import { type PurchaseCode, readPurchaseCode } from '../../base/purchase-code.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { membersIn } from '../../discord/guilds/discord-guilds.js';
import type { Marketplace } from '../../marketplace/marketplace.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import type { Purchase } from '../../marketplace/schemas.js';
import type { SyncRows } from '../../roles/sync-rows.js';
import { ProgramError } from '../program/run-program.js';
import type { Refusal, SoundRow } from './csv-rows.js';

interface ListImportOptions {
	readonly claims: ClaimStore;
	readonly market: Marketplace;
	readonly members: ReturnType<typeof membersIn>;
	readonly syncRows: SyncRows;
	readonly clock: Clock;
	/** The served guilds, the first of which is where the member gets the purchase. */
	readonly guildIds: readonly [string, ...string[]];
}

const waitMs = 5_000;
/** The shop is asked again once a minute at the latest while it is down. */
const maxTries = 15;

type Outcome = 'added' | 'held' | Refusal;

export type ListImport = ReturnType<typeof listImport>;

/**
 * Records rows as if the member had verified, while the bot may run, and leaves it half of the shop's requests. Safe to
 * repeat. Rejects as ClaimStore does, and with ProgramError if the shop or Discord doesn't respond: the row stays open.
 */
export function listImport({ claims, market, members, syncRows, clock, guildIds }: ListImportOptions) {
	/** Checks that the key is the author's, and loads the items. */
	async function open(): Promise<void> {
		const key = await market.keyCheck.look({ priority: 'background' });
		if (!key.ok) throw noAnswerFrom(key.failure);
		if (!(await market.keyCheck.isLastOurs()))
			throw wrongKey('MARKETPLACE_API_KEY belongs to a different account than the purchases');
		const items = await market.catalog.refresh();
		if (!items.ok) throw noAnswerFrom(items.failure);
		// Every code would look invalid.
		if (items.value.items === 0) throw noAnswerFrom({ kind: 'no-items' });
	}

	/** Nothing that the operator's list says counts as a guess by its member. */
	async function verify({ userId, code: typed }: SoundRow & { kind: 'code' }): Promise<Outcome> {
		const read = readPurchaseCode(typed);
		const codes = read.kind === 'mistake' ? [] : [read.code, read.asTyped].filter((it) => it !== undefined);
		const known = await Promise.all(codes.map(async (code) => (await claims.present(code, userId)).kind));
		// Not asked of Discord again: a run that goes on passes over many.
		if (known.includes('already-yours')) return 'held';
		const outsider = await outsiderOf(userId);
		if (outsider !== undefined) return outsider;
		if (codes.length === 0) return 'not-a-code';
		const claimed = known.find((kind) => kind !== 'unclaimed');
		if (claimed === 'taken') return 'taken';
		if (claimed === 'revoked-by-staff') return 'invalid';
		for (const code of codes) {
			const answer = await askUntilAnswered(code);
			if (answer === 'unreadable') return answer;
			if (answer.kind === 'valid') return await claim(code, userId, answer.purchase);
		}
		return 'invalid';
	}

	/** With the requests for the roles, which the bot finds in the store. */
	async function claim(code: PurchaseCode, userId: string, purchase: Purchase): Promise<Outcome> {
		const made = { userId, guildId: guildIds[0], purchase };
		const { kind } = await claims.claim(code, made, async (tx) => {
			const requests = guildIds.map((guildId) => syncRows.readIn(tx, { guildId, userId }));
			const read = await Promise.all(requests);
			return async (outcome) => {
				if (outcome.kind === 'claimed' || outcome.kind === 'already-yours')
					for (const request of read) request();
			};
		});
		return kind === 'taken' ? kind : kind === 'revoked-by-staff' ? 'invalid' : 'added';
	}

	/** Waits for its turn and, for a while, for a shop that is down. `unreadable`: only the answer about this code is. */
	async function askUntilAnswered(code: PurchaseCode) {
		for (let tries = 1; ; tries += 1) {
			const answer = await market.purchaseCheck.checkCode(code, { priority: 'background' });
			if (answer.kind !== 'uncheckable') return answer;
			const { reason, retryAt } = answer;
			if (reason === 'malformed' || reason === 'refused') return 'unreadable';
			if (reason === 'bad-key') throw noAnswerFrom({ kind: 'bad-key' });
			const isLimited = reason === 'rate-limited';
			if (tries >= maxTries)
				throw noAnswer(isLimited ? 'The shop refuses all further requests' : 'The shop does not respond');
			// The own limit needs one wait at most. If the shop still refuses after it, short waits don't help.
			const untilTurn = isLimited && retryAt !== undefined ? retryAt - clock.now() : waitMs;
			await clock.delay(Math.max(tries === 1 ? 1 : waitMs, untilTurn));
		}
	}

	async function give({ userId, itemId, until }: SoundRow & { kind: 'gift' }): Promise<Outcome> {
		const item = market.catalog.get(itemId);
		if (item === undefined) return 'unknown-item';
		const purchase = { item, licenseType: '', supportedUntil: until, purchasedAt: undefined };
		const act = { by: 'claimcheck', guildId: guildIds[0], why: 'Imported list', canManageRoles: true };
		// Equal rows are one gift until the secret changes. A member who gave it up may get it again, as with a code.
		for (let turn = 1; ; turn += 1) {
			const nonce = `list:${userId}:${itemId}:${until}${turn === 1 ? '' : `:${turn}`}`;
			const state = await claims.moderated.giftState(nonce, userId);
			if (state !== 'given-up') return state === 'held' ? 'held' : 'taken-back';
			const outsider = await outsiderOf(userId);
			if (outsider !== undefined) return outsider;
			if ((await claims.moderated.give({ userId, purchase }, nonce, act)).kind === 'done') return 'added';
		}
	}

	/** @returns undefined for a member of one of the servers */
	async function outsiderOf(userId: string): Promise<'absent' | 'bot' | undefined> {
		const membership = await members.membershipOf(userId);
		if (membership === 'unknown') throw noAnswer('Discord does not say who is a member');
		return membership === 'member' ? undefined : membership;
	}

	return {
		open,
		add: (row: SoundRow) => (row.kind === 'gift' ? give(row) : verify(row)),
	};
}

function noAnswer(message: string, code: number = exitCodes.unavailable): ProgramError {
	return new ProgramError(code, `${message}. Run the command again later`);
}

function wrongKey(message: string): ProgramError {
	return noAnswer(message, exitCodes.config);
}

function noAnswerFrom(failure: MarketplaceFailure): ProgramError {
	const { kind } = failure;
	if (kind === 'bad-key') return wrongKey('The shop refuses MARKETPLACE_API_KEY');
	if (kind === 'no-items') return wrongKey('The account of MARKETPLACE_API_KEY sells nothing');
	return noAnswer(kind === 'blocked' ? `No answer: ${failure.reason}` : 'The shop does not respond');
}
