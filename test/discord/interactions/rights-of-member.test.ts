import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { type RankedMember, rightsOfMember } from '../../../src/discord/interactions/rights-of-member.js';

const { Administrator, ManageGuild, ManageRoles, SendMessages } = PermissionFlagsBits;
const now = 1_000_000;

const role = (id: string, rawPosition: number, bits = 0n) => ({
	id,
	rawPosition,
	permissions: { bitfield: bits },
});
const everyone = role('100000000000000001', 0, SendMessages);
const low = role('300000000000000001', 1);
const older = role('300000000000000002', 2, ManageRoles);
const younger = role('300000000000000003', 2);
const high = role('300000000000000004', 3, Administrator);
const all = new Map([everyone, low, older, younger, high].map((it) => [it.id, it]));

function rights(own: ReturnType<typeof role>[], changes: Partial<RankedMember> = {}, isOwner = false) {
	const id = '200000000000000001';
	return rightsOfMember(
		{
			id,
			communicationDisabledUntilTimestamp: null,
			guild: { ownerId: isOwner ? id : '200000000000000009', roles: { cache: all } },
			roles: {
				cache: new Map([everyone, ...own].map((it) => [it.id, it])),
				highest: own.at(-1) ?? everyone,
			},
			...changes,
		},
		now,
	);
}

describe('a member’s rights in the server', () => {
	it('are those of @everyone and of the member’s roles together', () => {
		const { has, isAdministrator } = rights([low, older]);
		expect([SendMessages, ManageRoles, ManageRoles | SendMessages, ManageGuild].map(has)).toEqual([
			true,
			true,
			true,
			false,
		]);
		expect(has(ManageGuild | ManageRoles)).toBe(false);
		expect(isAdministrator).toBe(false);
	});

	it.each([
		['an administrator', rights([high])],
		['the owner, without any role', rights([], {}, true)],
		['an administrator who is timed out', rights([high], { communicationDisabledUntilTimestamp: now + 1 })],
	])('are all of them for %s', (_, { has, isAdministrator, isTimedOut }) => {
		expect([has(ManageGuild), has(1n << 60n), isAdministrator, isTimedOut]).toEqual([
			true,
			true,
			true,
			false,
		]);
	});

	it('are none while the member is timed out, and come back with its end', () => {
		const timedOut = rights([older], { communicationDisabledUntilTimestamp: now + 1 });
		expect([timedOut.isTimedOut, timedOut.has(ManageRoles), timedOut.has(0n)]).toEqual([true, false, false]);
		expect(rights([older], { communicationDisabledUntilTimestamp: now }).has(ManageRoles)).toBe(true);
	});

	it('reach the roles below the highest one, of two in one position the younger, and none that is unknown', () => {
		const { isAbove } = rights([older]);
		expect([everyone, low, younger].map(({ id }) => isAbove(id))).toEqual([true, true, true]);
		expect([older, high].map(({ id }) => isAbove(id))).toEqual([false, false]);
		expect(isAbove('300000000000000099')).toBe(false);
	});
});
