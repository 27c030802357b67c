import { once } from 'node:events';
import { Client, type ClientOptions, Events, GatewayIntentBits } from 'discord.js';
import { onTestFinished } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../src/local-discord.js';
import type { LocalDiscordOptions } from '../src/local-discord-options.js';

/** A local Discord that is closed after the test. */
export async function startDiscord(options?: LocalDiscordOptions): Promise<LocalDiscord> {
	const discord = await startLocalDiscord(options);
	onTestFinished(() => discord.close());
	return discord;
}

/** The real discord.js client, logged in and ready; destroyed after the test. */
export async function loginClient(
	discord: LocalDiscord,
	options: Partial<ClientOptions> = {},
): Promise<Client<true>> {
	const client = new Client({
		intents: [GatewayIntentBits.Guilds],
		...options,
		rest: { api: discord.apiUrl, ...options.rest },
	});
	// Without a listener, an error of a broken connection would end the test run.
	client.on(Events.Error, () => undefined);
	onTestFinished(() => client.destroy());
	const ready = once(client, Events.ClientReady);
	await client.login(discord.token);
	await ready;
	if (!client.isReady()) throw new Error('The client is not ready');
	return client;
}
