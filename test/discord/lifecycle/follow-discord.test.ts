import { once } from 'node:events';
import { Events } from 'discord.js';
import { expect, it, vi } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { followGateway } from '../../../src/discord/lifecycle/follow-discord.js';
import { newBotClient } from '../bot-client.js';

it('a probe of Discord reports a gateway connection that holds, which no event does after two losses', async () => {
	const discord = await startDiscord();
	const client = newBotClient(discord);
	const worked = vi.fn();
	const clock = { delay: () => new Promise(() => {}) };
	const probe = followGateway(client, { states: { worked }, clock } as never);
	client.rest.setToken(discord.token);
	await probe();
	expect(worked).not.toHaveBeenCalled();
	await Promise.all([once(client, Events.ClientReady), client.login(discord.token)]);
	worked.mockClear();
	await probe();
	expect(worked).toHaveBeenCalledWith('discord', 'gateway');
});
