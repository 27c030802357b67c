import { expect } from 'vitest';
import { type PurchaseCode, parsePurchaseCode } from '../../src/base/purchase-code.js';
import type { SupportEnd } from '../../src/base/purchase-fields.js';
import { newRecord, revoked } from '../../src/claims/changes.js';
import { type ClaimStore, type ClaimStoreOptions, openClaimStore } from '../../src/claims/claim-store.js';
import { type ClaimChange, released, undone } from '../../src/claims/moderation-changes.js';
import type { ClaimPolicy } from '../../src/claims/policy.js';
import type { Cause, ClaimRecord, ProvenPurchase } from '../../src/claims/record.js';
import type { Store } from '../../src/storage/store.js';

export const claimSecret = 'a-secret-of-thirty-two-characters-or-more';

/** The claims of a store, as a process opens them that doesn't report damaged ones. */
export async function openClaims(store: Store, more: Partial<ClaimStoreOptions> = {}): Promise<ClaimStore> {
	const report = { damaged: () => {} };
	return await openClaimStore({ store, claimSecret, clock: { now: Date.now }, report, ...more });
}

/** A valid code for each number. */
export function codeNumber(n: number): PurchaseCode {
	const code = parsePurchaseCode(`00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`);
	if (code === undefined) throw new Error('The sample is not a code');
	return code;
}

/** A snowflake for each number. */
export function memberNumber(n: number): string {
	return `1000000000${n.toString().padStart(8, '0')}`;
}

export const guild = '200000000000000001';
export const otherGuild = '200000000000000002';

export function samplePurchase(change: Partial<ProvenPurchase> = {}): ProvenPurchase {
	return {
		item: { id: 17, name: 'Aurora — a *fast* theme', category: 'Themes' },
		licenseType: 'Regular License',
		supportedUntil: Date.UTC(2026, 8, 1, 12),
		purchasedAt: Date.UTC(2026, 2, 1),
		...change,
	};
}

/** The record of a claim that a member has just made. */
export function sampleRecord(userId = memberNumber(1), at = 0): ClaimRecord {
	const details = { userId, guildId: guild, purchase: samplePurchase(), at };
	return newRecord(details, { secret: 'check', sealed: 'sealed' });
}

/** The record that a change by staff results in. Fails if the change was refused. */
export function change(outcome: ClaimRecord | string): ClaimRecord {
	return typeof outcome === 'string' ? expect.unreachable(outcome) : outcome;
}

/** Revokes the claim immediately, as three answers on different days would. @returns false if it was already revoked */
export async function revoke(
	claims: ClaimStore,
	hash: string,
	cause: Cause = { by: 'claimcheck' },
): Promise<boolean> {
	const change = (record: ClaimRecord) => {
		const next = revoked(record, cause, claims.clock.now());
		return { next, result: next !== record };
	};
	return (await claims.change(hash, change)) ?? false;
}

/** The marketplace says that the purchase is valid, with this end of support (milliseconds since the epoch). */
export async function confirm(
	claims: ClaimStore,
	hash: string,
	supportedUntil: SupportEnd,
): Promise<unknown> {
	const purchase = samplePurchase({ licenseType: 'Team', supportedUntil });
	const question = { by: 'claimcheck', askedAt: 0, canJudge: true } as const;
	return await claims.checks.note(hash, { kind: 'valid', purchase }, question);
}

/** One member holds a purchase permanently. */
export const strictPolicy: ClaimPolicy = { unlinking: { kind: 'never' }, seats: {} };

export function policyRow({ unlinking, seats }: ClaimPolicy) {
	return { v: 1, unlinking, seats };
}

export const releasing =
	(holderId: string): ClaimChange =>
	(record, act, at) =>
		released(record, holderId, act, at);

export const undoing =
	(revision: number): ClaimChange =>
	(record, act, at) =>
		undone(record, revision, act, at);
