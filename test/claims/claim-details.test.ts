import { describe, expect, it } from 'vitest';
import { revoked } from '../../src/claims/changes.js';
import { codeEnding } from '../../src/claims/claim.js';
import { claimDetails, names } from '../../src/claims/claim-details.js';
import { begunRecord, locked, revokedByModerator } from '../../src/claims/moderation-changes.js';
import type { ClaimRecord } from '../../src/claims/record.js';
import { change, guild, memberNumber, samplePurchase, sampleRecord } from './sample-claims.js';

const [alice, bob, carol, staff] = [1, 2, 3, 9].map(memberNumber) as [string, string, string, string];
const act = { by: staff, guildId: guild, why: 'a ticket' };
const purchase = samplePurchase();
const secrets = { secret: 'check', sealed: 'sealed' };
const claimed = () => sampleRecord(alice, 1);

describe('the details of a purchase for staff', () => {
	it('include everything that is known', () => {
		const record = { ...claimed(), reserved: [{ tag: 'a' }, { tag: 'b', until: 9 }] };
		expect(claimDetails('hash', record, 9)).toEqual({
			...{ hash: 'hash', ...purchase, status: 'active', locked: false, revision: 1 },
			...{ isRevokedByStaff: false, isGiven: false, keptSeats: 1, check: undefined, undoUntil: undefined },
			claims: [expect.objectContaining({ holderId: alice })],
			history: record.history,
		});
	});

	it('say who ended it, staff or the shop, and whether staff gave it', () => {
		const flags = (record: ClaimRecord) => {
			const { status, isRevokedByStaff, isGiven } = claimDetails('hash', record, 0);
			return { status, isRevokedByStaff, isGiven };
		};
		expect(flags(change(revokedByModerator(claimed(), act, 2)))).toEqual({
			...{ status: 'revoked', isRevokedByStaff: true, isGiven: false },
		});
		expect(flags(revoked(claimed(), { by: 'claimcheck' }, 2))).toEqual({
			...{ status: 'revoked', isRevokedByStaff: false, isGiven: false },
		});
		expect(flags(begunRecord({ userId: alice, purchase, isGiven: true }, act, secrets, 1))).toEqual({
			...{ status: 'active', isRevokedByStaff: false, isGiven: true },
		});
	});

	it('offer an undo until something else has happened', () => {
		const changed = change(locked(claimed(), act, 2));
		expect(claimDetails('hash', changed, 2).undoUntil).toBe(600_002);
		const since = revoked(changed, { by: 'claimcheck' }, 3);
		expect(claimDetails('hash', since, 3).undoUntil).toBeUndefined();
	});

	it('say what was paid and whether it was downloaded', () => {
		const payment = { price: 29, currency: 'USD', downloaded: true };
		const paid = { ...claimed(), ...payment };
		expect(claimDetails('hash', paid, 2).payment).toEqual(payment);
		expect(claimDetails('hash', revoked(paid, { by: 'claimcheck' }, 3), 3).payment).toEqual(payment);
		expect(claimDetails('hash', claimed(), 1).payment).toBeUndefined();
		const free = { ...claimed(), price: 0 };
		expect(claimDetails('hash', free, 1).payment).toStrictEqual({ price: 0 });
		// A currency without an amount says nothing.
		expect(claimDetails('hash', { ...claimed(), currency: 'USD' }, 1).payment).toBeUndefined();
	});
});

describe('the person in a history line', () => {
	const file = (event: object, holders = claimed().holders) => {
		const lock = { at: 1, what: 'locked', by: staff } as const;
		return claimDetails('hash', { ...claimed(), holders, history: [lock, { ...lock, ...event }] }, 0);
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

it.each([
	['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3301'],
	['ab12cd34ef56', 'ef56'],
	['ab12cd34ef5', 'ef5'],
	['ab12cd', 'cd'],
	['ab', ''],
])('at most a third of a code is shown, and no more than four characters: %s', (code, ending) => {
	expect(codeEnding(code)).toBe(ending);
});
