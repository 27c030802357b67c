import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import {
	liftedByModerator,
	locked,
	revokedByModerator,
	unlocked,
} from '../../src/claims/moderation-changes.js';
import { onCommit } from '../storage/on-commit.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import {
	codeNumber,
	guild,
	memberNumber,
	otherGuild,
	releasing,
	revoke,
	samplePurchase,
	strictPolicy,
	undoing,
} from './sample-claims.js';

const [alice, bob, carol, staff] = [1, 2, 3, 9].map(memberNumber) as [string, string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket', canManageRoles: true };
const none = '0'.repeat(64);
const refused = { kind: 'refused' };
const day = 86_400_000;

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

const team = (userId: string, n: number) => place.claim(userId, n, guild, { licenseType: 'Team' });
const unlink = (hash: string, userId = alice) => place.claims.own.unlink(hash, { userId, guildId: guild });
const present = async (n: number, userId: string) => (await place.claims.present(codeNumber(n), userId)).kind;

describe('a member’s own purchase', () => {
	it('shows the end of its code, and the member’s seat among those of its license type', async () => {
		await team(bob, 0xbeef);
		await team(alice, 0xbeef);
		place.clock += 1;
		await place.claim(alice, 0x3a8c);
		const held = await place.claims.own.held(alice);
		expect(held.toSorted((a, b) => a.claimedAt - b.claimedAt)).toMatchObject([
			{ holderId: alice, ending: 'beef', seat: { number: 2, of: 2 }, isRevokedByStaff: false },
			{ holderId: alice, ending: '3a8c', seat: { number: 1, of: 1 } },
		]);
		expect(await place.claims.own.held(carol)).toEqual([]);
	});

	it('can be listed and exported if another one is damaged, which is reported', async () => {
		const [damaged, sound] = [await place.claim(alice, 1), await place.claim(alice, 2)];
		const key = `claim:${damaged}`;
		place.rows.set(key, { v: 2, holders: 'none' });
		const { own } = place.claims;
		for (const read of [await own.held(alice), await own.naming(alice), await place.claims.claimsOf(alice)])
			expect(read.map(({ hash }) => hash)).toEqual([sound]);
		expect(place.corrupt).toEqual([key, key, key]);
		// Roles must not follow from the readable ones alone.
		expect((await place.claims.readClaimsOf(alice)).isComplete).toBe(false);
		place.rows.clear();
		await expect(place.claims.readClaimsOf(alice)).rejects.toThrow(StoreUnavailableError);
	});

	it('is shown without the end of its code if the sealed code can’t be opened', async () => {
		const hash = await place.claim(alice, 1);
		place.rows.set(`claim:${hash}`, { ...(place.rows.get(`claim:${hash}`) as object), sealed: 'v1.AAAA' });
		expect(await place.claims.own.held(alice)).toMatchObject([{ hash, ending: '' }]);
		expect(place.corrupt).toEqual([`claim:${hash}`]);
	});

	it('keeps its seat if the policy now has fewer', async () => {
		place.policy = { ...place.policy, seats: { Team: 3 } };
		for (const userId of [alice, bob, carol]) await team(userId, 1);
		expect(await present(1, memberNumber(4))).toBe('taken');
		const seat = async () => await place.claims.present(codeNumber(1), carol);
		expect(await seat()).toMatchObject({ seat: { number: 3, seats: 3 } });
		place.policy = { ...place.policy, seats: { Team: 2 } };
		expect(await seat()).toMatchObject({ kind: 'already-yours', seat: { number: 3, seats: 3 } });
		place.policy = { ...place.policy, seats: {} };
		expect(await seat()).not.toHaveProperty('seat');
	});
});

describe('unlinking', () => {
	it('keeps the code from others for as many days as the policy says', async () => {
		const hash = await place.claim(alice, 1);
		expect(await unlink(hash)).toMatchObject({
			...{ kind: 'unlinked', claim: { holderId: alice }, freeFrom: place.clock + 14 * day, seats: 1 },
		});
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		place.clock += 14 * day - 1;
		expect([await present(1, bob), await present(1, alice)]).toEqual(['taken', 'unclaimed']);
		place.clock += 1;
		expect(await present(1, bob)).toBe('unclaimed');
	});

	it('is refused for another member’s claim, a locked, refunded or given one, and if the policy forbids it', async () => {
		const hash = await place.claim(alice, 1);
		expect([await unlink(hash, bob), await unlink(none)]).toEqual([refused, refused]);
		const { policy } = place;
		for (const kind of ['never', 'members-move'] as const) {
			place.policy = { ...strictPolicy, unlinking: { kind } };
			expect(await unlink(hash)).toEqual(refused);
		}
		place.policy = policy;
		await place.claims.moderated.change(hash, act, locked);
		expect(await unlink(hash)).toEqual(refused);
		const refunded = await place.claim(alice, 2);
		await revoke(place.claims, refunded);
		expect(await unlink(refunded)).toEqual(refused);
		await place.claims.moderated.give({ userId: alice, purchase: samplePurchase() }, 'one', act);
		const gift = (await place.claims.claimsOf(alice)).find(({ isGiven }) => isGiven)?.hash ?? '';
		expect(await unlink(gift)).toEqual(refused);
		expect(await place.claims.claimsOf(alice)).toHaveLength(3);
	});
});

describe('moving a claim to another member', () => {
	let hash: string;
	beforeEach(async () => {
		place.clock = 1_000 * day;
		hash = await team(alice, 1);
	});
	const move = (from = alice, to = bob, of = hash) =>
		place.claims.own.letGo(of, from, { userId: to, guildId: otherGuild });

	it('gives it only to them, in the server where it was verified', async () => {
		const [before] = await place.claims.claimsOf(alice);
		place.clock += 5;
		expect(await move()).toMatchObject({ kind: 'moved', claim: before, file: { revision: 2 } });
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		expect(await place.claims.claimsOf(bob)).toMatchObject([{ hash, holderId: bob, claimedAt: place.clock }]);
		expect((await place.claims.read(hash))?.history.at(-1)).toEqual({
			...{ at: place.clock, what: 'transferred', by: alice, member: alice, to: bob },
			...{ guildId: otherGuild, why: '' },
		});
	});

	it('is possible only for its holder, and not to a member who already holds it', async () => {
		expect(await move(carol)).toEqual(refused);
		expect(await move(alice, bob, none)).toEqual(refused);
		expect(place.rows.has(`member:${bob}`)).toBe(false);
		await team(carol, 1);
		expect(await move(alice, carol)).toEqual(refused);
	});

	it('is refused while staff have locked or blocked it, after a refund, or without a code', async () => {
		const { moderated } = place.claims;
		await moderated.change(hash, act, locked);
		expect(await move()).toEqual(refused);
		await moderated.change(hash, act, unlocked);
		await moderated.change(hash, act, revokedByModerator);
		expect(await move()).toEqual(refused);
		await moderated.change(hash, act, liftedByModerator);
		await revoke(place.claims, hash);
		expect(await move()).toEqual(refused);
		await moderated.give({ userId: carol, purchase: samplePurchase() }, 'one', act);
		const [gift] = await place.claims.claimsOf(carol);
		expect(await move(carol, bob, gift?.hash)).toEqual(refused);
		expect(await place.claims.claimsOf(bob)).toEqual([]);
	});

	it('is possible once in ninety days, no matter which member does it', async () => {
		// Moves by staff don't count.
		await place.claims.moderated.transfer(hash, alice, carol, act);
		await place.claims.moderated.transfer(hash, carol, alice, act);
		expect(await move()).toMatchObject({ kind: 'moved' });
		place.clock += 90 * day - 1;
		expect(await move(bob, alice)).toEqual(refused);
		place.clock += 1;
		expect(await move(bob, alice)).toMatchObject({ kind: 'moved' });
	});
});

describe('a member’s data export', () => {
	const { item, licenseType } = samplePurchase();
	let hash: string;
	beforeEach(async () => {
		hash = await place.claim(alice, 1);
	});
	const undoOf = (userId: string) => ({
		...{ until: place.clock + 600_000, before: { userId, claimedAt: place.clock } },
	});

	it('has all data of a purchase that they hold', async () => {
		await place.claims.moderated.change(hash, act, locked);
		const [claim] = await place.claims.claimsOf(alice);
		const history = (await place.claims.read(hash))?.history;
		// Staff could bring back a purchase that they hold anyway.
		expect(await place.claims.own.naming(alice)).toEqual([
			{ hash, item, licenseType, claim, history, undo: undoOf(alice) },
		]);
		expect(await place.claims.own.naming(bob)).toEqual([]);
	});

	it('has only the lines that name them for a purchase they have lost, and what an undo would restore', async () => {
		await place.claims.moderated.transfer(hash, alice, bob, act);
		const history = (await place.claims.read(hash))?.history ?? [];
		expect(history.map(({ what }) => what)).toEqual(['claimed', 'transferred']);
		const lost = { hash, item, licenseType, claim: undefined, history, undo: undoOf(alice) };
		expect(await place.claims.own.naming(alice)).toEqual([lost]);
		const [claim] = await place.claims.claimsOf(bob);
		expect(await place.claims.own.naming(bob)).toEqual([{ ...lost, claim, undo: undefined }]);
		await place.claims.moderated.change(hash, act, releasing(bob));
		await place.claims.moderated.change(hash, act, locked);
		const named = (await place.claims.own.naming(alice)).map(({ history, undo }) => [history, undo]);
		expect(named).toEqual([[history, undefined]]);
	});
});

describe('deleting a member’s links to claims', () => {
	/** Forgets the member and returns what they held. */
	async function forget(userId: string): Promise<readonly string[]> {
		const { claims: held } = await place.claims.own.forget(userId);
		return held.map(({ hash }) => hash);
	}
	const entriesOf = (userId: string) =>
		[...place.rows.keys()].filter((key) => key.startsWith(`member:${userId}:`));

	it('reaches every claim of theirs, even former ones, so that no undo can restore them', async () => {
		const hashes = [await place.claim(alice, 1), await place.claim(alice, 2)];
		const former = await place.claim(alice, 3);
		const moved = await place.claims.moderated.transfer(former, alice, carol, act);
		expect(await forget(bob)).toEqual([]);
		expect((await forget(alice)).toSorted()).toEqual(hashes.toSorted());
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		expect(JSON.stringify([...place.rows])).not.toContain(alice);
		const revision = 'revision' in moved ? moved.revision : -1;
		expect(await place.claims.moderated.change(former, act, undoing(revision))).toEqual({
			kind: 'changed-since',
		});
	});

	it('resumes after a kill', async () => {
		for (let n = 0; n < 3; n += 1) await place.claim(alice, n);
		let commits = 0;
		const dying = await place.openWith((store) =>
			onCommit(store, {
				before() {
					commits += 1;
					if (commits > 2) throw new StoreUnavailableError('killed here');
				},
			}),
		);
		await expect(dying.own.forget(alice)).rejects.toThrow(StoreUnavailableError);
		expect(entriesOf(alice)).toHaveLength(1);
		expect(await forget(alice)).toHaveLength(1);
		expect(JSON.stringify([...place.rows])).not.toContain(alice);
	});

	it('continues past an unreadable claim, which is reported and found again once it can be read', async () => {
		const [damaged, sound] = [await place.claim(alice, 1), await place.claim(alice, 2)];
		const row = place.rows.get(`claim:${damaged}`);
		place.rows.set(`claim:${damaged}`, { v: 2 });
		const partly = await place.claims.own.forget(alice);
		expect(partly).toMatchObject({ claims: [{ hash: sound }], isComplete: false });
		expect(new Set(place.corrupt)).toEqual(new Set([`claim:${damaged}`]));
		expect(entriesOf(alice)).toEqual([`member:${alice}:${damaged}`]);
		place.rows.set(`claim:${damaged}`, row);
		const wholly = await place.claims.own.forget(alice);
		expect(wholly).toMatchObject({ claims: [{ hash: damaged }], isComplete: true });
		expect(entriesOf(alice)).toEqual([]);
	});
});
