import { describe, expect, it } from 'vitest';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import type { ClaimEvent } from '../../../src/claims/record.js';
import { carriedOut, type Decided, isHeldBy } from '../../../src/moderation/disputes/dispute.js';
import { guild, memberNumber, samplePurchase } from '../../claims/sample-claims.js';

const [holder, claimant, staff, other] = [1, 2, 3, 4].map(memberNumber) as [string, string, string, string];
const at = 1_000_000;
const deciding: Decided = { by: staff, at, why: 'Receipt', holderId: holder };

function file(...history: readonly ClaimEvent[]): ClaimDetails {
	return {
		...{ hash: 'ab'.repeat(32), status: 'active', locked: false, isRevokedByStaff: false, isGiven: false },
		...{ ...samplePurchase(), payment: undefined, claims: [], keptSeats: 0, check: undefined },
		...{ history, revision: history.length, undoUntil: undefined },
	};
}

const claimed: ClaimEvent = { at: 1, what: 'claimed', by: holder, guildId: guild };
const moved: ClaimEvent = { at, what: 'transferred', by: staff, member: holder, to: claimant };
const freed: ClaimEvent = { at, what: 'seat-freed', by: staff };
const undone: ClaimEvent = { at, what: 'undone', by: staff };
const outcome = (details: ClaimDetails | undefined, over: Partial<Decided> = {}) =>
	carriedOut({ ...deciding, ...over }, claimant, details);

describe('a decision of a process that died', () => {
	it('was a move if the claim went to the claimant then, and can be undone for 72 hours', () => {
		const decided = { ...deciding, revision: 2, undoUntil: at + 72 * 60 * 60_000 };
		expect(outcome(file(claimed, moved))).toStrictEqual({ state: 'moved', decided });
		expect(outcome(file(claimed, { ...moved, at: at + 9 }))).toStrictEqual({ state: 'moved', decided });
	});

	it('was a move that can’t be undone if the claim has changed since', () => {
		const later: ClaimEvent = { at: at + 1, what: 'locked', by: other };
		expect(outcome(file(claimed, moved, later))).toStrictEqual({ state: 'moved', decided: deciding });
	});

	it('was a move, whatever the same person has done to the purchase since', () => {
		const later: ClaimEvent = { at: at + 1, what: 'locked', by: staff };
		expect(outcome(file(claimed, moved, later))).toStrictEqual({ state: 'moved', decided: deciding });
	});

	it('freed the code if the reserved seats were freed then', () => {
		expect(outcome(file(claimed, freed))).toStrictEqual({ state: 'freed', decided: deciding });
	});

	it('was an undo if the claim was put back then', () => {
		const undoing = { ...deciding, isUndone: true };
		expect(outcome(file(claimed, moved, undone), { isUndone: true })).toStrictEqual({
			...{ state: 'left', decided: undoing },
		});
	});

	it.each([
		['the claim was deleted', undefined],
		['nothing happened', file(claimed)],
		['another person did it', file(claimed, { ...moved, by: other })],
		['it was done before', file(claimed, { ...moved, at: at - 1 })],
		['the claim went to another member', file(claimed, { ...moved, to: other })],
		['they did something else', file(claimed, { ...moved, what: 'gave' })],
		['they undid something', file(claimed, undone)],
	])('was not carried out if %s', (_, details) => {
		expect(outcome(details)).toStrictEqual({});
	});

	it.each([
		['the claim was deleted', undefined],
		['the claim was moved again', file(claimed, moved)],
		['seats were freed', file(claimed, freed)],
		['another person undid it', file(claimed, moved, { ...undone, by: other, at: at + 1 })],
		['nothing happened', file(claimed)],
	])('did not undo anything if %s', (_, details) => {
		expect(outcome(details, { isUndone: true })).toStrictEqual({});
	});
});

describe('a claim', () => {
	it('is held by each of its holders and no other member', () => {
		const claim = { ...samplePurchase(), hash: '', status: 'active', locked: false } as const;
		const claims = [holder, other].map((holderId) => ({
			...{ ...claim, holderId, claimedAt: at, check: undefined },
		}));
		const held = { ...file(claimed), claims };
		expect([holder, other, claimant].map((userId) => isHeldBy(held, userId))).toEqual([true, true, false]);
		expect(isHeldBy(file(claimed), holder)).toBe(false);
	});
});
