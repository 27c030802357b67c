import { describe, expect, it } from 'vitest';
import { newRecord, revoked, withGuild, withHolder } from '../../src/claims/changes.js';
import { detailsElsewhere, fullDetails, names } from '../../src/claims/claim-details.js';
import { givenRecord, locked, revokedByModerator } from '../../src/claims/moderation-changes.js';
import type { ClaimRecord } from '../../src/claims/record.js';
import { guild, memberNumber, otherGuild, samplePurchase } from './sample-claims.js';

const [alice, bob, carol, staff] = [1, 2, 3, 9].map(memberNumber) as [string, string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket' };
const purchase = samplePurchase();
const secrets = { secret: 'check', sealed: 'sealed' };
const claimed = (): ClaimRecord => newRecord({ userId: alice, guildId: guild, purchase, at: 1 }, secrets);
const sure = (outcome: ClaimRecord | string): ClaimRecord =>
	typeof outcome === 'string' ? expect.unreachable(outcome) : outcome;

describe('a purchase as staff are shown it', () => {
	it('is all of it at home', () => {
		const record = { ...claimed(), reserved: [{ tag: 'a' }, { tag: 'b', until: 9 }] };
		expect(fullDetails('hash', record, 9)).toEqual({
			...{ hash: 'hash', ...purchase, status: 'active', locked: false, revision: 1 },
			...{ isRevokedByStaff: false, isGiven: false, keptSeats: 1, check: undefined, undoUntil: undefined },
			claims: [expect.objectContaining({ holderId: alice, guildIds: [guild] })],
			history: record.history,
		});
	});

	it('says who ended it, staff or the shop, and whether staff gave it', () => {
		const flags = (record: ClaimRecord) => {
			const { status, isRevokedByStaff, isGiven } = fullDetails('hash', record, 0);
			return { status, isRevokedByStaff, isGiven };
		};
		expect(flags(sure(revokedByModerator(claimed(), act, 2)))).toEqual({
			...{ status: 'revoked', isRevokedByStaff: true, isGiven: false },
		});
		expect(flags(revoked(claimed(), { by: 'claimcheck' }, 2))).toEqual({
			...{ status: 'revoked', isRevokedByStaff: false, isGiven: false },
		});
		expect(flags(givenRecord({ userId: alice, purchase }, act, secrets, 1))).toEqual({
			...{ status: 'active', isRevokedByStaff: false, isGiven: true },
		});
	});

	it('can be undone until something else has happened', () => {
		const changed = sure(locked(claimed(), act, 2));
		expect(fullDetails('hash', changed, 2).undoUntil).toBe(600_002);
		const since = withGuild(changed, alice, otherGuild, 3);
		expect(fullDetails('hash', since, 3).undoUntil).toBeUndefined();
	});

	it('is in another server what was shown there, without what is home’s to know', () => {
		const joined = withHolder(claimed(), { userId: bob, guildId: otherGuild, tag: 'b', at: 2 });
		const record = { ...sure(locked(joined, act, 3)), check: { at: 3, misses: [3] } };
		const file = detailsElsewhere('hash', record, otherGuild);
		expect(file).toEqual({
			...{ hash: 'hash', ...purchase, status: 'active', locked: false, revision: 3 },
			...{ isRevokedByStaff: false, isGiven: false, keptSeats: 0, check: undefined, undoUntil: undefined },
			claims: [
				expect.objectContaining({
					...{ holderId: bob, guildIds: [otherGuild], claimedAt: 2 },
					...{ locked: false, check: undefined },
				}),
			],
			history: [{ at: 2, what: 'claimed', by: bob, guildId: otherGuild }],
		});
	});

	it('is held there since it was shown there last by that member, whatever else happened there', () => {
		const shown = withGuild(claimed(), alice, otherGuild, 5);
		const others = withHolder(shown, { userId: bob, guildId: otherGuild, tag: 'b', at: 7 });
		const left = { at: 8, what: 'guild-left', by: alice, guildId: otherGuild } as const;
		const file = detailsElsewhere('hash', { ...others, history: [...others.history, left] }, otherGuild);
		expect(file?.claims.map(({ claimedAt }) => claimedAt)).toEqual([5, 7]);
		// Lines of older versions name no server.
		const old = { ...shown, history: claimed().history };
		expect(detailsElsewhere('hash', old, otherGuild)?.claims).toMatchObject([{ claimedAt: 1 }]);
	});

	it('says what was paid and whether it was downloaded to home alone, and never of a gift', () => {
		const payment = { price: 29, currency: 'USD', downloaded: true };
		const paid = withGuild({ ...claimed(), ...payment }, alice, otherGuild, 2);
		expect(fullDetails('hash', paid, 2).payment).toEqual(payment);
		expect(fullDetails('hash', revoked(paid, { by: 'claimcheck' }, 3), 3).payment).toEqual(payment);
		expect(JSON.stringify(detailsElsewhere('hash', paid, otherGuild))).not.toMatch(/29|USD|downloaded/);
		const given = givenRecord({ userId: alice, purchase: { ...purchase, ...payment } }, act, secrets, 1);
		expect(fullDetails('hash', given, 1).payment).toBeUndefined();
		expect(fullDetails('hash', claimed(), 1).payment).toBeUndefined();
		// A currency alone says nothing.
		expect(fullDetails('hash', { ...claimed(), currency: 'USD' }, 1).payment).toBeUndefined();
	});

	it('is nothing where it was never shown, and its history where it is held no more', () => {
		expect(detailsElsewhere('hash', claimed(), otherGuild)).toBeUndefined();
		const unheld = { ...claimed(), holders: [] };
		expect(detailsElsewhere('hash', unheld, guild)).toMatchObject({ claims: [], history: claimed().history });
	});
});

describe('whom a purchase is about', () => {
	const file = (event: object, holders = claimed().holders) => {
		const lock = { at: 1, what: 'locked', by: staff } as const;
		return fullDetails('hash', { ...claimed(), holders, history: [lock, { ...lock, ...event }] }, 0);
	};

	it.each([
		['its holder', file({}), alice, true],
		['somebody else', file({}), bob, false],
		['whom it was taken from', file({ what: 'released', member: bob }), bob, true],
		['whom it was given to', file({ what: 'transferred', member: carol, to: bob }), bob, true],
		['who held it and unlinked it', file({ what: 'unlinked', by: bob }), bob, true],
		['not the staff who changed it', file({}), staff, false],
		['nobody where nobody holds it', file({}, []), alice, false],
	])('is shown: %s', (_, it, userId, isAbout) => {
		expect(names(it, userId)).toBe(isAbout);
	});
});
