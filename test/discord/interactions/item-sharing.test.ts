import { describe, expect, it } from 'vitest';
import { itemSharing } from '../../../src/discord/interactions/access.js';
import type { Places } from '../../../src/floors.js';
import type { StaffRoles } from '../../../src/services/setup/staff-roles.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor } from '../../world/floor.js';
import { fakeInteraction, type Given } from './fake-interaction.js';

const staffRole = '300000000000000001';

describe('permission to show items to everyone', () => {
	const mayShare = (sharing: 'everyone' | 'staff', given: Given) =>
		itemSharing(
			floor<Places>({ guilds: { get: async () => sampleSettings({ sharing }) }, limits: {} }),
			floor<StaffRoles>({ makesStaff: async (_, roleIds) => [...roleIds].includes(staffRole) }),
		).allows(fakeInteraction(given));

	it.each<[string, Given, boolean]>([
		['a member', {}, false],
		['staff by role', { roleIds: [staffRole] }, true],
	])('is limited to staff if the server says so: %s', async (_, given, may) => {
		expect(await mayShare('staff', given)).toBe(may);
		expect(await mayShare('everyone', given)).toBe(true);
	});
});
