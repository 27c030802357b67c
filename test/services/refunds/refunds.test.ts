import { describe, expect, it } from 'vitest';
import type { NotedAnswer } from '../../../src/claims/claim-checks.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import { purchaseSchema } from '../../../src/marketplace/schemas.js';
import { createRefunds, loadKind } from '../../../src/services/refunds/refunds.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import type { Store, Transaction } from '../../../src/storage/store.js';
import { Table } from '../../../src/storage/table.js';
import { memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber } from '../../claims/sample-claims.js';
import { samplePurchase } from '../../marketplace/samples.js';
import { memoryStore } from '../../roles/memory-store.js';
import { onCommit } from '../../storage/on-commit.js';
import { floor } from '../../world/floor.js';
import { heldPurchase } from './held-purchase.js';

const day = 86_400_000;
const now = 100.5 * day;
const purchase = heldPurchase('claim', { holderIds: ['maya', 'noah'] });
const revokedPurchase: ClaimDetails = { ...purchase, status: 'revoked' };
const nothingNew = { purchase, reinstated: false, supportExtended: false, isRefund: false };

const load = { due: 0, overdue: 0, neededADay: 0, possibleADay: 0 };

interface Plan {
	readonly noted?: Partial<NotedAnswer> | undefined;
	readonly revoked?: ClaimDetails | undefined;
	/** The number of purchases revoked in the last day. */
	readonly spent?: number;
	readonly told?: boolean;
	readonly held?: number;
	readonly isClockTrusted?: boolean;
	readonly served?: readonly string[];
	readonly shownInReplyTo?: string;
}

async function hear(plan: Plan) {
	const log: unknown[] = [];
	const store = memoryStore();
	await new Table(loadKind, store).set('', { v: 1, ...load, purchases: plan.held ?? 10 });
	const { spent = 0, told } = plan;
	const limits = new Limits({ store, clock: { now: () => now } });
	for (let time = 0; time < spent; time += 1) await limits.take('revocation', 'all', { minMax: spent });
	if (told) await limits.take('revocation-alert', 'all');
	const refunds = createRefunds(
		floor({
			claims: {
				checks: {
					note: async (hash, answer, question, also) => {
						log.push(['note', hash, answer.kind, question]);
						if ('noted' in plan && plan.noted === undefined) return undefined;
						const noted = { ...nothingNew, ...plan.noted };
						await also?.({} as Transaction, noted);
						return noted;
					},
					revoke: async (hash, cause) => {
						log.push(['revoke', hash, cause]);
						return 'revoked' in plan ? plan.revoked : revokedPurchase;
					},
				},
			},
			...{ store, limits },
			notices: {
				keepIn: (_, { userId, guildId, notice }, id) => {
					log.push(['keep', userId, guildId, notice, id]);
				},
				wake: () => {},
			},
			served: { ids: plan.served ?? ['home'] },
			alerts: {
				raise: async (_, alert) => {
					log.push(alert);
				},
				solve: async (...solved) => void log.push(['solve', ...solved]),
			},
			audit: { write: (_, event) => log.push('userId' in event ? [event.kind, event.userId] : event) },
			statistics: { note: (...counted) => log.push(counted) },
			logger: { error: () => {} },
			clock: { now: () => now, isTrusted: () => plan.isClockTrusted ?? true },
		}),
	);
	const { shownInReplyTo } = plan;
	const question = { by: 'claimcheck', askedAt: 5, shownInReplyTo } as const;
	const heard = await refunds.heard('claim', { kind: 'invalid' }, question);
	const [note, ...rest] = log;
	return { heard, note, log: rest };
}

