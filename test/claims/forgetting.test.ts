import { beforeEach, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/base/errors.js';
import { onCommit } from '../storage/on-commit.js';
import { type MemoryClaims, memoryClaims } from './memory-claims.js';
import { guild, memberNumber, otherGuild } from './sample-claims.js';

const [alice, bob, staff] = [1, 2, 9].map(memberNumber) as [string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket' };

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

/** Forgets the member; what was held. */
async function forget(userId: string): Promise<readonly string[]> {
	const { claims: held, isComplete } = await place.claims.own.forget(userId);
	if (!isComplete) expect(place.corrupt).not.toEqual([]);
	return held.map(({ hash }) => hash);
}

const entriesOf = (userId: string) =>
	[...place.rows.keys()].filter((key) => key.startsWith(`member:${userId}:`));

describe('deleting what ties a member to claims', () => {
	it('reaches every claim of theirs, also one that they hold no more', async () => {
		const hashes = [await place.claim(alice, 1), await place.claim(alice, 2)];
		hashes.push(await place.claim(alice, 3, otherGuild));
		const former = await place.claim(alice, 4);
		await place.claims.moderated.release(former, alice, act);
		expect(await forget(bob)).toEqual([]);
		expect((await forget(alice)).toSorted()).toEqual(hashes.toSorted());
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		expect(entriesOf(alice)).toEqual([]);
	});

	it('goes on where it was killed', async () => {
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

	it('goes on where a claim can’t be read, which is reported and found again once it can', async () => {
		const [damaged, sound] = [await place.claim(alice, 1), await place.claim(alice, 2)];
		const row = place.rows.get(`claim:${damaged}`);
		place.rows.set(`claim:${damaged}`, { v: 2 });
		expect(await forget(alice)).toEqual([sound]);
		expect(new Set(place.corrupt)).toEqual(new Set([`claim:${damaged}`]));
		expect(entriesOf(alice)).toEqual([`member:${alice}:${damaged}`]);
		place.rows.set(`claim:${damaged}`, row);
		expect(await forget(alice)).toEqual([damaged]);
		expect(entriesOf(alice)).toEqual([]);
	});
});
