import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredDispute } from '../../../src/moderation/disputes/dispute.js';
import { codeNumber, memberNumber, otherGuild } from '../../claims/sample-claims.js';
import { onCommit } from '../../storage/on-commit.js';
import { claimant, DisputeWorld, day, holder, home, other, staff } from './dispute-world.js';

const at = 1_000 * day;
const me = { guildId: home, userId: claimant };
const nothing = { kind: 'gone' };

let world: DisputeWorld;
let hash: string;

beforeEach(async () => {
	world = await DisputeWorld.open();
	hash = await world.memory.claim(holder, 1);
});

function stored(changes: Partial<StoredDispute> = {}): StoredDispute {
	return { v: 1, at, hash, claimantId: claimant, guildId: home, note: '', state: 'open', ...changes };
}

/** Runs this after each write of a dispute, like another process. */
function afterWrites(meanwhile: (next: unknown) => Promise<unknown>): void {
	const { store } = world.memory;
	const { transact } = onCommit(
		{ ...store },
		{
			async after(written) {
				for (const [key, next] of written) if (key.startsWith('dispute:')) await meanwhile(next);
			},
		},
	);
	store.transact = transact;
}

describe('a refused member who asks staff to decide', () => {
	const ask = (reference: string, member = me) => world.disputes.open(reference, member, 'Mine');

	it('sees their open dispute, and if there is a channel in which staff can see it', async () => {
		const reference = await world.dispute(hash);
		world.memory.clock += day;
		const open = { kind: 'open', reference, at };
		expect(await ask(reference)).toEqual({ ...open, hasChannel: true });
		world.channel = undefined;
		expect(await ask(reference)).toEqual({ ...open, hasChannel: false });
	});

	it('can’t open a closed dispute again', async () => {
		const reference = await world.dispute(hash);
		await world.disputes.withdraw(reference, me);
		expect(await ask(reference)).toEqual(nothing);
	});

	it('opens nothing by the reference of another member, another guild, another error or no purchase', async () => {
		const own = await world.refusal(hash);
		const disputed = await world.dispute(hash, other);
		const revoked = await world.references.issue({ ...me, why: 'revoked', hash });
		const unknown = await world.references.issue({ ...me, why: 'taken' });
		expect(await ask(own, { ...me, userId: staff })).toEqual(nothing);
		expect(await ask(own, { ...me, guildId: otherGuild })).toEqual(nothing);
		for (const reference of [disputed, revoked, unknown, 'ZZZ-ZZZ'])
			expect(await ask(reference)).toEqual(nothing);
	});

	it('opens nothing once they hold the purchase, or its claim was deleted', async () => {
		const reference = await world.refusal(hash);
		expect(await ask(await world.refusal('cd'.repeat(32)))).toEqual(nothing);
		await world.memory.claims.own.letGo(hash, holder, me, day);
		expect(await ask(reference)).toEqual(nothing);
	});
});

describe('a member who opens a dispute', () => {
	it('opens it with their words, without codes, for staff to see', async () => {
		await world.rows.add('ZZZ-ZZC', stored({ claimantId: other, hash: 'cd'.repeat(32), state: 'opening' }));
		const reference = await world.refusal(hash);
		world.settling.start();
		await world.settled();
		const opened = await world.disputes.open(reference, me, `Mine since 2020: ${codeNumber(1)}`);
		expect(opened).toEqual({ kind: 'open', reference, at, hasChannel: true });
		expect(await world.rows.get(reference)).toStrictEqual({
			...stored({ note: 'Mine since 2020: …' }),
			reference,
		});
		await world.settled();
		expect(world.cards.map(({ facts }) => facts.reference)).toContain(reference);
		await world.settling.stop();
	});

	it('has the first 300 characters of the note stored, none of which belongs to a code', async () => {
		const words = 'word '.repeat(58);
		const reference = await world.dispute(
			hash,
			claimant,
			`${words}${codeNumber(1)} and so on, until the end`,
		);
		expect((await world.rows.get(reference))?.note).toBe(`${words}… and so o`);
	});

	it('sees that staff have no channel', async () => {
		world.channel = undefined;
		const reference = await world.refusal(hash);
		expect(await world.disputes.open(reference, me, '')).toEqual({
			kind: 'open',
			reference,
			at,
			hasChannel: false,
		});
	});

	it('has one dispute after two concurrent requests', async () => {
		const reference = await world.refusal(hash);
		const open = { kind: 'open', reference, at, hasChannel: true };
		const twice = [world.disputes.open(reference, me, ''), world.disputes.open(reference, me, '')];
		expect(await Promise.all(twice)).toEqual([open, open]);
		expect(await world.rows.all()).toHaveLength(1);
	});

	it('sees the dispute that they have about the purchase, in place of a second', async () => {
		await world.rows.add('ZZZ-ZZB', stored({ at: at - 4, state: 'left' }));
		await world.rows.add('ZZZ-ZZC', stored({ at: at - 3, claimantId: other }));
		await world.rows.add('ZZZ-ZZD', stored({ at: at - 40 * day, hash: 'cd'.repeat(32) }));
		await world.rows.add('ZZZ-ZZF', stored({ at: at - 2 }));
		const reference = await world.refusal(hash);
		const open = { kind: 'open', reference: 'ZZZ-ZZF', at: at - 2 };
		expect(await world.disputes.open(reference, me, '')).toEqual({ ...open, hasChannel: true });
		world.channel = undefined;
		await world.rows.change('ZZZ-ZZF', (row) => ({ ...row, state: 'opening' }));
		expect(await world.disputes.open(reference, me, '')).toEqual({ ...open, hasChannel: false });
		expect(await world.rows.get(reference)).toBeUndefined();
	});

	it('sees nothing if the dispute that they have about the purchase is closed meanwhile', async () => {
		await world.rows.add('ZZZ-ZZZ', stored({ at: at - 1 }));
		const reference = await world.refusal(hash);
		afterWrites(async (next) => {
			if (next === undefined) await world.disputes.withdraw('ZZZ-ZZZ', me);
		});
		expect(await world.disputes.open(reference, me, '')).toEqual(nothing);
	});

	it('sees nothing if another process drops the new dispute meanwhile', async () => {
		const reference = await world.refusal(hash);
		afterWrites(async (next) => {
			if (next !== undefined) await world.rows.change(reference, () => null);
		});
		expect(await world.disputes.open(reference, me, '')).toEqual(nothing);
		expect(await world.rows.all()).toEqual([]);
	});

	it('is refused after two in 30 days, and no third is stored', async () => {
		for (const n of [2, 3]) await world.dispute(await world.memory.claim(holder, n));
		const reference = await world.refusal(hash);
		expect(await world.disputes.open(reference, me, '')).toEqual({ kind: 'too-many' });
		expect(await world.rows.get(reference)).toBeUndefined();
	});

	it('is refused if 20 are open in the guild', async () => {
		for (let n = 0; n < 20; n += 1)
			await world.rows.add(
				`ZZZ-ZZ${'BCDFGHJKLMNPQRSTVWXZ'[n]}`,
				stored({ claimantId: memberNumber(n + 10) }),
			);
		const reference = await world.refusal(hash);
		expect(await world.disputes.open(reference, me, '')).toEqual({ kind: 'server-full' });
	});
});
