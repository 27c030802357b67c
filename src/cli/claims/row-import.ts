import type { MemberRef } from '../../base/member-ref.js';
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
	readonly claims: Pick<ClaimStore, 'present' | 'claim' | 'gifts'>;
	readonly outbox: Pick<GrantOutbox, 'record' | 'recordRequest'>;
	readonly shop: Pick<ListShop, 'check'>;
	readonly members: Pick<RestMembers, 'membershipOf'>;
	readonly homeId: string;
}

/**
 * Records checked rows as if the member had verified in home, while the bot may run. The bot gives the roles: it finds
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
		const { claims, homeId } = this.#options;
		const act = { by: 'claimcheck', guildId: homeId, why: 'Imported list', canManageRoles: true };
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
			if (state === 'elsewhere') return await this.#show(code, userId);
			const answer = await this.#options.shop.check(code);
			if (answer.kind === 'unreadable') return refused('unreadable');
			if (answer.kind === 'valid') return await this.#record(code, userId, answer.purchase);
		}
		return refused(state === 'revoked' ? 'refunded' : 'invalid');
	}

	/** Needs no question to the shop, as when the member verifies a purchase of theirs in one more server. */
	async #show(code: PurchaseCode, userId: string): Promise<RowOutcome> {
		return await this.#withRoles(userId, async () => {
			const { kind } = await this.#options.claims.present(code, this.#target(userId));
			return kind === 'already-yours' ? { kind: 'added' } : refused('other-holder');
		});
	}

	async #record(code: PurchaseCode, userId: string, purchase: ProvenPurchase): Promise<RowOutcome> {
		return await this.#withRoles(userId, async () => {
			const claimed = await this.#options.claims.claim(code, { ...this.#target(userId), purchase });
			if (claimed.kind === 'taken') return refused(claimed.seats === undefined ? 'other-holder' : 'no-seat');
			return claimed.kind === 'revoked-by-staff' ? refused('revoked') : { kind: 'added' };
		});
	}

	/**
	 * Announces the change, and requests the roles after it. The announcement outlasts an attempt that the bot makes
	 * before the change, and a kill in between.
	 */
	async #withRoles(userId: string, change: () => Promise<RowOutcome>): Promise<RowOutcome> {
		const { outbox } = this.#options;
		const target = this.#target(userId);
		await outbox.record(target);
		const outcome = await change();
		if (outcome.kind === 'added') await outbox.recordRequest(target);
		return outcome;
	}

	#target(userId: string): MemberRef {
		return { guildId: this.#options.homeId, userId };
	}
}

const refused = (refusal: Refusal) => ({ kind: 'refused', refusal }) as const;
