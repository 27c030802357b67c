import { beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/claims/claim-store.js';
import { locked } from '../../../src/claims/moderation-changes.js';
import { rowKinds } from '../../../src/row-kinds.js';
import { createPrivacy } from '../../../src/services/purchases/privacy.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import type { Store } from '../../../src/storage/store.js';
import { type MemoryClaims, memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber, otherGuild, samplePurchase } from '../../claims/sample-claims.js';
import { floor } from '../../world/floor.js';

const alice = memberNumber(1);
const bob = memberNumber(2);
const now = Date.UTC(2026, 3, 1);
const time = '2026-04-01T00:00:00.000Z';

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
	const privacy = createPrivacy(
		floor({
			clock: { now: () => now },
			claims,
			limits,
			store: rows,
			kinds: rowKinds,
			cards: { wake: () => {} },
			appealCards: { wake: () => {} },
			served: { ids: [] },
			audit: { write: (_, event) => log.push('userId' in event ? `deleted ${event.userId}` : event.kind) },
		}),
	);
	return { privacy, limits, log };
}

const claim = (userId: string, n: number) => place.claim(userId, n);

const fileOf = async (privacy: ReturnType<typeof createPrivacy>, userId: string) =>
	(await privacy.dataOf(userId, 'whole')).file;

/** The keys of all rows that contain the member's id. */
const rowsThatName = (userId: string) =>
	[...place.rows].filter((row) => JSON.stringify(row).includes(userId)).map(([key]) => key);

it('a data export is limited to one per minute, and counts toward no other limit', async () => {
	const { privacy } = setUp();
	const taken = [alice, alice, bob].map((userId) => privacy.takeExport(userId));
	expect(await Promise.all(taken)).toEqual([undefined, now + 60_000, undefined]);
	expect(rowsThatName(alice)).toEqual([`attempts:export:${alice}`]);
	expect((await fileOf(privacy, alice)).countedForLimitsAt).toEqual([time]);
});

describe('a member’s data export', () => {
	it('has the purchases with their history, latest first, and the times of wrong codes', async () => {
		const { privacy, limits } = setUp();
		await claim(alice, 1);
		await claim(alice, 2);
		await claim(bob, 3);
		await limits.note('member', alice);

		const data = await fileOf(privacy, alice);
		expect(data).toMatchObject({ exportedAt: time, discordUserId: alice, wrongCodesAt: [time] });
		const { name } = samplePurchase().item;
		const history = [{ at: time, what: 'verified', by: 'you', discordServerId: guild }];
		expect(data.purchases).toMatchObject([{ item: { name } }, { item: { name }, status: 'valid', history }]);
	});

	it('has nothing about other holders of the same code in a team', async () => {
		const { privacy } = setUp();
		await place.claim(alice, 1, guild, { licenseType: 'Team' });
		await place.claim(bob, 1, otherGuild, { licenseType: 'Team' });
		const history = (await fileOf(privacy, bob)).purchases[0]?.history ?? [];
		expect(history).toMatchObject([{ what: 'verified', by: 'you', discordServerId: otherGuild }]);
		expect(JSON.stringify(await fileOf(privacy, bob))).not.toContain(alice);
	});

	const staff = memberNumber(9);
	const act = (why: string) => ({ by: staff, guildId: guild, why, isAdministrator: true });

	it('includes former purchases: the entries that name the member, and what could be undone', async () => {
		const { privacy } = setUp();
		const hash = await claim(alice, 1);
		const why = `new account, says <@${bob}> to <@${alice}>`;
		await claims.moderated.transfer(hash, alice, bob, act(why));
		await claims.moderated.change(hash, act('two people asked'), locked);
		const data = await fileOf(privacy, alice);
		expect(data.purchases).toEqual([]);
		const verified = { at: time, what: 'verified', by: 'you', why: undefined, discordServerId: guild };
		const moved = { ...verified, what: 'moved to another account', by: 'staff' };
		const history = [verified, { ...moved, why: `new account, says <@[id]> to <@${alice}>` }];
		const { item, licenseType } = samplePurchase();
		expect(data.formerPurchases).toEqual([{ item, licenseType, history, keptForUndo: undefined }]);
		for (const other of [bob, staff]) expect(JSON.stringify(data)).not.toContain(other);
		// Bob received it by a transfer. He may know neither who made it nor their earlier actions.
		const [bobs] = (await fileOf(privacy, bob)).purchases;
		expect(bobs?.history.map(({ what }) => what)).toEqual(['moved to another account', 'locked by staff']);
		expect(JSON.stringify(bobs)).not.toContain(alice);
	});

	it('includes earlier events that concern the member, each with its actor', async () => {
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
		expect((await fileOf(privacy, alice)).purchases[0]?.history).toMatchObject([
			{ what: 'verified' },
			{ what: 'an earlier event', by: 'you' },
			{ what: 'an earlier event', by: 'another holder' },
		]);
	});

	it('says that another holder, not staff, moved a purchase to them', async () => {
		const { privacy } = setUp();
		const hash = await claim(alice, 1);
		await claims.own.letGo(hash, alice, { userId: bob, guildId: guild });
		const history = (await fileOf(privacy, bob)).purchases[0]?.history ?? [];
		expect(history).toMatchObject([{ what: 'moved to another account', by: 'another holder' }]);
	});
});

describe('deleting a member’s data', () => {
	it('removes the id from everything but the daily counts', async () => {
		const { privacy, limits } = setUp();
		await claim(alice, 1);
		await limits.take('unlink', alice);
		for (const scope of ['member', 'question', 'reference'] as const) await limits.note(scope, alice);
		const row = { v: 1, at: now, guildId: guild };
		place.rows.set('looked-up:one', { ...row, by: alice, hash: '', sealed: '', itemName: 'Aurora' });
		place.rows.set('ref:BCDFGH', { ...row, userId: alice, why: 'taken' });
		const notice = { kind: 'stays', purchase: { name: 'Aurora', ending: '3a8c' } };
		place.rows.set(`notice:${alice}:one`, { ...row, userId: alice, notice });
		const at = { at: time, discordServerId: guild };
		expect(await fileOf(privacy, alice)).toMatchObject({
			wrongCodesAt: [time],
			unlinkedAt: [time],
			// A pending check with the shop, and a reference.
			countedForLimitsAt: [time, time],
			refusals: [{ ...at, what: 'the code is in use by another account' }],
			directMessages: [{ ...at, what: 'a purchase stays with another account' }],
			codesLookedUp: [{ ...at, what: 'you looked up a code' }],
			disputes: [],
			requests: [],
		});
		await privacy.deleteDataOf(alice);
		expect(rowsThatName(alice).toSorted()).toEqual([
			`attempts:member:${alice}`,
			`attempts:question:${alice}`,
			`attempts:unlink:${alice}`,
		]);
		const left = { refusals: [], directMessages: [], codesLookedUp: [], disputes: [] };
		expect(await fileOf(privacy, alice)).toMatchObject(left);
	});

	it('is incomplete if a purchase can’t be read', async () => {
		const { privacy } = setUp();
		place.rows.set(`claim:${await claim(alice, 1)}`, { v: 2 });
		expect(await privacy.deleteDataOf(alice)).toEqual({ isComplete: false });
	});

	it('is reported even if the rest of the data can’t be deleted', async () => {
		const away = () => {
			throw new Error('store away');
		};
		const { privacy, log } = setUp({ ...store, list: away });
		await claim(alice, 1);
		await expect(privacy.deleteDataOf(alice)).rejects.toThrow('store away');
		expect(log).toEqual([`deleted ${alice}`]);
	});
});
