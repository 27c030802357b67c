import { describe, expect, it } from 'vitest';
import type { PurchaseCode } from '../../../src/base/purchase-code.js';
import { purchaseSchema } from '../../../src/marketplace/schemas.js';
import { createRenewals, type Renewable, type RenewalAsker } from '../../../src/services/refunds/renewals.js';
import { samplePurchase } from '../../marketplace/samples.js';
import { type FloorOf, floor } from '../../world/floor.js';
import { heldPurchase } from './held-purchase.js';

const now = 1_000_000_000;
const minute = 60_000;
const ended: Renewable = { hash: 'ended', status: 'active', supportedUntil: now };
const refunded: Renewable = { ...ended, hash: 'refunded', status: 'revoked' };
const without: Renewable = { hash: 'without', status: 'active', supportedUntil: undefined };
const member = { guildId: 'guild', userId: 'buyer' };
const asker: RenewalAsker = { ...member, why: 'act', priority: 'buyer' };
const many = Array.from({ length: 40 }, (_, index): Renewable => ({ ...ended, hash: `claim-${index}` }));
const purchase = heldPurchase('ended', { supportedUntil: now + 5 });
const down = { checkCode: async () => ({ kind: 'uncheckable', reason: 'unavailable' }) as const };

function world(changes: FloorOf<typeof createRenewals> = {}) {
	const state = { now, asked: [] as string[], heard: [] as string[], errors: [] as unknown[] };
	const renewals = createRenewals(
		floor({
			claims: { codeOf: async (hash) => hash as PurchaseCode },
			purchaseCheck: {
				checkCode: async (code, { priority } = {}) => {
					state.asked.push(`${code} ${priority}`);
					return {
						kind: 'valid',
						purchase: { ...purchaseSchema.parse(samplePurchase), supportedUntil: now + 5 },
					};
				},
			},
			refunds: {
				heard: async (hash, answer, { by, askedAt }) => {
					expect({ by, askedAt }).toEqual({ by: 'claimcheck', askedAt: state.now });
					state.heard.push(`${hash} ${answer.kind}`);
					return { ...purchase, hash };
				},
			},
			clock: {
				now: () => state.now,
				delay: (_, signal) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
			},
			logger: { error: ({ err }: { err: unknown }) => state.errors.push(err) },
			...changes,
		}),
	);
	return { state, renewals };
}

describe('renewed support', () => {
	it('is checked for only if support has ended or there is none', async () => {
		const { state, renewals } = world();
		const supported: Renewable = { hash: 'supported', status: 'active', supportedUntil: now + 1 };
		const revoked: Renewable = { ...ended, hash: 'revoked', status: 'revoked' };
		const said = await renewals.ask([supported, ended, without, revoked], asker);
		expect(state.asked).toEqual(['ended buyer', 'without buyer']);
		expect([...said.keys()]).toEqual(['ended', 'without']);
		expect(said.get('ended')?.supportedUntil).toBe(now + 5);
	});

	it('is checked for once per claim in ten minutes, however often its holder looks', async () => {
		const { state, renewals } = world();
		for (let look = 0; look < 3; look += 1) await renewals.ask([ended], asker);
		state.now += 10 * minute - 1;
		await renewals.ask([ended], asker);
		expect(state.asked).toHaveLength(1);
		state.now += 1;
		await renewals.ask([ended], asker);
		expect(state.asked).toHaveLength(2);
	});

	it('is checked for again with the button on a page that has checked, but not by another page', async () => {
		const { state, renewals } = world();
		for (const why of ['look', 'look', 'act', 'act', 'look'] as const) {
			await renewals.ask([ended], { ...asker, why });
		}
		expect(state.asked).toHaveLength(2);
	});

	it('is checked for at most five claims concurrently; the others follow at the next look', async () => {
		const { state, renewals } = world();
		await renewals.ask(many.slice(0, 8), asker);
		expect(state.asked).toHaveLength(5);
		await renewals.ask(many.slice(0, 8), asker);
		expect(new Set(state.asked).size).toBe(8);
	});

	it('is checked for at most ten times in ten minutes for a member with many claims, without limiting others', async () => {
		const { state, renewals } = world();
		for (const claim of many) await renewals.ask([claim], asker);
		expect(state.asked).toHaveLength(10);
		await renewals.ask([ended], { ...asker, userId: 'somebody else' });
		expect(state.asked).toHaveLength(11);
		state.now += 10 * minute;
		await renewals.ask(many.slice(20, 21), asker);
		expect(state.asked).toHaveLength(12);
	});

	it('changes nothing if the shop can’t be asked, or the store fails', async () => {
		const silent = world({ purchaseCheck: down });
		expect((await silent.renewals.ask([ended], asker)).size).toBe(0);
		expect(silent.state.heard).toEqual([]);
		const failing = world({ claims: { codeOf: () => Promise.reject(new Error('down')) } });
		expect((await failing.renewals.ask([ended], asker)).size).toBe(0);
		expect(failing.state.errors).toHaveLength(1);
	});

	it('can’t be checked for without a code, nor recorded for a claim that is deleted meanwhile', async () => {
		const gift = world({ claims: { codeOf: async () => undefined } });
		expect((await gift.renewals.ask([ended], asker)).size).toBe(0);
		expect(gift.state.asked).toEqual([]);
		const deleted = world({ refunds: { heard: async () => undefined } });
		expect((await deleted.renewals.ask([ended], asker)).size).toBe(0);
		expect([...gift.state.errors, ...deleted.state.errors]).toEqual([]);
	});
});

