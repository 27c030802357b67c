import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endUndo, forgetGuild } from '../../../src/claims/admin/forget-guild.js';
import { codeNumber, guild, memberNumber, otherGuild, samplePurchase } from '../sample-claims.js';
import { type AdminPlace, backEnds, keys, makeAdminPlace, rowsOf } from './admin-place.js';

const [alice, bob, staff] = [memberNumber(1), memberNumber(2), memberNumber(9)];
const act = { by: staff, guildId: guild, why: 'a ticket' };

let place: AdminPlace;
beforeEach(async () => {
	const [sqlite] = backEnds;
	if (sqlite === undefined) throw new Error('There is no back end');
	place = await makeAdminPlace(sqlite);
});
afterEach(() => place.remove());

async function claim(n: number, userId: string, guildId: string): Promise<string> {
	await place.claims.claim(codeNumber(n), { userId, guildId, purchase: samplePurchase() });
	return keys.hash(codeNumber(n));
}

const guildsOf = async (userId: string) =>
	(await place.claims.claimsOf(userId)).map(({ guildIds }) => guildIds);

describe('a server that is forgotten', () => {
	it('is taken out of every claim, and the claims stay', async () => {
		await claim(1, alice, guild);
		await claim(1, alice, otherGuild);
		await claim(2, alice, otherGuild);
		await claim(3, bob, guild);
		expect(await forgetGuild(place.work, otherGuild)).toBe(2);
		expect([await guildsOf(alice), await guildsOf(bob)]).toEqual([[[guild], []], [[guild]]]);
		expect(place.progress).toEqual(['1/undefined', '2/undefined', '3/undefined']);
	});

	it('does not come back by an undo', async () => {
		const hash = await claim(1, alice, otherGuild);
		const moved = await place.claims.moderated.transfer(hash, alice, bob, act);
		expect(await forgetGuild(place.work, otherGuild)).toBe(1);
		const revision = 'revision' in moved ? moved.revision : expect.unreachable(moved.kind);
		await place.claims.moderated.undo(hash, revision, act);
		expect([await guildsOf(alice), await guildsOf(bob)]).toEqual([[[]], []]);
	});

	it('changes nothing where no member has verified there, or what can’t be read', async () => {
		await place.claims.moderated.lock(await claim(1, alice, guild), act);
		await place.damage(`claim:${await claim(2, alice, otherGuild)}`, 'gibberish');
		const before = await rowsOf(place.store);
		expect(await forgetGuild(place.work, otherGuild)).toBe(0);
		expect(await rowsOf(place.store)).toEqual(before);
	});
});

describe('the end of every undo', () => {
	it('leaves the claims as they are, and no moderator can take back anything', async () => {
		const hash = await claim(1, alice, guild);
		await claim(2, bob, guild);
		const done = await place.claims.moderated.lock(hash, act);
		const revision = 'revision' in done ? done.revision : expect.unreachable(done.kind);
		expect(await endUndo(place.work)).toBe(1);
		expect(await endUndo(place.work)).toBe(0);
		expect(await place.claims.moderated.undo(hash, revision, act)).toEqual({ kind: 'changed-since' });
		expect(await place.claims.claimsOf(alice)).toMatchObject([{ locked: true }]);
	});
});
