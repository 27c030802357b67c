import { expect, it } from 'vitest';
import { type ChosenSettings, GuildSettingsStore } from '../../src/servers/guild-settings.js';
import { KeyvStore } from '../../src/storage/keyv-store.js';
import { memoryBackEnd } from '../storage/memory-back-end.js';
import { onCommit } from '../storage/on-commit.js';
import { startProcess } from '../world/peopled-process.js';
import { idOf, PeopledWorld } from '../world/peopled-world.js';
import { PressedInteraction } from '../world/pressed-interaction.js';

it('gives the roles of settings that another process has changed while a code was checked', async () => {
	const world = new PeopledWorld();
	const { home } = world;
	const other = [...home.roles.keys()].find((id) => id !== home.buyerRoleId && id !== home.everyone.id) ?? '';
	const store = new KeyvStore(memoryBackEnd());
	const settings = new GuildSettingsStore(store, {}, world.served);
	const withOther = (chosen: ChosenSettings) => ({ ...chosen, buyerRoleId: other });
	const changing = onCommit(store, {
		async before(written) {
			if ([...written.keys()].some((key) => key.startsWith('claim:')))
				await settings.change(home.id, withOther);
		},
	});
	const bot = await startProcess(world, changing);
	const options = { code: world.shop.sold[0]?.code ?? '' };
	const pressed = new PressedInteraction(world, { by: 'buyer', guildId: home.id, index: 0, options });
	await bot.handle('verify', pressed);
	const held = () => [...(home.members.get(idOf('buyer'))?.roleIds ?? [])];
	expect(held()).toContain(home.buyerRoleId);
	await bot.settle();
	expect(held()).toContain(other);
});
