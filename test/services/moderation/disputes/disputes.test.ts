import { beforeEach, describe, expect, it } from 'vitest';
import { openDisputesKind } from '../../../../src/services/moderation/dispute-rows.js';
import { codeNumber, memberNumber, otherGuild } from '../../../claims/sample-claims.js';
import { at, claimant, day, holder, home, openCases, other, staff } from '../case-world.js';

const me = { guildId: home, userId: claimant };
const nothing = { kind: 'gone' };

let world: Awaited<ReturnType<typeof openCases>>;
let hash: string;

beforeEach(async () => {
	world = await openCases();
	hash = await world.memory.claim(holder, 1);
});

const ask = (reference: string, member = me) => world.disputes.open(reference, member, 'Mine');

describe('a refused member who asks staff to decide', () => {
	it('opens a dispute with their words, without codes, and the holder is asked in the same commit', async () => {
		const reference = await world.refusal(hash);
		const note = `Mine since 2020: ${codeNumber(1)}`;
		const opened = await world.disputes.open(reference, me, note);
		expect(opened).toEqual({ kind: 'open', reference, at, hasChannel: true });
		expect(await world.rows.get(reference)).toStrictEqual({
			...{ v: 1, reference, at, hash, claimantId: claimant, guildId: home, state: 'open' },
			note: 'Mine since 2020: …',
			asked: { holderId: holder, at, answer: 'none' },
		});
		const purchase = { name: 'Aurora — a *fast* theme', ending: '0001' };
		const asked = { kind: 'asked', reference, purchase, mayMove: true, roles: ['Buyer'] };
		expect(await world.notices()).toEqual([[holder, asked]]);
	});

	it('has the first 300 characters of the note stored, without any part of a code', async () => {
		const words = 'word '.repeat(58);
		const reference = await world.dispute(hash, claimant, `${words}${codeNumber(1)} and so on, and on`);
		expect((await world.rows.get(reference))?.note).toBe(`${words}… and so o`);
	});

	it('sees their open dispute, and whether staff have a channel for it', async () => {
		const reference = await world.dispute(hash);
		world.memory.clock += day;
		world.channel = undefined;
		expect(await ask(reference)).toEqual({ kind: 'open', reference, at, hasChannel: false });
		const again = await world.refusal(hash);
		expect(await ask(again)).toMatchObject({ kind: 'open', reference });
		expect(await world.rows.get(again)).toBeUndefined();
	});

	it('has one dispute, and one question to the holder, after two concurrent requests', async () => {
		const [one, two] = [await world.refusal(hash), await world.refusal(hash)];
		const [first, second] = await Promise.all([ask(one), ask(two)]);
		expect(second).toEqual(first);
		expect(await world.rows.all()).toHaveLength(1);
		expect(await world.notices()).toHaveLength(1);
	});

	it('opens nothing with a reference for another member, guild or error, without a purchase, or for their own', async () => {
		const own = await world.refusal(hash);
		const revoked = await world.references.issue({ ...me, why: 'revoked', hash });
		const unknown = await world.references.issue({ ...me, why: 'taken' });
		expect(await ask(own, { ...me, userId: staff })).toEqual(nothing);
		expect(await ask(own, { ...me, guildId: otherGuild })).toEqual(nothing);
		for (const reference of [revoked, unknown, await world.refusal('cd'.repeat(32)), 'ZZZ-ZZZ'])
			expect(await ask(reference)).toEqual(nothing);
		await world.memory.claims.own.letGo(hash, holder, me);
		expect(await ask(own)).toEqual(nothing);
	});
});

describe('the limits of disputes', () => {
	it('let a member have two in 30 days, however they ended', async () => {
		await world.disputes.withdraw(await world.dispute(hash), me);
		await world.dispute(await world.memory.claim(holder, 2));
		const third = await world.refusal(await world.memory.claim(holder, 3));
		expect(await ask(third)).toEqual({ kind: 'too-many' });
		expect(await world.rows.get(third)).toBeUndefined();
		world.memory.clock += 30 * day - 1;
		const late = await world.refusal(await world.memory.claim(holder, 4));
		expect(await ask(late)).toEqual({ kind: 'too-many' });
		world.memory.clock += 1;
		expect(await ask(late)).toMatchObject({ kind: 'open' });
	});

	it('attack 61: count against a member who has deleted their data', async () => {
		await world.dispute(hash);
		await world.dispute(await world.memory.claim(holder, 2));
		await world.forget(claimant);
		const third = await world.refusal(await world.memory.claim(holder, 3));
		expect(await ask(third)).toEqual({ kind: 'too-many' });
		const mine = [...world.memory.rows].filter(([key]) => !/^(?:ref|notice|attempts:reference):/.test(key));
		expect(JSON.stringify(mine)).not.toContain(claimant);
	});

	it('attack 36: let a server have twenty open ones, and another one after each that ends', async () => {
		const references: string[] = [];
		for (let n = 0; n < 25; n += 1) references.push(await world.refusal(hash, memberNumber(n + 10)));
		const open = async (n: number) =>
			await world.disputes.open(references[n] ?? '', { guildId: home, userId: memberNumber(n + 10) }, '');
		const opened = await Promise.all(references.map((_, n) => open(n)));
		expect(opened.filter(({ kind }) => kind === 'open')).toHaveLength(20);
		expect(opened.filter(({ kind }) => kind === 'server-full')).toHaveLength(5);
		const elsewhere = await world.refusal(hash, other, otherGuild);
		const there = { guildId: otherGuild, userId: other };
		expect(await world.disputes.open(elsewhere, there, '')).toMatchObject({ kind: 'open' });
		const [first, ...rest] = opened.flatMap((it) => (it.kind === 'open' ? [it.reference] : []));
		await world.decide(first ?? '', 'leave');
		await world.forget((await world.rows.get(rest[0] ?? ''))?.claimantId ?? '');
		const again = await Promise.all([20, 21, 22].map(open));
		expect(again.map(({ kind }) => kind)).toEqual(['open', 'open', 'server-full']);
	});

	it('include open ones that an earlier version did not count', async () => {
		await world.dispute(hash);
		world.memory.rows.delete(openDisputesKind.prefix);
		const again = await world.refusal(hash);
		expect(await ask(again)).toMatchObject({ kind: 'open', reference: expect.not.stringContaining(again) });
	});
});

