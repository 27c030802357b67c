import { beforeEach, describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/claims/claim.js';
import type { ClaimDetails } from '../../../src/claims/claim-details.js';
import { listedGuilds } from '../../../src/guilds/served-guilds.js';
import type { Decided, Dispute } from '../../../src/moderation/disputes/dispute.js';
import { notifyOutcome, placeFor } from '../../../src/moderation/disputes/notify-outcome.js';
import { otherGuild, samplePurchase } from '../../claims/sample-claims.js';
import { claimant, holder, home, other, type SentNotice, staff } from './dispute-world.js';

const thirdGuild = '200000000000000003';
const reference = 'BCD-FGH';
const decidedAt = 1_000_000;
const purchase = { name: samplePurchase().item.name, ending: '3a8c' };

let servedIds: string[];
let sent: SentNotice[];
let roles: readonly string[];
/** Server and holder of each claim whose roles were asked for. */
let named: string[];

beforeEach(() => {
	servedIds = [home, otherGuild];
	sent = [];
	roles = ['Buyer'];
	named = [];
});

function claimOf(holderId: string, over: Partial<Claim> = {}): Claim {
	return {
		...samplePurchase(),
		...{ hash: 'ab'.repeat(32), holderId, status: 'active', locked: false },
		...{ claimedAt: 1, check: undefined },
		...over,
	};
}

function fileOf(claims: readonly Claim[]): ClaimDetails {
	return {
		...samplePurchase(),
		...{ hash: 'ab'.repeat(32), status: 'active', locked: false, isRevokedByStaff: false, isGiven: false },
		...{ payment: undefined, keptSeats: 0, check: undefined, revision: 2, undoUntil: undefined },
		claims,
		history: claims.map(({ holderId }) => ({ at: 1, what: 'claimed', by: holderId, guildId: otherGuild })),
	};
}

async function notify(
	state: Dispute['state'],
	file: ClaimDetails | undefined,
	decided: Partial<Decided> | undefined = {},
	over: Partial<Dispute> = {},
): Promise<void> {
	const served = listedGuilds(servedIds);
	const notices = {
		notify: async (userId: string, guildId: string, notice: SentNotice['notice'], id: string) =>
			void sent.push({ userId, guildId, notice, id }),
	};
	const roleNames = {
		of: async (guildId: string, claim: Claim) => {
			named.push(`${guildId} ${claim.holderId}`);
			return roles;
		},
	};
	const dispute: Dispute = {
		...{ v: 1, reference, at: 1, hash: 'ab'.repeat(32), claimantId: claimant, guildId: otherGuild, note: '' },
		state,
		decided: { by: staff, at: decidedAt, why: '', holderId: holder, ...decided },
		...over,
	};
	await notifyOutcome({ notices, served, roleNames }, dispute, { file, ending: purchase.ending });
}

describe('a purchase that staff moved to the claimant', () => {
	it('is announced to the claimant with its roles, and to its former holder', async () => {
		await notify('moved', fileOf([claimOf(other), claimOf(claimant)]));
		expect(sent).toEqual([
			{
				...{ userId: claimant, guildId: otherGuild, id: 'dispute-BCD-FGH-yours-lfls' },
				notice: { kind: 'yours', purchase, roles: ['Buyer'] },
			},
			{
				...{ userId: holder, guildId: home, id: 'dispute-BCD-FGH-lost-lfls' },
				notice: { kind: 'lost', how: 'moved', purchase },
			},
		]);
		expect(named).toEqual([`${otherGuild} ${claimant}`]);
	});

	it('is announced to the former holder in the dispute’s server while there is no home', async () => {
		servedIds = [];
		await notify('moved', fileOf([claimOf(claimant)]));
		expect(sent[1]).toMatchObject({ userId: holder, guildId: otherGuild });
	});

	it('brings up to 25 roles into the notice', async () => {
		roles = Array.from({ length: 26 }, (_, n) => `Role ${n}`);
		await notify('moved', fileOf([claimOf(claimant)]));
		expect(sent[0]?.notice).toEqual({ kind: 'yours', purchase, roles: roles.slice(0, 25) });
	});

	it('is announced to the former holder alone if the claimant has lost it since', async () => {
		await notify('moved', fileOf([claimOf(other)]));
		expect(sent.map(({ userId }) => userId)).toEqual([holder]);
		expect(named).toEqual([]);
	});

	it('is announced to the claimant alone if the holder let it go', async () => {
		await notify('moved', fileOf([claimOf(claimant)]), { by: holder });
		expect(sent.map(({ userId }) => userId)).toEqual([claimant]);
	});

	it.each([
		['whose data was deleted', 'deleted'],
		['who is not known', undefined],
	])('is announced to the claimant alone if there was a holder %s', async (_, holderId) => {
		await notify('moved', fileOf([claimOf(claimant)]), { holderId });
		expect(sent.map(({ userId }) => userId)).toEqual([claimant]);
	});
});

describe('a dispute that staff decided otherwise', () => {
	it('announces the free code to the claimant', async () => {
		await notify('freed', fileOf([]));
		expect(sent).toEqual([
			{
				...{ userId: claimant, guildId: otherGuild, id: 'dispute-BCD-FGH-free-lfls' },
				notice: { kind: 'free', purchase },
			},
		]);
	});

	it('announces to the claimant alone that the purchase stays', async () => {
		await notify('left', fileOf([claimOf(holder)]));
		expect(sent).toEqual([
			{
				...{ userId: claimant, guildId: otherGuild, id: 'dispute-BCD-FGH-stays-lfls' },
				notice: { kind: 'stays', purchase },
			},
		]);
	});

	it('announces an undone move to both: lost for the claimant, regained for the holder', async () => {
		await notify('left', fileOf([claimOf(holder)]), { isUndone: true });
		expect(sent).toEqual([
			{
				...{ userId: claimant, guildId: otherGuild, id: 'dispute-BCD-FGH-lost-lfls' },
				notice: { kind: 'lost', how: 'moved', purchase },
			},
			{
				...{ userId: holder, guildId: otherGuild, id: 'dispute-BCD-FGH-yours-lfls' },
				notice: { kind: 'yours', purchase, roles: ['Buyer'] },
			},
		]);
	});

	it('announces nothing to a claimant whose data was deleted', async () => {
		for (const state of ['moved', 'freed', 'left'] as const) {
			await notify(state, fileOf([]), { holderId: 'deleted' }, { claimantId: 'deleted' });
		}
		expect(sent).toEqual([]);
	});
});

describe('nothing is announced about a dispute', () => {
	it.each(['withdrawn', 'moved-by-owner'] as const)('that is %s', async (state) => {
		await notify(state, fileOf([claimOf(claimant)]), { isUndone: true });
		expect(sent).toEqual([]);
	});

	it('without a decision', async () => {
		await notify('moved', fileOf([claimOf(claimant)]), {}, { decided: undefined });
		expect(sent).toEqual([]);
	});

	it('whose purchase was deleted', async () => {
		await notify('left', undefined);
		expect(sent).toEqual([]);
	});
});

describe('the server that a holder’s notice names', () => {
	const claimed = { at: 1, what: 'claimed', by: holder, guildId: otherGuild } as const;

	it.each<[string, ClaimDetails['history'], string[], string]>([
		['where the holder verified', [claimed], [home, otherGuild], otherGuild],
		[
			'where staff gave it to them',
			[{ ...claimed, what: 'gave', by: staff, member: holder }],
			[home, otherGuild],
			otherGuild,
		],
		['the first one if that is not served any more', [claimed], [home, thirdGuild], home],
		['the first one if it is not known', [{ ...claimed, by: other }], [home, otherGuild], home],
		['the dispute’s if none is served', [], [], thirdGuild],
	])('is %s', (_, history, ids, place) => {
		expect(placeFor({ history }, holder, listedGuilds(ids), thirdGuild)).toBe(place);
	});
});
