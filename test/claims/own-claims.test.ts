import { beforeEach, describe, expect, it } from 'vitest';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { codeNumber, guild, memberNumber, strictPolicy } from './sample-claims.js';

const [alice, bob, carol] = [1, 2, 3].map(memberNumber) as [string, string, string];
const act = { by: memberNumber(9), guildId: guild, why: 'disputed' };
const day = 86_400_000;

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

const unlink = (hash: string, userId = alice) => place.claims.own.unlink(hash, { userId, guildId: guild });
const present = async (n: number, userId: string) => (await place.claims.present(codeNumber(n), userId)).kind;

describe('what a member holds', () => {
	it('has the end of its code and the member’s seat among those of its license type', async () => {
		await place.claim(bob, 0xbeef, guild, { licenseType: 'Team' });
		await place.claim(alice, 0xbeef, guild, { licenseType: 'Team' });
		place.clock += 1;
		await place.claim(alice, 0x3a8c);
		const held = await place.claims.own.held(alice);
		expect(held.toSorted((a, b) => a.claimedAt - b.claimedAt)).toMatchObject([
			{ holderId: alice, ending: 'beef', seat: { number: 2, of: 2 }, isRevokedByStaff: false },
			{ holderId: alice, ending: '3a8c', seat: { number: 1, of: 1 } },
		]);
		expect(await place.claims.own.held(carol)).toEqual([]);
	});

	it('can be seen, and given out, without the one that is damaged, which is reported', async () => {
		const [damaged, sound] = [await place.claim(alice, 1), await place.claim(alice, 2)];
		const key = `claim:${damaged}`;
		place.rows.set(key, { v: 2, holders: 'none' });
		const { own } = place.claims;
		for (const read of [await own.held(alice), await own.naming(alice), await place.claims.claimsOf(alice)])
			expect(read.map(({ hash }) => hash)).toEqual([sound]);
		expect(place.corrupt).toEqual([key, key, key]);
		// Roles must not follow from these alone.
		expect((await place.claims.readClaimsOf(alice)).isComplete).toBe(false);
	});

	it('is shown without its ending where the copy of its code can’t be opened', async () => {
		const hash = await place.claim(alice, 1);
		place.rows.set(`claim:${hash}`, { ...(place.rows.get(`claim:${hash}`) as object), sealed: 'v1.AAAA' });
		expect(await place.claims.own.held(alice)).toMatchObject([{ hash, ending: '' }]);
		expect(place.corrupt).toEqual([`claim:${hash}`]);
	});
});

describe('unlinking', () => {
	it('keeps the code from others for the days of the policy, and no longer', async () => {
		const hash = await place.claim(alice, 1);
		expect(await unlink(hash)).toMatchObject({
			kind: 'unlinked',
			claim: { holderId: alice },
			freeFrom: place.clock + 14 * day,
		});
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		place.clock += 14 * day - 1;
		expect([await present(1, bob), await present(1, alice)]).toEqual(['taken', 'unclaimed']);
		place.clock += 1;
		expect(await present(1, bob)).toBe('unclaimed');
	});

	it('is refused of another’s claim, of a locked one, and unless the policy allows it', async () => {
		const hash = await place.claim(alice, 1);
		expect(await unlink(hash, bob)).toEqual({ kind: 'not-yours' });
		expect(await unlink('0'.repeat(64))).toEqual({ kind: 'not-yours' });
		await place.claims.moderated.lock(hash, act);
		expect(await unlink(hash)).toEqual({ kind: 'locked' });
		for (const kind of ['never', 'members-move'] as const) {
			place.policy = { ...strictPolicy, unlinking: { kind } };
			expect(await unlink(hash)).toEqual({ kind: 'not-allowed' });
		}
		expect(await place.claims.claimsOf(alice)).toHaveLength(1);
	});
});

describe('seats', () => {
	it('are no more than the policy has for the license type, and stay with who has one when there are fewer', async () => {
		place.policy = { ...place.policy, seats: { Team: 3 } };
		for (const userId of [alice, bob, carol]) await place.claim(userId, 1, guild, { licenseType: 'Team' });
		expect(await present(1, memberNumber(4))).toBe('taken');
		const seat = async () => await place.claims.present(codeNumber(1), carol);
		expect(await seat()).toMatchObject({ seat: { number: 3, seats: 3 } });
		place.policy = { ...place.policy, seats: { Team: 2 } };
		expect(await seat()).toMatchObject({ kind: 'already-yours', seat: { number: 3, seats: 3 } });
		place.policy = { ...place.policy, seats: {} };
		expect(await seat()).not.toHaveProperty('seat');
	});
});

describe('a former holder whose data is deleted', () => {
	it('can’t be brought back by an undo', async () => {
		const hash = await place.claim(alice, 1);
		const moved = await place.claims.moderated.transfer(hash, alice, bob, act);
		await place.claims.own.forget(alice);
		expect(JSON.stringify(place.rows.get(`claim:${hash}`))).not.toContain(alice);
		const revision = 'revision' in moved ? moved.revision : -1;
		expect(await place.claims.moderated.undo(hash, revision, act)).toEqual({ kind: 'changed-since' });
	});
});