describe('a claim whose holder enters the code again', () => {
	it('gets the support that the shop reports, with a buyer’s priority', async () => {
		const { state, renewals } = world();
		const claim = { ...ended, note: 'kept' };
		expect(await renewals.renew(claim, member)).toEqual({ claim: { ...claim, supportedUntil: now + 5 } });
		expect(state.asked).toEqual(['ended buyer']);
		// Counts like a press of the button: later looks don't ask again.
		await renewals.ask([ended], { ...asker, why: 'look' });
		expect(state.asked).toHaveLength(1);
	});

	it.each([[undefined], [now - 1], [now]])(
		'has nothing new if the support ends as before (%s)',
		async (supportedUntil) => {
			const { renewals } = world({ refunds: { heard: async () => ({ ...purchase, supportedUntil }) } });
			expect(await renewals.renew(ended, member)).toBeUndefined();
		},
	);

	it.each([
		['in time', [member.userId]],
		['too late for it', [undefined]],
	])(
		'leads to thanks for the renewal in only one reply, since a slow shop’s answer counts too: %s',
		async (when, expected) => {
			let answer = (): void => {};
			const answered = new Promise<void>((resolve) => (answer = resolve));
			const shown: unknown[] = [];
			const { renewals } = world({
				purchaseCheck: {
					checkCode: async () => {
						await answered;
						return { kind: 'valid', purchase: purchaseSchema.parse(samplePurchase) };
					},
				},
				refunds: {
					heard: async (_, __, { shownInReplyTo }) => {
						shown.push(shownInReplyTo);
						return purchase;
					},
				},
				clock: {
					now: () => now,
					delay: () => (when === 'in time' ? new Promise(() => {}) : Promise.resolve()),
				},
			});
			if (when === 'in time') answer();
			const renewed = await renewals.renew(ended, member);
			expect(renewed !== undefined).toBe(when === 'in time');
			answer();
			await new Promise((resolve) => setImmediate(resolve));
			expect(shown).toEqual(expected);
		},
	);
});

describe('a holder’s check of a purchase that no longer counts, or whose support has ended', () => {
	it('waits behind all buyers, and says when the next is possible, but nothing that its page shows', async () => {
		const retryAt = now + 10 * minute;
		const over = world({ refunds: { heard: async (hash) => ({ ...purchase, hash, supportedUntil: now }) } });
		for (const minutes of [0, 1, 9]) {
			over.state.now = now + minutes * minute;
			expect(await over.renewals.check(ended, member)).toEqual({ kind: 'limited', retryAt });
		}
		expect(over.state.asked).toHaveLength(1);
		over.state.now = retryAt;
		const asked = { kind: 'asked', purchase: { hash: 'refunded', status: 'active' } };
		expect(await over.renewals.check(refunded, member)).toMatchObject(asked);
		const { state, renewals } = world();
		expect(await renewals.check(ended, member)).toBeUndefined();
		expect(await renewals.check({ ...without, supportedUntil: now + 1 }, member)).toBeUndefined();
		expect(state.asked).toEqual(['ended background']);
	});

	it('says that the shop doesn’t respond, is possible again after a minute, and is one of ten in ten minutes', async () => {
		const { state, renewals } = world({ purchaseCheck: down });
		for (const claim of [ended, refunded])
			expect(await renewals.check(claim, member)).toEqual({ kind: 'no-answer' });
		expect(await renewals.check(ended, member)).toEqual({ kind: 'limited', retryAt: now + minute });
		state.now += minute;
		expect(await renewals.check(ended, member)).toEqual({ kind: 'no-answer' });
		for (const claim of many.slice(0, 7)) await renewals.ask([claim], asker);
		const limited = { kind: 'limited', retryAt: now + 11 * minute };
		expect(await renewals.check({ ...refunded, hash: 'other' }, member)).toEqual(limited);
	});
});