describe('the question to the holder', () => {
	const askedOf = async (reference: string) => (await world.rows.get(reference))?.asked;

	it('is asked once for several claimants, and answered once, and again in a later dispute', async () => {
		const first = await world.dispute(hash);
		await world.disputes.keep(first, holder);
		// Earlier versions named the notice without a time.
		const [key = ''] = [...world.memory.rows.keys()].filter((each) => each.startsWith('notice:'));
		world.memory.rows.set(key.replace(/-\d+$/, ''), world.memory.rows.get(key) ?? '');
		world.memory.rows.delete(key);
		world.memory.clock += day;
		const second = await world.dispute(hash, other);
		expect(await askedOf(second)).toEqual({ holderId: holder, at, answer: 'theirs' });
		expect(await world.notices()).toHaveLength(1);
		await world.disputes.withdraw(first, me);
		await world.disputes.withdraw(second, { ...me, userId: other });
		expect(await askedOf(await world.dispute(hash, memberNumber(7)))).toMatchObject({ answer: 'none' });
		expect(await world.notices()).toHaveLength(2);
		// The new holder hasn’t answered.
		await world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });
		world.memory.clock += 14 * day;
		await world.memory.claim(memberNumber(5), 1);
		const third = await world.dispute(hash, memberNumber(6));
		expect(await askedOf(third)).toMatchObject({ holderId: memberNumber(5), answer: 'none' });
	});

	it('is not asked if there are several seats, or nobody holds it', async () => {
		const seats = await world.memory.claim(holder, 2, home, { licenseType: 'Team' });
		expect(await askedOf(await world.dispute(seats))).toBeUndefined();
		await world.memory.claims.own.unlink(hash, { userId: holder, guildId: home });
		expect(await askedOf(await world.dispute(hash))).toBeUndefined();
		expect(await world.notices()).toEqual([]);
	});

	it('names a server that the holder knows, not the claimant’s', async () => {
		world.servedIds = [home, otherGuild];
		const reference = await world.refusal(hash, claimant, otherGuild);
		await world.disputes.open(reference, { guildId: otherGuild, userId: claimant }, '');
		const rows = [...world.memory.rows].filter(([key]) => key.startsWith('notice:'));
		expect(rows).toMatchObject([[expect.stringContaining(holder), { guildId: home }]]);
	});

	it('is answered in all open disputes about the purchase, even by the button of an ended one', async () => {
		const [first, second] = [await world.dispute(hash), await world.dispute(hash, other)];
		await world.disputes.withdraw(first, me);
		expect(await world.disputes.keep(first, holder)).toBe(true);
		expect((await askedOf(second))?.answer).toBe('theirs');
		expect((await askedOf(first))?.answer).toBe('none');
	});

	it('can be answered only by the holder, and only while the dispute is open', async () => {
		const reference = await world.dispute(hash);
		for (const userId of [other, claimant]) expect(await world.disputes.keep(reference, userId)).toBe(false);
		expect(await world.disputes.keep('ZZZ-ZZZ', holder)).toBe(false);
		await world.disputes.withdraw(reference, me);
		expect(await world.disputes.keep(reference, holder)).toBe(false);
	});
});

it('a claimant who withdraws their dispute ends only their own, and only once', async () => {
	const reference = await world.dispute(hash);
	expect(await world.disputes.withdraw(reference, { ...me, userId: other })).toBe(false);
	expect(await world.disputes.withdraw(reference, me)).toBe(true);
	expect(await world.rows.get(reference)).toMatchObject({
		...{ state: 'withdrawn', decided: { by: claimant, at, why: '' } },
	});
	expect(await world.disputes.withdraw(reference, me)).toBe(false);
});
