import { describe, expect, it } from 'vitest';
import type { GuildQueries } from '../../../src/servers/guild-facts.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import { createStaffRoles } from '../../../src/services/setup/staff-roles.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor, type Given } from '../../world/floor.js';

function staffRoles(settings: Partial<GuildSettings>, changes: Given<GuildQueries> = {}) {
	const discord = { factsOf: () => fakeGuild(), selfChosenRoles: async () => new Set<string>(), ...changes };
	return createStaffRoles(floor({ guilds: { get: async () => sampleSettings(settings) }, discord }));
}

describe('a role that was chosen for staff', () => {
	const chosen = { staffRoleIds: [ids.staff, ids.supported] };

	it('makes its members staff, and no one else', async () => {
		const roles = staffRoles(chosen);
		expect(await roles.makesStaff(ids.guild, [ids.supported, ids.legend])).toBe(true);
		expect(await roles.makesStaff(ids.guild, [ids.legend, ids.guild])).toBe(false);
		expect(await roles.makesStaff(ids.guild, [])).toBe(false);
	});

	it.each<[string, Partial<GuildSettings>, string]>([
		['a role for an item', { ...chosen, itemRoles: { 1: ids.supported } }, ids.supported],
		['deleted', { staffRoleIds: [ids.deleted] }, ids.deleted],
	])('no longer counts once it is %s', async (_, settings, roleId) => {
		expect(await staffRoles(settings).makesStaff(ids.guild, [roleId])).toBe(false);
	});

	it('doesn’t count if members can pick it themselves, or while that is unknown', async () => {
		const member = [ids.supported];
		for (const changes of [
			{ selfChosenRoles: async () => new Set(member) },
			{ selfChosenRoles: async () => undefined },
			{ factsOf: () => undefined },
		])
			expect(await staffRoles(chosen, changes).makesStaff(ids.guild, member)).toBe(false);
	});
});
