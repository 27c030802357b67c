import { describe, expect, it } from 'vitest';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import { createStaffRoles } from '../../../src/services/setup/staff-roles.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor } from '../../world/floor.js';

function staffRoles(
	settings: Partial<GuildSettings>,
	selfChosen: ReadonlySet<string> | undefined = new Set(),
	hasOutage = false,
) {
	return createStaffRoles(
		floor({
			guilds: { get: async () => sampleSettings(settings) },
			discord: {
				factsOf: () => (hasOutage ? undefined : fakeGuild()),
				selfChosenRoles: async () => selfChosen,
			},
		}),
	);
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
		expect(await staffRoles(chosen, new Set(member)).makesStaff(ids.guild, member)).toBe(false);
		const unknown = createStaffRoles(
			floor({
				guilds: { get: async () => sampleSettings(chosen) },
				discord: { factsOf: () => fakeGuild(), selfChosenRoles: async () => undefined },
			}),
		);
		expect(await unknown.makesStaff(ids.guild, member)).toBe(false);
		expect(await staffRoles(chosen, new Set(), true).makesStaff(ids.guild, member)).toBe(false);
	});
});
