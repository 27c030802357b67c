import { beforeEach, describe, expect, it } from 'vitest';
import type { Given } from '../../src/claims/moderated-claims.js';
import {
	liftedByModerator,
	locked,
	revokedByModerator,
	seatsFreed,
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
	samplePurchase,
	undoing,
} from './sample-claims.js';

const [alice, bob, carol, staff] = [1, 2, 3, 9].map(memberNumber) as [string, string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket', canManageRoles: true };
const code = codeNumber(1);
const team = { licenseType: 'Team' };
const teamPurchase = samplePurchase(team);
const day = 86_400_000;

let place: MemoryClaims;
beforeEach(async () => {
	place = await memoryClaims();
});

function done(outcome: Given) {
	return outcome.kind === 'done' ? outcome : expect.unreachable(outcome.kind);
}

const link = (userId: string, more: object = {}) =>
	place.claims.moderated.link(code, { userId, purchase: teamPurchase }, { ...act, ...more });
const unlink = async (userId: string, hash: string) =>
	await place.claims.own.unlink(hash, { userId, guildId: guild });

describe('a change by staff', () => {
	it('attack 10: is refused if something has happened since they looked', async () => {
		const hash = await place.claim(alice, 1);
		const { moderated } = place.claims;
		expect(await moderated.change(hash, { ...act, revision: 0 }, locked)).toEqual({ kind: 'changed-since' });
		const { revision } = done(await moderated.change(hash, { ...act, revision: 1 }, locked));
		expect(revision).toBe(2);
	});

	it('is refused to moderators in their own case, but not to administrators', async () => {
		const hash = await place.claim(alice, 1);
		const own = { ...act, by: alice };
		expect(await place.claims.moderated.change(hash, own, locked)).toEqual({ kind: 'own-case' });
		expect(await place.claims.moderated.change(hash, own, releasing(alice))).toEqual({ kind: 'own-case' });
		// A purchase that the moderator would receive.
		expect(await place.claims.moderated.transfer(hash, alice, staff, act)).toEqual({ kind: 'own-case' });
		expect(await place.claims.claimsOf(staff)).toEqual([]);
		const asAdministrator = { ...own, isAdministrator: true };
		expect(done(await place.claims.moderated.change(hash, asAdministrator, locked)).isOwnCase).toBe(true);
		expect(done(await place.claims.moderated.change(hash, act, unlocked)).isOwnCase).toBe(false);
	});

	it('frees reserved seats, unless one is reserved for the moderator', async () => {
		const hash = await place.claim(alice, 1, guild, team);
		await place.claim(bob, 1, guild, team);
		await unlink(alice, hash);
		await unlink(bob, hash);
		expect(await place.claims.moderated.change(hash, { ...act, by: alice }, seatsFreed)).toEqual({
			kind: 'own-case',
		});
		expect(done(await place.claims.moderated.change(hash, act, seatsFreed))).toMatchObject({
			...{ isOwnCase: false, file: { keptSeats: 0 } },
		});
		expect(await place.claims.present(code, carol)).toEqual({ kind: 'unclaimed' });
	});

	it('can be undone within ten minutes to exactly the previous state, and only one of several takes effect', async () => {
		const hash = await place.claim(alice, 1);
		const { moderated } = place.claims;
		const before = await place.claims.claimsOf(alice);
		const receivers = [bob, carol, memberNumber(4)];
		const moves = await Promise.all(receivers.map((to) => moderated.transfer(hash, alice, to, act)));
		const [moved, ...more] = moves.filter(({ kind }) => kind === 'done');
		expect(more).toEqual([]);
		const revision = moved?.kind === 'done' ? moved.revision : 0;
		place.clock += 600_000;
		expect(await moderated.change(hash, act, undoing(revision))).toEqual({ kind: 'too-late' });
		place.clock -= 1;
		done(await moderated.change(hash, act, undoing(revision)));
		expect(await place.claims.claimsOf(alice)).toEqual(before);
	});
});

describe('a purchase that staff gave', () => {
	it('is shown with all details', async () => {
		const given = { ...act, guildId: otherGuild };
		const purchase = samplePurchase();
		const { file } = done(await place.claims.moderated.give({ userId: alice, purchase }, 'one', given));
		const shown = await place.claims.moderated.byHash(file.hash);
		expect(shown).toMatchObject({ isGiven: true, undoUntil: place.clock + 600_000 });
		expect(await place.claims.moderated.byMember(alice)).toEqual([{ file: shown, holderId: alice }]);
		// A second gift adds no entry for the member who was to receive it.
		const again = await place.claims.moderated.give({ userId: bob, purchase }, 'one', given);
		expect(again).toEqual({ kind: 'changed-since' });
		expect(place.rows.has(`member:${bob}`)).toBe(false);
		const own = await place.claims.moderated.give({ userId: staff, purchase }, 'own', {
			...act,
			isAdministrator: true,
		});
		expect(done(own).isOwnCase).toBe(true);
	});

	it('is undone, revoked and restored only by moderators', async () => {
		const { moderated } = place.claims;
		const given = await moderated.give({ userId: alice, purchase: samplePurchase() }, 'one', act);
		const { file, revision } = done(given);
		const asSupporter = { ...act, canManageRoles: false };
		expect(await moderated.change(file.hash, asSupporter, undoing(revision))).toEqual({
			kind: 'moderators-only',
		});
		expect(await moderated.change(file.hash, asSupporter, releasing(alice))).toEqual({
			kind: 'moderators-only',
		});
		const taken = done(await moderated.change(file.hash, act, releasing(alice)));
		expect(await place.claims.claimsOf(alice)).toEqual([]);
		done(await moderated.change(file.hash, act, undoing(taken.revision)));
		expect(await place.claims.claimsOf(alice)).toHaveLength(1);
	});
});

describe('a code that staff link or block', () => {
	it('is linked if a seat is free, and only once', async () => {
		const hash = await place.claim(alice, 1, guild, team);
		done(await link(bob));
		expect(await place.claims.claimsOf(bob)).toMatchObject([{ hash }]);
		expect(await link(alice)).toEqual({ kind: 'already-held' });
		expect(await link(staff)).toEqual({ kind: 'own-case' });
		expect(await link(carol)).toEqual({ kind: 'not-free' });
	});

	it('isn’t linked to another member while a seat is reserved, nor while the clock may be wrong', async () => {
		const hash = await place.claim(alice, 1, guild, team);
		await place.claim(bob, 1, guild, team);
		await unlink(bob, hash);
		expect(await link(carol)).toEqual({ kind: 'not-free' });
		expect(done(await link(bob)).file.claims).toHaveLength(2);
		await unlink(bob, hash);
		place.clock += 14 * day;
		place.isClockTrusted = false;
		expect(await link(carol)).toEqual({ kind: 'not-free' });
		place.isClockTrusted = true;
		done(await link(carol));
	});

	it('goes to another member who was faster', async () => {
		const slow = await place.openWith((store) =>
			onCommit(store, {
				async before(written) {
					for (const key of written.keys())
						if (key.startsWith('claim:') && !place.rows.has(key)) await place.claim(alice, 1);
				},
			}),
		);
		const gift = { userId: bob, purchase: samplePurchase() };
		expect(await slow.moderated.link(code, gift, act)).toEqual({ kind: 'not-free' });
		expect(await place.claims.claimsOf(alice)).toHaveLength(1);
	});

	it('is refused to every member while blocked, and only a moderator blocks it or ends that', async () => {
		const { file, revision } = done(await place.claims.moderated.block(code, samplePurchase(), act));
		const asked = { userId: alice, guildId: guild, purchase: samplePurchase() };
		expect(await place.claims.present(code, alice)).toEqual({ kind: 'revoked-by-staff' });
		expect(await place.claims.claim(code, asked)).toEqual({ kind: 'revoked-by-staff' });
		const { moderated } = place.claims;
		const { canManageRoles: _, ...asSupporter } = act;
		const refused = { kind: 'moderators-only' };
		expect(await moderated.change(file.hash, asSupporter, liftedByModerator)).toEqual(refused);
		done(await moderated.change(file.hash, act, undoing(revision)));
		expect(await place.claims.present(code, alice)).toEqual({ kind: 'unclaimed' });
		expect(await moderated.change(file.hash, asSupporter, revokedByModerator)).toEqual(refused);
	});
});
