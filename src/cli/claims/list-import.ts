import type { Clock } from '../../base/clock.js';
import { exitCodes } from '../../base/errors.js';
import { readPurchaseCode } from '../../base/purchase-code.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { membersIn } from '../../discord/guilds/discord-guilds.js';
import type { Marketplace } from '../../marketplace/marketplace.js';
import type { MarketplaceFailure } from '../../marketplace/result.js';
import type { SyncRows } from '../../roles/sync-rows.js';
import type { SyncTicket } from '../../roles/syncs.js';
import type { GuildSettingsStore } from '../../servers/guild-settings.js';
import { Verification } from '../../services/verification/verify.js';
import type { VerifyOutcome } from '../../services/verification/verify-outcome.js';
import { ProgramError } from '../program/run-program.js';
import type { Refusal, SoundRow } from './csv-rows.js';

/** The shop or Discord doesn't respond, or refuses the key: the row stays open. */
export class NoAnswerError extends ProgramError {
	constructor(message: string, isKey = false) {
		super(isKey ? exitCodes.config : exitCodes.unavailable, `${message}. Run the command again later`);
	}
}

export interface ListImportOptions {
	readonly claims: ClaimStore;
	readonly guilds: GuildSettingsStore;
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

/** Nothing that the operator's list says is a guess by its member. */
const uncounted = async () => ({ left: 1 });
/** The bot gives the roles: it finds the requests in the store. */
const byTheBot: SyncTicket = { settled: Promise.resolve({ kind: 'stopped' }) };

/**
 * Records rows as if the member had verified, while the bot may run, and leaves it half of the shop's requests. Safe to
 * repeat. Rejects as ClaimStore does, and with NoAnswerError.
 */
export class ListImport {
	readonly #options: ListImportOptions;
	readonly #verification: Verification;

	constructor(options: ListImportOptions) {
		const { market, guildIds } = options;
		this.#options = options;
		this.#verification = new Verification({
			...options,
			...market,
			purchaseCheck: {
				checkCode: (code) => market.purchaseCheck.checkCode(code, { priority: 'background' }),
			},
			served: { ids: guildIds },
			attempts: {
				check: async () => ({ kind: 'free', askableAt: undefined }),
				recordMiss: uncounted,
				recordTaken: uncounted,
				recordQuestion: async () => undefined,
				recordQuestionIn: async () => {},
			},
			renewals: { renew: async () => undefined },
			syncs: { request: async () => byTheBot },
			metrics: { verifications: { inc() {} } },
		});
	}

	/** Checks that the key is the author's, and loads the items. Rejects with NoAnswerError. */
	async open(): Promise<void> {
		const { market } = this.#options;
		const key = await market.keyCheck.look({ priority: 'background' });
		if (!key.ok) throw noAnswer(key.failure);
		if (!(await market.keyCheck.isLastOurs())) {
			throw new NoAnswerError('MARKETPLACE_API_KEY belongs to a different account than the purchases', true);
		}
		const items = await market.catalog.refresh();
		if (!items.ok) throw noAnswer(items.failure);
		// Every code would look invalid.
		if (items.value.items === 0) throw noAnswer({ kind: 'no-items' });
	}

	async add(row: SoundRow): Promise<'added' | 'held' | Refusal> {
		return row.kind === 'gift' ? await this.#give(row) : await this.#verify(row);
	}

	async #verify({ userId, code }: SoundRow & { kind: 'code' }): Promise<'added' | 'held' | Refusal> {
		// Not asked of Discord again: a run that goes on passes over many.
		if (await this.#isHeld(code, userId)) return 'held';
		const outsider = await this.#outsider(userId);
		if (outsider !== undefined) return outsider;
		const outcome = await this.#askUntilAnswered(code, userId);
		switch (outcome.kind) {
			case 'verified':
				return 'added';
			case 'uncheckable':
				return 'unreadable';
			case 'taken':
			case 'invalid':
			case 'not-a-code':
				return outcome.kind;
			case 'limited':
				throw new NoAnswerError('Too many codes of one member');
		}
	}

	async #isHeld(input: string, userId: string): Promise<boolean> {
		const read = readPurchaseCode(input);
		if (read.kind === 'mistake') return false;
		for (const code of read.asTyped === undefined ? [read.code] : [read.code, read.asTyped]) {
			if ((await this.#options.claims.present(code, userId)).kind === 'already-yours') return true;
		}
		return false;
	}

	/** Waits for its turn and, for a while, for a shop that is down. `uncheckable`: only this code is. */
	async #askUntilAnswered(input: string, userId: string): Promise<VerifyOutcome> {
		const { clock, guildIds } = this.#options;
		for (let tries = 1; ; tries += 1) {
			const member = { guildId: guildIds[0], userId, heldRoles: undefined };
			const outcome = await this.#verification.verify({ ...member, input });
			const reason = outcome.kind === 'uncheckable' ? outcome.reason : undefined;
			const isUnreadable = reason === 'malformed' || reason === 'refused';
			if (outcome.kind !== 'uncheckable' || isUnreadable) return outcome;
			if (reason === 'bad-key') throw noAnswer({ kind: 'bad-key' });
			const isLimited = reason === 'rate-limited';
			if (tries >= maxTries) {
				throw new NoAnswerError(
					isLimited ? 'The shop refuses all further requests' : 'The shop does not respond',
				);
			}
			// The own limit needs one wait at most. If the shop still refuses after it, short waits don't help.
			const { retryAt } = outcome;
			const untilTurn = isLimited && retryAt !== undefined ? retryAt - clock.now() : waitMs;
			await clock.delay(Math.max(tries === 1 ? 1 : waitMs, untilTurn));
		}
	}

	async #give({ userId, itemId, until }: SoundRow & { kind: 'gift' }): Promise<'added' | 'held' | Refusal> {
		const { claims, guildIds, market } = this.#options;
		const item = market.catalog.get(itemId);
		if (item === undefined) return 'unknown-item';
		const purchase = { item, licenseType: '', supportedUntil: until, purchasedAt: undefined };
		const act = { by: 'claimcheck', guildId: guildIds[0], why: 'Imported list', canManageRoles: true };
		// Equal rows are one gift. A member who gave it up may get it again, as they could verify a code again.
		for (let turn = 1; ; turn += 1) {
			const nonce = `list:${userId}:${itemId}:${until}${turn === 1 ? '' : `:${turn}`}`;
			const state = await claims.gifts.stateOf(nonce, userId);
			if (state !== 'given-up') return state === 'held' ? 'held' : 'taken-back';
			const outsider = await this.#outsider(userId);
			if (outsider !== undefined) return outsider;
			if ((await claims.gifts.give({ userId, purchase }, nonce, act)).kind === 'done') return 'added';
		}
	}

	/** @returns undefined for a member of one of the servers */
	async #outsider(userId: string): Promise<'absent' | 'bot' | undefined> {
		const membership = await this.#options.members.membershipOf(userId);
		if (membership === 'unknown') throw new NoAnswerError('Discord does not say who is a member');
		return membership === 'member' ? undefined : membership;
	}
}

function noAnswer(failure: MarketplaceFailure): NoAnswerError {
	const { kind } = failure;
	if (kind === 'bad-key') return new NoAnswerError('The shop refuses MARKETPLACE_API_KEY', true);
	if (kind === 'no-items') return new NoAnswerError('The account of MARKETPLACE_API_KEY sells nothing', true);
	if (kind === 'blocked') return new NoAnswerError(`No answer: ${failure.reason}`);
	return new NoAnswerError('The shop does not respond');
}
