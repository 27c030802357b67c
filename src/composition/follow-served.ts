import { type Client, Events } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import type { Logger } from '../base/logger.js';
import { createGreeter } from '../discord/channels/greeting.js';
import { watchArrivals } from '../discord/guilds/has-arrived.js';
import { inspectGuilds } from '../discord/lifecycle/preflight.js';
import type { CommandMentions } from '../discord/registration/command-mentions.js';
import { FirstRun } from '../guilds/first-run.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ServedWatch } from '../guilds/served-watch.js';
import type { Setup } from '../guilds/setup.js';
import type { Store } from '../storage/store.js';

/** Greets the owners of the served guilds and inspects them: now, or as soon as one is known. */
export function followServed(
	client: Client<true>,
	parts: {
		readonly store: Store;
		readonly guilds: GuildSettingsStore;
		readonly served: ServedGuilds;
		readonly servedWatch: ServedWatch;
		readonly setup: Setup;
		readonly mentionIn: CommandMentions['in'];
		readonly logger: Logger;
	},
): void {
	const { store, guilds, served, servedWatch, setup, mentionIn, logger } = parts;
	const greeter = createGreeter(client, mentionIn);
	const firstRun = new FirstRun({ store, settings: guilds, greeter, logger });
	const onKnown = async (): Promise<void> => {
		greetOwners(client, served, firstRun);
		await inspectGuilds(client, {
			served,
			examine: async (guildId) => (await setup.overview(guildId)).findings,
			commands: commandPayloads,
			logger,
		});
	};
	if (servedWatch.list === undefined) followFirstGuild(client, servedWatch, onKnown);
	else void onKnown();
}

/** Greets the owners of the guilds that the bot is in already, and of those that it joins. */
function greetOwners(client: Client, served: ServedGuilds, firstRun: FirstRun): void {
	const look = (guildId: string): void => {
		if (served.serves(guildId)) void firstRun.look(guildId);
	};
	for (const guildId of client.guilds.cache.keys()) look(guildId);
	watchArrivals(client, ({ id }) => look(id));
}

/** While no guild is served, the first one that the bot joins may be. */
function followFirstGuild(client: Client, servedWatch: ServedWatch, onKnown: () => Promise<void>): void {
	const look = async (): Promise<void> => {
		if (servedWatch.list !== undefined) return;
		await servedWatch.look();
		if (servedWatch.list !== undefined) await onKnown();
	};
	client.on(Events.GuildCreate, () => void look());
	void look();
}
