import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/claims/claim-store.js';
import { Notices } from '../../../src/messages/notices.js';
import { rowKinds } from '../../../src/row-kinds.js';
import { LookedUpCodes } from '../../../src/services/moderation/looked-up-codes.js';
import { References } from '../../../src/services/moderation/references.js';
import { createPrivacy } from '../../../src/services/purchases/privacy.js';
import { Attempts } from '../../../src/services/verification/verify.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import type { Store } from '../../../src/storage/store.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber, otherGuild, samplePurchase } from '../../claims/sample-claims.js';
import { PostOffice } from '../../messages/post-office.js';
import { floor } from '../../world/floor.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const now = Date.UTC(2026, 3, 1);

let place: MemoryClaims;
let store: Store;
let claims: ClaimStore;

beforeEach(async () => {
	place = await memoryClaims();
	place.clock = now;
	({ store, claims } = place);
});

function setUp(rows: Pick<Store, 'get' | 'transact' | 'list'> = store) {
	const log: string[] = [];
	const limits = new Limits({ store, clock: { now: () => now } });
	const attempts = new Attempts(floor({ limits, store, clock: { now: () => now } }));
	const lookUps = new LookedUpCodes(store, { now: () => now }, { id: () => 'lookup-number-one' });
	const references = new References(
		floor({
			store,
			limits,
			clock: { now: () => now, delay: () => new Promise(() => {}) },
			unguessable: { below: (below) => randomInt(below) },
			logger: { warn: () => expect.unreachable() },
		}),
	);
	const notices = new Notices({
		store,
		mailbox: new PostOffice().process().mailbox,
		served: { serves: () => true },
		logger: { warn: () => expect.unreachable('nothing is sent') },
		clock: { now: () => now, delay: async () => {} },
	});
	const privacy = createPrivacy(
		floor({
			clock: { now: () => now },
			claims,
			limits,
			store: rows,
			kinds: rowKinds,
			cards: { wake: () => {} },
			report: {
				deleted: (userId) => void log.push(`deleted ${userId}`),
			},
		}),
	);
	return { privacy, attempts, limits, lookUps, references, notices, log };
}

const claim = (userId: string, n: number) => place.claim(userId, n);

const dataOf = (privacy: ReturnType<typeof createPrivacy>, userId: string) => privacy.dataOf(userId, 'whole');

/** The keys of what the store holds with the member's id in it. */
const rowsThatName = (userId: string) =>
	[...place.rows].filter((row) => JSON.stringify(row).includes(userId)).map(([key]) => key);

it('an export of one’s data is taken once a minute, and counted for that alone', async () => {
	const { privacy } = setUp();
	const taken = [alice, alice, bob].map((userId) => privacy.takeExport(userId));
	expect(await Promise.all(taken)).toEqual([undefined, now + 60_000, undefined]);
	expect(rowsThatName(alice)).toEqual([`attempts:export:${alice}`]);
	expect((await privacy.dataOf(alice, 'whole')).countedAt).toEqual([now]);
});

