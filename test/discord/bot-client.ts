import { once } from 'node:events';
import type { LocalDiscord } from '@claimcheck/local-discord';
import { type Client, Events } from 'discord.js';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { createClient } from '../../src/discord/connection/client.js';

type Options = Partial<Parameters<typeof createClient>[0]>;

/** The bot's own client, destroyed after the test. */
export function newBotClient(discord: LocalDiscord, options: Options = {}): Client {
	const client = createClient({
		rest: { api: discord.apiUrl },
		membersIntent: false,
		// discord.js would wait five seconds between two identifies.
		identifyThrottler: { waitForIdentify: async () => {} },
		onMembersIntent: () => {},
		onUnreadable: () => {},
		clock: systemClock,
		...options,
	});
	// Without listeners, a failing connection would end the test run.
	for (const event of [Events.Error, Events.ShardError] as const) client.on(event, () => undefined);
	onTestFinished(() => client.destroy());
	return client;
}

/** The same client, logged in and ready. */
export async function botClient(discord: LocalDiscord, options?: Options): Promise<Client> {
	const client = newBotClient(discord, options);
	const ready = once(client, Events.ClientReady);
	await client.login(discord.token);
	await ready;
	return client;
}
