import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { allows, computePermissions } from '../src/permissions.js';

const { Administrator, ManageGuild, SendMessages, ViewChannel } = PermissionFlagsBits;
const everyone = { id: 'guild', permissions: ViewChannel | SendMessages };
const base = { guildId: 'guild', userId: 'ana', isOwner: false, roles: [everyone] };

describe('permissions', () => {
	test('add up over the roles', () => {
		const roles = [everyone, { id: 'staff', permissions: ManageGuild }];
		expect(computePermissions({ ...base, roles })).toBe(ViewChannel | SendMessages | ManageGuild);
	});

	test('are complete for the owner and for administrators, whatever a channel denies', () => {
		const overwrites = [{ id: 'guild', type: 0 as const, allow: 0n, deny: ViewChannel }];
		const admin = [everyone, { id: 'admin', permissions: Administrator }];
		expect(
			allows(computePermissions({ ...base, isOwner: true, overwrites }), ManageGuild | ViewChannel),
		).toBe(true);
		expect(allows(computePermissions({ ...base, roles: admin, overwrites }), ManageGuild | ViewChannel)).toBe(
			true,
		);
	});

	test('in a channel apply everyone’s overwrites first, then the roles’ together, then the member’s', () => {
		const roles = [everyone, { id: 'a', permissions: 0n }, { id: 'b', permissions: 0n }];
		const overwrite = (id: string, type: 0 | 1, allow: bigint, deny: bigint) => ({ id, type, allow, deny });
		const denied = overwrite('guild', 0, 0n, SendMessages);
		const mixed = [overwrite('a', 0, 0n, SendMessages), overwrite('b', 0, SendMessages, 0n)];
		const own = overwrite('ana', 1, 0n, SendMessages);
		const may = (...overwrites: ReturnType<typeof overwrite>[]) =>
			allows(computePermissions({ ...base, roles, overwrites }), SendMessages);
		expect(may()).toBe(true);
		expect(may(denied)).toBe(false);
		expect(may(denied, ...mixed)).toBe(true);
		expect(may(own, ...mixed)).toBe(false);
		expect(may(overwrite('stranger', 0, 0n, SendMessages))).toBe(true);
	});
});
