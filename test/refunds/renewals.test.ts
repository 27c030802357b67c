import { describe, expect, it } from 'vitest';
import type { HeldPurchase } from '../../src/claims/claim-checks.js';
import type { PurchaseCode } from '../../src/claims/purchase-code.js';
import { type Asker, type Renewable, Renewals } from '../../src/refunds/renewals.js';

const now = 1_000_000_000;
const minute = 60_000;
const ended: Renewable = { hash: 'ended', status: 'active', supportedUntil: now - 1 };
const without: Renewable = { hash: 'without', status: 'active', supportedUntil: undefined };
const asker: Asker = { guildId: 'guild', userId: 'buyer', why: 'act', priority: 'buyer' };
const purchase: HeldPurchase = {
	hash: 'ended',
	status: 'active',
	revokedBy: undefined,
	item: { id: 1, name: 'Aurora', category: 'themes' },
	supportedUntil: now + 5,
	purchasedAt: undefined,
	check: undefined,
	skippedAt: undefined,
	holders: [],
	claimedAt: 0,
};

type Dependencies = ConstructorParameters<typeof Renewals>[0];

function world(changes: Partial<Dependencies> = {}) {
	const state = { now, asked: [] as string[], heard: [] as string[], errors: [] as unknown[] };
	const renewals = new Renewals({
		codeOf: async (hash) => hash as PurchaseCode,
		checkPurchase: async (code, { priority }) => {
			state.asked.push(`${code} ${priority}`);
			return { kind: 'valid', purchase: { supportedUntil: now + 5 } };
		},
		refunds: {
			heard: async (hash, answer) => {
				state.heard.push(`${hash} ${answer.kind}`);
				return { purchase: { ...purchase, hash }, reinstated: false, supportChanged: true, revoked: false };
			},
		},
		now: () => state.now,
		delay: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
		onError: (error) => state.errors.push(error),
		...changes,
	});
	return { state, renewals };
}

describe('renewed support', () => {
	it('is asked for where support has ended or there is none, and nowhere else', async () => {
		const { state, renewals } = world();
		const supported: Renewable = { hash: 'supported', status: 'active', supportedUntil: now + 1 };
		const revoked: Renewable = { ...ended, hash: 'revoked', status: 'revoked' };
		const said = await renewals.ask([supported, ended, without, revoked], asker);
		expect(state.asked).toEqual(['ended buyer', 'without buyer']);
		expect([...said.keys()]).toEqual(['ended', 'without']);
		expect(said.get('ended')?.supportedUntil).toBe(now + 5);
	});

	it('is asked for once a claim in ten minutes, however often its holder looks', async () => {
		const { state, renewals } = world();
		for (let look = 0; look < 3; look += 1) await renewals.ask([ended], asker);
		state.now += 10 * minute - 1;
		await renewals.ask([ended], asker);
		expect(state.asked).toHaveLength(1);
		state.now += 1;
		await renewals.ask([ended], asker);
		expect(state.asked).toHaveLength(2);
	});

	it('is asked for once more by the button of a page that has asked, and not again by another page', async () => {
		const { state, renewals } = world();
		for (const why of ['look', 'look', 'act', 'act', 'look'] as const) {
			await renewals.ask([ended], { ...asker, why });
		}
		expect(state.asked).toHaveLength(2);
	});

	it('is asked for five claims at once at most: the others’ turn comes with the next look', async () => {
		const { state, renewals } = world();
		const many = Array.from({ length: 8 }, (_, index): Renewable => ({ ...ended, hash: `claim-${index}` }));
		await renewals.ask(many, asker);
		expect(state.asked).toHaveLength(5);
		await renewals.ask(many, asker);
		expect(new Set(state.asked).size).toBe(8);
	});

	it('is asked for ten times in ten minutes at most for who holds many, and for others all the same', async () => {
		const { state, renewals } = world();
		const many = Array.from({ length: 40 }, (_, index): Renewable => ({ ...ended, hash: `claim-${index}` }));
		for (const claim of many) await renewals.ask([claim], asker);
		expect(state.asked).toHaveLength(10);
		await renewals.ask([ended], { ...asker, userId: 'somebody else' });
		expect(state.asked).toHaveLength(11);
		state.now += 10 * minute;
		await renewals.ask(many.slice(20, 21), asker);
		expect(state.asked).toHaveLength(12);
	});

	it('keeps nobody waiting for a slow shop, whose answer has its effect when it comes', async () => {
		let answer: () => void = () => {};
		const answered = new Promise<void>((resolve) => (answer = resolve));
		const { state, renewals } = world({
			checkPurchase: async () => {
				await answered;
				return { kind: 'invalid' };
			},
			delay: async () => {},
		});
		expect((await renewals.ask([ended], asker)).size).toBe(0);
		expect(state.heard).toEqual([]);
		answer();
		await new Promise((resolve) => setImmediate(resolve));
		expect(state.heard).toEqual(['ended invalid']);
	});

	it('leaves what is known as it is where the shop can’t be asked, or the store fails', async () => {
		const silent = world({ checkPurchase: async () => ({ kind: 'uncheckable', reason: 'unavailable' }) });
		expect((await silent.renewals.ask([ended], asker)).size).toBe(0);
		expect(silent.state.heard).toEqual([]);
		const failing = world({ codeOf: () => Promise.reject(new Error('down')) });
		expect((await failing.renewals.ask([ended], asker)).size).toBe(0);
		expect(failing.state.errors).toHaveLength(1);
	});
});
