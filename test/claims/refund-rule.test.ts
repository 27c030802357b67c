import { describe, expect, it } from 'vitest';
import {
	afterAnswer,
	isRefunded,
	isRevokedByPerson,
	type KnownPurchase,
} from '../../src/claims/refund-rule.js';

const day = 86_400_000;
const now = 1_000 * day;
const asked = { askedAt: now, at: now, canJudge: true };
const active: KnownPurchase = { status: 'active' };
const missed = (...daysAgo: number[]): KnownPurchase => ({
	status: 'active',
	check: { at: now - Math.min(...daysAgo) * day, misses: daysAgo.map((days) => now - days * day) },
});

describe('an answer of the shop', () => {
	it('"valid" clears the misses, brings the end of support and takes a refund back', () => {
		const confirmed = { kind: 'confirmed', check: { at: now, misses: [] }, supportedUntil: 7 };
		const valid = { kind: 'valid', supportedUntil: 7 } as const;
		expect(afterAnswer(missed(3, 2, 1), valid, asked)).toEqual({ ...confirmed, reinstates: false });
		expect(afterAnswer({ status: 'revoked' }, valid, asked)).toEqual({ ...confirmed, reinstates: true });
	});

	it('never lifts what staff has revoked', () => {
		const byStaff = { status: 'revoked', revokedBy: '100000000000000009' } as const;
		const valid = { kind: 'valid', supportedUntil: undefined } as const;
		expect(afterAnswer(byStaff, valid, asked)).toMatchObject({ kind: 'confirmed', reinstates: false });
	});

	const invalid = { kind: 'invalid' } as const;

	it('"invalid" counts at most once a day, and the third on different days makes it a refund', () => {
		expect(afterAnswer(active, invalid, asked)).toEqual({
			kind: 'missed',
			check: { at: now, misses: [now] },
			isRefund: false,
		});
		const twice = afterAnswer(missed(1), invalid, asked);
		expect(twice).toMatchObject({ check: { misses: [now - day, now] }, isRefund: false });
		const within = afterAnswer(missed(2, 0.9), invalid, asked);
		expect(within).toMatchObject({ check: { misses: [now - 2 * day, now - 0.9 * day] }, isRefund: false });
		expect(afterAnswer(missed(2, 1), invalid, asked)).toMatchObject({ isRefund: true });
	});

	it('makes one with three misses that is still active a refund with the next that counts', () => {
		expect(afterAnswer(missed(3, 2, 0.5), invalid, asked)).toMatchObject({ isRefund: false });
		expect(afterAnswer(missed(3, 2, 1), invalid, asked)).toMatchObject({
			isRefund: true,
			check: { misses: [now - 2 * day, now - day, now] },
		});
	});

	it('says nothing new where a newer one came since the question, or where nothing may be judged', () => {
		const confirmed: KnownPurchase = { status: 'active', check: { at: now - 1, misses: [] } };
		expect(afterAnswer(confirmed, invalid, { ...asked, askedAt: now - 2 })).toEqual({ kind: 'nothing' });
		expect(afterAnswer(missed(2, 1), invalid, { ...asked, canJudge: false })).toEqual({ kind: 'nothing' });
	});

	it('takes an answer of the same moment for newer than the question that was sent before, not then', () => {
		const confirmed: KnownPurchase = { status: 'active', check: { at: now, misses: [] } };
		expect(afterAnswer(confirmed, invalid, { ...asked, askedAt: now - 1 })).toEqual({ kind: 'nothing' });
		expect(afterAnswer(confirmed, invalid, asked)).toMatchObject({ kind: 'missed' });
	});

	it('counts nothing against what counts no more, and notes that it was asked', () => {
		const revoked: KnownPurchase = { status: 'revoked', check: { at: now - day, misses: [now - day] } };
		expect(afterAnswer(revoked, invalid, asked)).toEqual({
			kind: 'missed',
			check: { at: now, misses: [] },
			isRefund: false,
		});
	});
});

it('makes a refund of three misses alone, and of no purchase that is revoked already', () => {
	expect(isRefunded(missed(3, 2, 1))).toBe(true);
	expect(isRefunded(missed(3, 2))).toBe(false);
	expect(isRefunded(active)).toBe(false);
	expect(isRefunded({ ...missed(3, 2, 1), status: 'revoked' })).toBe(false);
});

it.each([
	[{ status: 'revoked', revokedBy: '100000000000000009' }, true],
	[{ status: 'revoked', revokedBy: 'claimcheck' }, false],
	[{ status: 'revoked' }, false],
	[{ status: 'active', revokedBy: '100000000000000009' }, false],
] as const)('distinguishes a person’s revocation from the bot’s: %j', (known, byPerson) => {
	expect(isRevokedByPerson(known)).toBe(byPerson);
});
