import { expect, it } from 'vitest';
import { type ChosenSettings, GuildSettingsStore } from '../../src/servers/guild-settings.js';
import { keyvStore } from '../../src/storage/keyv-store.js';
import { memoryBackEnd } from '../storage/memory-back-end.js';
import { onCommit } from '../storage/on-commit.js';
import { codeOf, homeId, roles, userIds } from '../world/servers.js';
import { startProcess } from '../world/still-process.js';
import { stillWorld } from '../world/still-world.js';

it('gives the roles of the current settings if another process changed them while a code was being checked', async () => {
	const world = stillWorld();
	const [userId] = userIds;
	const store = keyvStore(memoryBackEnd());
	const settings = new GuildSettingsStore(store, {}, world.served);
	const withOther = (chosen: ChosenSettings) => ({ ...chosen, buyerRoleId: roles.item });
	const changing = onCommit(store, {
		async before(written) {
			if ([...written.keys()].some((key) => key.startsWith('claim:')))
				await settings.change(homeId, withOther);
		},
	});
	const bot = await startProcess(world, changing);
	const asked = { guildId: homeId, userId, input: codeOf(0), heldRoles: { roles: [] } };
	await bot.commands.verification.verify(asked);
	await bot.quiet();
	const held = () => [...(world.home.members.get(userId)?.roleIds ?? [])];
	expect(held()).toContain(roles.buyer);
	await bot.settle();
	expect(held()).toContain(roles.item);
});
