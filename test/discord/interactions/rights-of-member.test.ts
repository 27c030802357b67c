import { Client, type Guild, type GuildMember, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { rightsOfMember } from '../../../src/discord/interactions/asked.js';

const { Administrator, ManageGuild, ManageRoles, SendMessages } = PermissionFlagsBits;
const now = 1_000_000;
const memberId = '200000000000000001';

const role = (id: string, position: number, bits = 0n) => ({ id, position, permissions: String(bits) });
const everyone = role('100000000000000001', 0, SendMessages);
const low = role('300000000000000001', 1);
const older = role('300000000000000002', 2, ManageRoles);
const younger = role('300000000000000003', 2);
const high = role('300000000000000004', 3, Administrator);

interface Manager<Model> {
	_add(data: object): Model;
}

/** Built from Discord's payloads, as discord.js does. */
function rights(own: ReturnType<typeof role>[], { timedOutUntil = 0, isOwner = false } = {}) {
	const { guilds } = new Client({ intents: [], sweepers: {} });
	const guild = (guilds as unknown as Manager<Guild>)._add({
		id: everyone.id,
		owner_id: isOwner ? memberId : '200000000000000009',
		roles: [everyone, low, older, younger, high],
	});
	const member = (guild.members as unknown as Manager<GuildMember>)._add({
		user: { id: memberId },
		roles: own.map(({ id }) => id),
		communication_disabled_until: new Date(timedOutUntil).toISOString(),
	});
	return rightsOfMember(member, now);
}

describe('a member’s permissions in the server', () => {
	it('combine those of @everyone and of the member’s roles', () => {
		const { has, isAdministrator } = rights([low, older]);
		const granted = [SendMessages, ManageRoles, ManageRoles | SendMessages, ManageGuild].map(has);
		expect(granted).toEqual([true, true, true, false]);
		expect(has(ManageGuild | ManageRoles)).toBe(false);
		expect(isAdministrator).toBe(false);
	});

	it.each([
		['an administrator', rights([high])],
		['the owner, without any role', rights([], { isOwner: true })],
		['an administrator who is timed out', rights([high], { timedOutUntil: now + 1 })],
	])('are all permissions for %s', (_, { has, isAdministrator, isTimedOut }) => {
		const found = [has(ManageGuild), has(1n << 60n), isAdministrator, isTimedOut];
		expect(found).toEqual([true, true, true, false]);
	});

	it('are empty while the member is timed out, and return afterwards', () => {
		const timedOut = rights([older], { timedOutUntil: now + 1 });
		expect([timedOut.isTimedOut, timedOut.has(ManageRoles), timedOut.has(0n)]).toEqual([true, false, false]);
		expect(rights([older], { timedOutUntil: now }).has(ManageRoles)).toBe(true);
	});

	it('reach only known roles below the highest one; in the same position, the younger role is lower', () => {
		const { isAbove } = rights([older]);
		expect([everyone, low, younger].map(({ id }) => isAbove(id))).toEqual([true, true, true]);
		expect([older, high].map(({ id }) => isAbove(id))).toEqual([false, false]);
		expect(isAbove('300000000000000099')).toBe(false);
	});
});
