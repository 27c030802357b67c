import { describe, expect, it } from 'vitest';
import { unlinked } from '../../src/claims/changes.js';
import {
	begunRecord,
	liftedByModerator,
	linkedTo,
	locked,
	released,
	revokedByModerator,
	seatsFreed,
	transferred,
	undone,
	unlocked,
} from '../../src/claims/moderation-changes.js';
import type { ClaimRecord } from '../../src/claims/record.js';
import { change, sampleRecord as claimed, guild, memberNumber, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [memberNumber(1), memberNumber(2), memberNumber(9)];
const act = { by: staff, guildId: guild, why: 'a ticket' };
const secrets = { secret: 'check', sealed: 'sealed' };
const day = 86_400_000;
const gift = { userId: alice, purchase: samplePurchase() };

const toBob = { holderId: alice, toUserId: bob, tag: 'tag of bob' };
const kept = (tag: string, until: number): ClaimRecord =>
	unlinked(claimed(), { userId: alice, guildId: guild, tag, at: 0 }, until);

describe('seats reserved for former holders', () => {
	it('attack 15: are all freed, and restored by an undo', () => {
		const record = kept('tag of alice', 14 * day);
		const freed = change(seatsFreed(record, act, day, day));
		expect(freed.reserved).toEqual([]);
		expect(freed.history.at(-1)).toEqual({ at: day, what: 'seat-freed', ...act });
		expect(change(undone(freed, freed.revision, act, day + 1)).reserved).toEqual(record.reserved);
	});

	it('no longer count once they expire, and can’t be freed while the purchase is locked', () => {
		const record = kept('tag of alice', 14 * day);
		expect(seatsFreed(record, act, 14 * day, 14 * day)).toBe('no-kept-seat');
		expect(seatsFreed(change(locked(record, act, 1)), act, 2, 2)).toBe('locked');
	});
});

describe('a transfer', () => {
	it('uses only the seat that was reserved for the new holder', () => {
		const others = [{ tag: 'tag of somebody else' }];
		const record = { ...claimed(), reserved: [{ tag: 'tag of bob' }, ...others] };
		expect(change(transferred(record, toBob, act, 1)).reserved).toEqual(others);
	});

	it('leaves the other holders their seats', () => {
		const holders = [{ userId: staff, claimedAt: 0 }, ...claimed().holders];
		const after = change(transferred({ ...claimed(), holders }, toBob, act, 1)).holders;
		expect(after.map(({ userId }) => userId)).toEqual([staff, bob]);
	});

	it('can give away a purchase without a holder, and frees former holders’ seats until it is undone', () => {
		const free = { ...claimed(), holders: [], reserved: [{ tag: 'of the loser' }] };
		const nobodys = { ...toBob, holderId: undefined };
		const after = change(transferred(free, nobodys, act, 1));
		expect([after.holders.map(({ userId }) => userId), after.reserved]).toEqual([[bob], []]);
		expect(change(undone(after, after.revision, act, 2))).toMatchObject({
			...{ holders: [], reserved: free.reserved },
		});
		expect(transferred(claimed(), nobodys, act, 1)).toBe('not-held');
	});
});

describe('an undo', () => {
	it('applies only to the latest change', () => {
		const first = change(locked(claimed(), act, 1));
		const second = change(revokedByModerator(first, act, 2));
		expect(undone(second, first.revision, act, 3)).toBe('changed-since');
		expect(undone({ ...second, revision: 9 }, second.revision, act, 3)).toBe('changed-since');
		expect(undone({ ...second, revision: 9 }, 9, act, 3)).toBe('changed-since');
	});

	it('adds its own line to the history, and can’t be undone', () => {
		const after = change(locked(claimed(), act, 1));
		const back = change(undone(after, after.revision, act, 2));
		expect(back.history.at(-1)).toEqual({ at: 2, what: 'undone', ...act });
		expect(back).not.toHaveProperty('undo');
		expect(undone(back, back.revision, act, 3)).toBe('changed-since');
	});
});

describe('a purchase given by staff', () => {
	it.each([
		['without a code, it is marked as given', true],
		['with its code, it is as if the member had entered it', undefined],
	] as const)('%s', (_, given) => {
		const record = begunRecord({ ...gift, isGiven: given === true }, act, secrets, 5);
		expect(record.given).toEqual(given);
		expect(record).toMatchObject({
			...secrets,
			revision: 1,
			holders: [{ userId: alice, claimedAt: 5 }],
			history: [{ at: 5, what: 'gave', member: alice, ...act }],
		});
		expect(change(undone(record, 1, act, 6)).holders).toEqual([]);
	});
});

describe('a purchase that staff give to another member, or block', () => {
	it('is held by both, and only by the first after an undo', () => {
		const record = { ...claimed(), reserved: [{ tag: 'tag of bob' }, { tag: 'tag of carol' }] };
		const given = linkedTo(record, { userId: bob, tag: 'tag of bob', seatsAt: 1 }, act, 1);
		expect(given).toMatchObject({
			revision: 2,
			holders: [{ userId: alice }, { userId: bob, claimedAt: 1 }],
			reserved: [{ tag: 'tag of carol' }],
		});
		expect(given.history.slice(1)).toEqual([{ at: 1, what: 'gave', member: bob, ...act }]);
		expect(change(undone(given, 2, act, 2))).toMatchObject({
			holders: record.holders,
			reserved: record.reserved,
		});
	});

	it('has no holder if it is blocked before anyone verified it, and is free after an undo', () => {
		const record = begunRecord({ purchase: samplePurchase() }, act, secrets, 1);
		expect(record).toMatchObject({ ...secrets, item: samplePurchase().item, status: 'revoked' });
		expect(record).toMatchObject({ revokedBy: staff, revision: 1, holders: [] });
		expect(record.history).toEqual([{ at: 1, what: 'revoked', ...act }]);
		const free = change(undone(record, 1, act, 2));
		expect(free).toMatchObject({ status: 'active', holders: [] });
		expect(free).not.toHaveProperty('revokedBy');
	});
});

describe('a change by staff', () => {
	const lockedOne = () => change(locked(claimed(), act, 1));
	const revokedOne = () => change(revokedByModerator(claimed(), act, 1));
	const givenOne = () => begunRecord({ ...gift, isGiven: true }, act, secrets, 1);

	it.each([
		['a release of what is locked', () => released(lockedOne(), alice, act, 2), 'locked'],
		['a release from who doesn’t hold it', () => released(claimed(), bob, act, 2), 'not-held'],
		['a transfer of what has no code', () => transferred(givenOne(), toBob, act, 2), 'given'],
		['a transfer of what is locked', () => transferred(lockedOne(), toBob, act, 2), 'locked'],
		['a transfer from who doesn’t hold it', () => transferred(claimed(bob), toBob, act, 2), 'not-held'],
		[
			'a transfer to a holder',
			() => transferred(claimed(), { ...toBob, toUserId: alice }, act, 2),
			'already-held',
		],
		['a lock of what has no code', () => locked(givenOne(), act, 2), 'given'],
		['a second lock', () => locked(lockedOne(), act, 2), 'already-locked'],
		['an end of no lock', () => unlocked(claimed(), act, 2), 'not-locked'],
		['a block of what has no code', () => revokedByModerator(givenOne(), act, 2), 'given'],
		['a second block', () => revokedByModerator(revokedOne(), act, 2), 'already-revoked'],
		['an end of no block', () => liftedByModerator(claimed(), act, 2), 'not-revoked'],
	])('is refused with the reason: %s', (_, decide, hindrance) => {
		expect(decide()).toBe(hindrance);
	});

	it('is undone including the record of who made it, if it blocks a code or lifts a block', () => {
		const free = change(undone(revokedOne(), revokedOne().revision, act, 2));
		expect(free.status).toBe('active');
		expect(Object.keys(free)).not.toContain('revokedBy');
		const lifted = change(liftedByModerator(revokedOne(), act, 2));
		expect(lifted.undo?.before).toMatchObject({ status: 'revoked', revokedBy: staff });
		const again = change(undone(lifted, lifted.revision, act, 3));
		expect(again).toMatchObject({ status: 'revoked', revokedBy: staff });
		expect(Object.keys(lockedOne().undo?.before ?? {})).not.toContain('revokedBy');
	});
});