describe('an answer of the shop', () => {
	it('is recorded with who asked and when, and whether the bot’s clock can be trusted', async () => {
		const question = { by: 'claimcheck', askedAt: 5 };
		expect((await hear({})).note).toEqual(['note', 'claim', 'invalid', { ...question, canJudge: true }]);
		const wrong = await hear({ isClockTrusted: false });
		expect(wrong.note).toEqual(['note', 'claim', 'invalid', { ...question, canJudge: false }]);
	});

	it('has no effect on a deleted claim', async () => {
		expect(await hear({ noted: undefined })).toMatchObject({ heard: undefined, log: [] });
	});

	it('revokes a refunded purchase within the day’s budget, counts once, and reports each holder', async () => {
		const { heard, log } = await hear({ noted: { isRefund: true }, served: ['home', 'away'] });
		expect(log).toEqual([
			['solve', undefined, 'revoking-stopped'],
			['revoke', 'claim', { by: 'claimcheck', why: 'shop-invalid' }],
			['home', { kind: 'refunded' }],
			['away', { kind: 'refunded' }],
			['revoked', 'maya'],
			['revoked', 'noah'],
		]);
		expect(heard).toMatchObject({ status: 'revoked' });
	});

	it.each([
		[199, 3],
		[200, 4],
		[1_049, 20],
	])('can revoke two percent of purchases a day (of %i: %i), and always three', async (held, limit) => {
		const { log } = await hear({ noted: { isRefund: true }, held, spent: limit - 1 });
		expect(log).not.toContainEqual(expect.objectContaining({ kind: 'revoking-stopped' }));
		const full = await hear({ noted: { isRefund: true }, held, spent: limit });
		// If the limit was reached on an earlier day too, the alert has to be a new message.
		const alerted = [['solve', undefined, 'revoking-stopped'], { kind: 'revoking-stopped', limit }];
		expect(full).toMatchObject({ heard: { status: 'active' }, log: alerted });
	});

	it('is reported once a day if the budget is spent, which is not called solved while others still count', async () => {
		expect((await hear({ noted: { isRefund: true }, spent: 3, told: true })).log).toEqual([]);
		const { log } = await hear({ noted: { isRefund: true }, spent: 2, told: true });
		expect(log).not.toContainEqual(['solve', undefined, 'revoking-stopped']);
	});

	it('has no second effect if another process has revoked it first', async () => {
		const { heard, log } = await hear({ noted: { isRefund: true }, revoked: undefined });
		expect(log.map((entry) => (entry as string[])[0])).toEqual(['solve', 'revoke']);
		expect(heard).toMatchObject({ status: 'active' });
	});

	it.each([
		['reinstated', { reinstated: true }],
		['renewed', { supportExtended: true, purchase: { ...purchase, supportedUntil: now + 1 } }],
	])('is reported for each holder if the purchase is %s', async (kind, noted) => {
		const { log } = await hear({ noted });
		// A renewal's thanks come first.
		expect(log.slice(-2)).toEqual([
			[kind, 'maya'],
			[kind, 'noah'],
		]);
	});

	it('thanks the holders below their next reply if support ends later, except one who is reading it already', async () => {
		const thanksFor = async (supportExtended: boolean, shownInReplyTo = '') => {
			const noted = { purchase: { ...purchase, supportedUntil: now + 1 }, supportExtended };
			const { log } = await hear({ noted, shownInReplyTo });
			return log.filter((line) => (line as unknown[])[0] === 'keep');
		};
		const notice = { kind: 'renewed', purchase: { name: purchase.item.name, ending: '' }, end: now + 1 };
		const thanks = ['maya', 'noah'].map((userId) => ['keep', userId, 'home', notice, 'thanks-claim']);
		expect(await thanksFor(true)).toEqual(thanks);
		expect(await thanksFor(true, 'maya')).toEqual(thanks.slice(1));
		expect(await thanksFor(false)).toEqual([]);
	});

	it('is committed together with the thanks for a renewal, which an earlier end is not', async () => {
		const memory = await memoryClaims();
		const hash = await memory.claim(memberNumber(1), 1, guild, { supportedUntil: memory.clock });
		const lost = (): never => {
			throw new Error('lost');
		};
		const bought = purchaseSchema.parse(samplePurchase);
		const reported: unknown[] = [];
		const hearOn = async (store: Store, supportedUntil = memory.clock + day) => {
			const refunds = createRefunds(
				floor({
					claims: await memory.openWith(() => store),
					store,
					notices: {
						keepIn: (tx, { userId }, name) => tx.put(`notice:${userId}:${name}`, {}),
						wake: () => {},
					},
					served: { ids: [guild] },
					audit: { write: (_, { kind }) => reported.push(kind) },
					clock: { now: () => memory.clock, isTrusted: () => true },
				}),
			);
			const answer = { kind: 'valid', purchase: { ...bought, supportedUntil } } as const;
			return await refunds.heard(hash, answer, { by: 'claimcheck', askedAt: memory.clock });
		};
		const state = async () => [
			(await memory.claims.claimsOf(memberNumber(1)))[0]?.supportedUntil,
			[...memory.rows.keys()].filter((key) => key.startsWith('notice:')).length,
		];
		await expect(hearOn(onCommit(memory.store, { before: lost }))).rejects.toThrow('lost');
		expect(await state()).toEqual([memory.clock, 0]);
		await expect(hearOn(onCommit(memory.store, { after: lost }))).rejects.toThrow('lost');
		expect(await state()).toEqual([memory.clock + day, 1]);
		await hearOn(memory.store, memory.clock + 1);
		expect([(await state())[0], reported]).toEqual([memory.clock + 1, []]);
	});
});
