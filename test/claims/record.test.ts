import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/base/errors.js';
import { newRecord } from '../../src/claims/changes.js';
import {
	type ClaimEvent,
	claimsIn,
	formerGuildsOf,
	parseRecord,
	recordIn,
	toClaim,
} from '../../src/claims/record.js';
import { guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, staff] = [1, 2, 9].map(memberNumber) as [string, string, string];
const purchase = samplePurchase();
const record = newRecord(
	{ userId: alice, guildId: guild, purchase, at: 1 },
	{ secret: 'check', sealed: 'sealed' },
);
const holder = { userId: bob, guildIds: [otherGuild], claimedAt: 2 };

describe('a stored claim', () => {
	it('is read as it was written, and is no claim where nothing is', () => {
		expect(parseRecord('hash', structuredClone(record))).toEqual(record);
		expect(recordIn({ key: 'claim:hash', value: structuredClone(record) })).toEqual(record);
		expect(parseRecord('hash', undefined)).toBeUndefined();
		expect(recordIn({ key: 'claim:hash', value: undefined })).toBeUndefined();
	});

	it('is damage where it has another shape, never an unclaimed code', () => {
		for (const value of [null, {}, { ...record, locked: 'no' }, { ...record, more: 1 }]) {
			expect(() => parseRecord('hash', value)).toThrow(StoreCorruptError);
			expect(recordIn({ key: 'claim:hash', value })).toBe('damaged');
		}
		expect(recordIn({ key: 'claim:hash', corrupt: true })).toBe('damaged');
	});

	it('is a claim of each of its holders, without what only the store needs', () => {
		const { item, licenseType, supportedUntil, purchasedAt } = purchase;
		const common = { hash: 'hash', status: 'active', locked: false, item, licenseType, supportedUntil };
		expect(claimsIn('hash', { ...record, holders: [...record.holders, holder] })).toStrictEqual([
			{ ...common, holderId: alice, guildIds: [guild], purchasedAt, claimedAt: 1, check: undefined },
			{ ...common, holderId: bob, guildIds: [otherGuild], purchasedAt, claimedAt: 2, check: undefined },
		]);
		const given = { ...record, given: { guildId: otherGuild } };
		expect(toClaim('hash', given, holder)).toMatchObject({ givenIn: otherGuild });
	});
});

describe('where roles of a former claim may be left', () => {
	const line = (what: ClaimEvent['what'], by: string, more: Partial<ClaimEvent> = {}): ClaimEvent => ({
		...{ at: 5, what, by, guildId: guild },
		...more,
	});
	const verified = line('claimed', alice, { at: 1 });
	const former = (history: ClaimEvent[], userId = alice, since = 5, guildIds: string[] = []) =>
		formerGuildsOf({ holders: [{ ...holder, userId: alice, guildIds }], history }, userId, since);

	it.each(['released', 'transferred', 'unlinked', 'guild-left', 'undone', 'forgotten', 'earlier'] as const)(
		'is asked once a member may have lost it: %s',
		(what) => {
			const lost = line(what, staff, { guildId: otherGuild });
			expect(former([verified, lost])).toEqual([guild]);
			expect(former([verified, lost], alice, 6)).toEqual([]);
		},
	);

	it.each(['claimed', 'guild-added', 'revoked', 'locked', 'gave', 'support-changed'] as const)(
		'is no one’s question while nothing was lost: %s',
		(what) => {
			expect(former([verified, line(what, alice)])).toEqual([]);
		},
	);

	it.each([
		['where they verified it', line('claimed', alice), [guild]],
		['where they showed it too', line('guild-added', alice), [guild]],
		['which they have left', line('guild-left', alice), [guild]],
		['where they unlinked it', line('unlinked', alice), [guild]],
		['of an earlier event of theirs', line('earlier', alice), [guild]],
		['of an earlier event that ended it for them', line('earlier', bob, { member: alice }), [guild]],
		['where staff took it from them', line('released', staff, { member: alice }), [guild]],
		['where staff gave it to them', line('transferred', staff, { member: bob, to: alice }), [guild]],
		['but not where they were staff themselves', line('locked', alice), []],
		['nor where it was about somebody else', line('claimed', bob, { member: staff, to: bob }), []],
		['nor where no server is named', line('claimed', alice, { guildId: undefined }), []],
	])('is each server %s', (_, event, guildIds) => {
		const lost = line('undone', staff, { guildId: otherGuild });
		expect(former([event, lost])).toEqual(guildIds);
	});

	it('is none in which they hold it again', () => {
		const history = [verified, line('guild-added', alice, { guildId: otherGuild }), line('undone', staff)];
		expect(former(history, alice, 5, [guild])).toEqual([otherGuild]);
		// A current holder is not meant if another member is asked about.
		expect(former([line('claimed', bob), line('undone', staff)], bob, 5, [guild])).toEqual([guild]);
	});
});
