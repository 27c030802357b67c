import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createItems } from '../../src/composition/create-items.js';
import { atHome } from '../discord/interactions/asking.js';
import { FakeInteraction, type Given } from '../discord/interactions/fake-interaction.js';

const staffRole = '300000000000000001';

function itemsWhere(sharing: 'everyone' | 'staff', claimsOf = async () => []) {
	const settings = { sharing } as Awaited<ReturnType<Parameters<typeof createItems>[0]['guilds']['get']>>;
	return createItems({
		catalog: {} as Parameters<typeof createItems>[0]['catalog'],
		claims: { claimsOf },
		guilds: { get: async () => settings },
		access: { ...atHome, makesStaff: async (_, roleIds) => [...roleIds].includes(staffRole) },
		links: {
			of: async () => ({ items: {} }),
			from: () => ({ items: {} }),
			known: () => ({ items: {} }),
			isKnown: () => true,
		},
		limits: { take: async () => undefined },
		logger: { warn: () => {} },
		now: () => 0,
	});
}

describe('who may show items to everyone', () => {
	const mayShare = (sharing: 'everyone' | 'staff', given: Given) =>
		itemsWhere(sharing).sharing.allows(new FakeInteraction(given));

	it.each<[string, Given, boolean]>([
		['a member', {}, false],
		['staff by role', { roleIds: [staffRole] }, true],
		['staff by role who is timed out', { roleIds: [staffRole], isTimedOut: true }, false],
		['a moderator', { permissions: PermissionFlagsBits.ManageRoles }, true],
	])('is the staff where the server chose so: %s', async (_, given, may) => {
		expect(await mayShare('staff', given)).toBe(may);
		expect(await mayShare('everyone', given)).toBe(true);
	});
});

it('what somebody has is left out where it cannot be read, and the item is shown all the same', async () => {
	const items = itemsWhere('everyone', async () => Promise.reject(new Error('The store is away')));
	expect(await items.itemPages.ownedItem({ guildId: '1', userId: '2' }, 7)).toBeUndefined();
});
