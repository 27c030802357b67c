import type { PurchaseCode } from '../../base/purchase-code.js';
import type { MemberRef } from '../../base/row-fields.js';
import { codeEnding } from '../../claims/claim.js';
import type { Servers } from '../../floors.js';
import type { Refunds } from '../refunds/refunds.js';
import { shopAnswer } from '../refunds/renewals.js';
import type { ModeratedRoles } from './moderated-roles.js';
import type { Checked, ModeratedPurchase, Moderator } from './moderation-outcomes.js';

type Floor = Servers & {
	readonly refunds: Refunds;
	readonly moderatedRoles: ModeratedRoles;
};

/**
 * Checks a purchase with the marketplace now, with the same effect as a background check, and returns the changes for
 * its holder.
 */
export class Checking {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	/** `holderId`: the holder whose roles are compared. */
	async check(hash: string, holderId: string | undefined, moderator: Moderator): Promise<Checked> {
		const { claims, audit } = this.#floor;
		const { userId: by, guildId } = moderator;
		const file = await claims.moderated.byHash(hash);
		if (file?.isGiven) return { kind: 'given' };
		const code = file && (await claims.codeOf(hash));
		if (file === undefined || code === undefined) return { kind: 'unknown' };
		const memberId = file.claims.find((claim) => claim.holderId === holderId)?.holderId;
		const outcome = await this.#ask({ file, holderId: memberId }, code, moderator);
		if (outcome.kind === 'valid' || outcome.kind === 'invalid') {
			const about = { by, hash, itemName: file.item.name, codeEnd: codeEnding(code), memberId };
			audit.write(guildId, { kind: 'checked', event: { ...about, outcome } });
		}
		return outcome;
	}

	async #ask(
		{ file, holderId }: Pick<ModeratedPurchase, 'file' | 'holderId'>,
		code: PurchaseCode,
		{ userId: by, guildId }: Moderator,
	): Promise<Checked> {
		const { refunds, purchaseCheck, moderatedRoles, clock } = this.#floor;
		const member = holderId === undefined ? undefined : { guildId, userId: holderId };
		const before = member && (await this.#heldRoles(member));
		const askedAt = clock.now();
		// After all buyers, within the remaining budget.
		const answer = await purchaseCheck.checkCode(code, { priority: 'background' });
		if (answer.kind === 'uncheckable') return { kind: 'uncheckable' };
		const heard = await refunds.heard(file.hash, shopAnswer(answer), { by, askedAt });
		if (heard === undefined) return { kind: 'unknown' };
		const { purchase, supportChanged } = heard;
		if (answer.kind === 'invalid') {
			const misses = purchase.check?.misses.length ?? 0;
			return { kind: 'invalid', misses, wasRevoked: file.status === 'revoked' };
		}
		if (member !== undefined) await moderatedRoles.reconcile(member);
		const after = member && (await this.#heldRoles(member));
		const changed = (some: readonly string[] | undefined, others: readonly string[] | undefined) =>
			some === undefined || others === undefined ? [] : some.filter((role) => !others.includes(role));
		return {
			kind: 'valid',
			supportedUntil: purchase.supportedUntil,
			supportChanged,
			gained: changed(after, before),
			lost: changed(before, after),
		};
	}

	/** @returns undefined if Discord doesn't say, or the member has left */
	async #heldRoles({ guildId, userId }: MemberRef): Promise<readonly string[] | undefined> {
		const held = await this.#floor.roleApi.heldRoles(guildId, userId);
		return held.kind === 'member' ? held.roles : undefined;
	}
}
