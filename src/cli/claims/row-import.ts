import type { PurchaseCode } from '../../base/purchase-code.js';
import type { ClaimStore } from '../../claims/claim-store.js';
import type { ProvenPurchase } from '../../claims/record.js';
import type { RestMembers } from '../../discord/guilds/rest-members.js';
import type { GrantOutbox } from '../../roles/grant-outbox.js';
import { type ListShop, NoAnswerError } from './list-shop.js';
import type { CheckedRow, CodeRow, GiftRow, Refusal } from './row-check.js';

export type RowOutcome =
	| { readonly kind: 'added' | 'held' }
	| { readonly kind: 'refused'; readonly refusal: Refusal };

export interface RowImportOptions {
	readonly claims: Pick<ClaimStore, 'claim' | 'gifts'>;
	readonly outbox: Pick<GrantOutbox, 'record' | 'recordRequest'>;
	readonly shop: Pick<ListShop, 'check'>;
	readonly members: Pick<RestMembers, 'membershipOf'>;
	/** The served guilds, the first of which is where the member gets the purchase. */
	readonly guildIds: readonly [string, ...string[]];
}

/**
 * Records checked rows as if the member had verified, while the bot may run. The bot gives the roles: it finds
 * the requests in the store. Safe to repeat. Rejects as ClaimStore does, and with NoAnswerError.
 */
export class RowImport {
	readonly #options: RowImportOptions;

	constructor(options: RowImportOptions) {
		this.#options = options;
	}

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
		return await this.#withRoles(userId, async () => {
			// A member who gave the gift up may get it again, as they could verify a code again: under another nonce.
			for (let turn = 1; ; turn += 1) {
				const turnNonce = turn === 1 ? nonce : `${nonce}:${turn}`;
				const { kind } = await claims.gifts.give({ userId, purchase }, turnNonce, act);
				if (kind === 'done') return { kind: 'added' };
				const state = await claims.gifts.stateOf(turnNonce, userId);
				if (state !== 'given-up') return state === 'held' ? { kind: 'held' } : refused('revoked');
			}
		});
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
		return await this.#withRoles(userId, async () => {
			const { claims, guildIds } = this.#options;
			const claimed = await claims.claim(code, { guildId: guildIds[0], userId, purchase });
			if (claimed.kind === 'taken') return refused(claimed.seats === undefined ? 'other-holder' : 'no-seat');
			return claimed.kind === 'revoked-by-staff' ? refused('revoked') : { kind: 'added' };
		});
	}

	/**
	 * Announces the change, and requests the roles after it. The announcement outlasts an attempt that the bot makes
	 * before the change, and a kill in between.
	 */
	async #withRoles(userId: string, change: () => Promise<RowOutcome>): Promise<RowOutcome> {
		const { outbox, guildIds } = this.#options;
		for (const guildId of guildIds) await outbox.record({ guildId, userId });
		const outcome = await change();
		if (outcome.kind !== 'added') return outcome;
		for (const guildId of guildIds) await outbox.recordRequest({ guildId, userId });
		return outcome;
	}
}

const refused = (refusal: Refusal) => ({ kind: 'refused', refusal }) as const;