describe('what is stored about a member', () => {
	it('are the purchases with their history, the latest first, and the times of wrong codes', async () => {
		const { privacy, attempts } = setUp();
		await claim(alice, 1);
		await claim(alice, 2);
		await claim(bob, 3);
		await attempts.recordMiss({ guildId: guild, userId: alice }, false);

		const data = await dataOf(privacy, alice);
		expect(data).toMatchObject({ userId: alice, wrongCodesAt: [now] });
		expect(data.purchases[0]?.history).toMatchObject([{ what: 'claimed', by: 'you', guildId: guild }]);
	});

	it('holds nothing of the others who hold the same code for a team', async () => {
		const { privacy } = setUp();
		await place.claim(alice, 1, guild, { licenseType: 'Team' });
		await place.claim(bob, 1, otherGuild, { licenseType: 'Team' });
		const history = (await dataOf(privacy, bob)).purchases[0]?.history ?? [];
		expect(history).toMatchObject([{ what: 'claimed', by: 'you', guildId: otherGuild }]);
		expect(JSON.stringify(await dataOf(privacy, bob))).not.toContain(alice);
	});

	const staff = memberNumber(9);
	const act = (why: string) => ({ by: staff, guildId: guild, why, isAdministrator: true });

	it('are former purchases too: what names the member in them, and what could be undone', async () => {
		const { privacy } = setUp();
		const hash = await claim(alice, 1);
		const why = `new account, says <@${bob}> to <@${alice}>`;
		await claims.moderated.transfer(hash, alice, bob, act(why));
		await claims.moderated.lock(hash, act('two people asked'));
		const data = await dataOf(privacy, alice);
		expect(data.purchases).toEqual([]);
		expect(data.formerPurchases).toEqual([
			{
				item: samplePurchase().item,
				licenseType: 'Regular License',
				history: [
					{ at: now, what: 'claimed', by: 'you', why: undefined, guildId: guild },
					{
						at: now,
						what: 'transferred',
						by: 'staff',
						why: `new account, says <@[id]> to <@${alice}>`,
						guildId: guild,
					},
				],
				undo: undefined,
			},
		]);
		for (const other of [bob, staff]) expect(JSON.stringify(data)).not.toContain(other);
		// Bob received it by a transfer, and neither by whom nor what they did is his to know.
		const [bobs] = (await dataOf(privacy, bob)).purchases;
		expect(bobs?.history.map(({ what }) => what)).toEqual(['transferred', 'locked']);
		expect(JSON.stringify(bobs)).not.toContain(alice);
	});

	it('are earlier events that concern them, each by its actor', async () => {
		const { privacy } = setUp();
		const key = `claim:${await claim(alice, 1)}`;
		const row = place.rows.get(key) as { history: readonly object[] };
		const earlier = { at: 1, what: 'earlier', guildId: guild };
		const others = [
			{ ...earlier, by: bob },
			{ ...earlier, by: bob, member: memberNumber(3) },
		];
		const theirs = [
			{ ...earlier, by: alice, member: bob },
			{ ...earlier, by: bob, member: alice },
		];
		place.rows.set(key, { ...row, history: [...row.history, ...others, ...theirs] });
		expect((await dataOf(privacy, alice)).purchases[0]?.history).toMatchObject([
			{ what: 'claimed' },
			{ what: 'earlier', by: 'you' },
			{ what: 'earlier', by: 'another holder' },
		]);
	});

	it('says that another holder moved a purchase to them, not staff', async () => {
		const { privacy } = setUp();
		const hash = await claim(alice, 1);
		await claims.own.letGo(hash, alice, { userId: bob, guildId: guild });
		const history = (await dataOf(privacy, bob)).purchases[0]?.history ?? [];
		expect(history).toMatchObject([{ what: 'transferred', by: 'another holder' }]);
	});
});

describe('deleting a member’s data', () => {
	it('leaves the id in nothing but the counts of a day', async () => {
		const { privacy, attempts, limits, lookUps, references, notices } = setUp();
		await claim(alice, 1);
		await attempts.recordMiss({ guildId: guild, userId: alice }, false);
		await limits.take('unlink', alice);
		await limits.note('question', alice);
		await lookUps.keep({ by: alice, guildId: guild, hash: '', sealed: '' });
		await references.issue({ guildId: guild, userId: alice, why: 'taken' });
		await notices.notify(
			alice,
			guild,
			{ kind: 'stays', purchase: { name: 'Aurora', ending: '3a8c' } },
			'one',
		);
		const at = { at: now, guildId: guild };
		expect(await dataOf(privacy, alice)).toMatchObject({
			wrongCodesAt: [now],
			unlinkedAt: [now],
			// A question of the shop, and a reference.
			countedAt: [now, now],
			rows: [
				{ kind: 'refusals', rows: [{ ...at, what: 'taken' }] },
				{ kind: 'notices', rows: [{ ...at, what: 'stays' }] },
				{ kind: 'lookUps', rows: [{ ...at, what: 'code' }] },
				{ kind: 'disputes', rows: [] },
			],
		});
		await privacy.deleteDataOf(alice);
		expect(rowsThatName(alice).toSorted()).toEqual([
			`attempts:member:${alice}`,
			`attempts:question:${alice}`,
			`attempts:unlink:${alice}`,
		]);
		expect((await dataOf(privacy, alice)).rows.flatMap(({ rows }) => rows)).toEqual([]);
	});

	it('has reported itself even if the rest of the data can’t be deleted', async () => {
		const away = () => {
			throw new Error('store away');
		};
		const { privacy, log } = setUp({ ...store, list: away });
		await claim(alice, 1);
		await expect(privacy.deleteDataOf(alice)).rejects.toThrow('store away');
		expect(log).toEqual([`deleted ${alice}`]);
	});
});
