import type { MemberRef } from '../base/member-ref.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { codeEnding } from '../claims/code-ending.js';
import type { ModeratedClaims } from '../claims/moderated-claims.js';
import type { PurchaseCode } from '../claims/purchase-code.js';
import { type RefundAnswer, shopAnswer } from '../refunds/refund-answer.js';
import type { Refunds } from '../refunds/refunds.js';
import type { Checked, CheckedEvent, ModeratedPurchase, Moderator } from './moderation-outcomes.js';

export interface CheckingDependencies {
	readonly claims: Pick<ClaimStore, 'codeOf'> & { readonly moderated: Pick<ModeratedClaims, 'byHash'> };
	readonly refunds: Pick<Refunds, 'heard'>;
	checkPurchase(code: PurchaseCode): Promise<RefundAnswer>;
	isHome(guildId: string): boolean;
	/** A member's roles as Discord says; undefined where it doesn't, or they have left. */
	heldRoles(member: MemberRef): Promise<readonly string[] | undefined>;
	/** Syncs a member's roles, and resolves after a few seconds at most. */
	syncRoles(member: MemberRef): Promise<unknown>;
	onChecked(guildId: string, event: CheckedEvent): void;
	/** Milliseconds since the epoch. */
	now(): number;
}

/**
 * Asks the marketplace about a purchase now, with the same effect as a background check, and tells what that has
 * changed for its holder.
 */
export function createChecking(dependencies: CheckingDependencies) {
	const { claims, refunds, checkPurchase, isHome, heldRoles, syncRoles, onChecked, now } = dependencies;

	async function outcomeOf(
		{ file, holderId }: Pick<ModeratedPurchase, 'file' | 'holderId'>,
		code: PurchaseCode,
		{ userId: by, guildId }: Moderator,
	): Promise<Checked> {
		const member = holderId === undefined ? undefined : { guildId, userId: holderId };
		const before = member && (await heldRoles(member));
		const askedAt = now();
		const answer = await checkPurchase(code);
		if (answer.kind === 'uncheckable') return { kind: 'uncheckable' };
		const heard = await refunds.heard(file.hash, shopAnswer(answer), { by, askedAt });
		if (heard === undefined) return { kind: 'unknown' };
		const { purchase, supportChanged, revoked } = heard;
		if (answer.kind === 'invalid') {
			return { kind: 'invalid', misses: purchase.check?.misses.length ?? 0, isRevoked: revoked };
		}
		if (member !== undefined) await syncRoles(member);
		const after = member && (await heldRoles(member));
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

	return {
		/** `holderId`: whose roles are looked at. */
		async check(hash: string, holderId: string | undefined, moderator: Moderator): Promise<Checked> {
			const { userId: by, guildId } = moderator;
			const file = await claims.moderated.byHash(hash, guildId);
			if (file?.isGiven) return { kind: 'given' };
			const code = isHome(guildId) && file !== undefined ? await claims.codeOf(hash) : undefined;
			if (file === undefined || code === undefined) return { kind: 'unknown' };
			const memberId = file.claims.find((claim) => claim.holderId === holderId)?.holderId;
			const outcome = await outcomeOf({ file, holderId: memberId }, code, moderator);
			if (outcome.kind === 'valid' || outcome.kind === 'invalid') {
				const about = { by, hash, itemName: file.item.name, codeEnd: codeEnding(code), memberId };
				onChecked(guildId, { ...about, outcome });
			}
			return outcome;
		},
	};
}
