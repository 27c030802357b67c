import { type Client, Events } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import type { Logger } from '../base/logger.js';
import { Greeting } from '../discord/channels/greeting.js';
import { watchArrivals } from '../discord/lifecycle/guild-arrivals.js';
import { inspectGuilds } from '../discord/lifecycle/preflight.js';
import type { CommandMentions } from '../discord/registration/command-mentions.js';
import { FirstRun } from '../guilds/first-run.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { HomeWatch } from '../guilds/home-watch.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Setup } from '../guilds/setup.js';
import type { Store } from '../storage/store.js';

/** Greets home's owner and inspects the served guilds: now, or as soon as a guild has become home. */
export function followHome(
	client: Client<true>,
	parts: {
		readonly store: Store;
		readonly guilds: GuildSettingsStore;
		readonly served: ServedGuilds;
		readonly homeWatch: HomeWatch;
		readonly setup: Setup;
		readonly mentionIn: CommandMentions['in'];
		readonly logger: Logger;
	},
): void {
	const { store, guilds, served, homeWatch, setup, mentionIn, logger } = parts;
	const greeter = new Greeting(client, mentionIn);
	const firstRun = new FirstRun({ store, settings: guilds, greeter, logger });
	const onHome = async (): Promise<void> => {
		greetOwner(client, served, firstRun);
		await inspectGuilds(client, {
			served,
			list: homeWatch.list,
			examine: async (guildId) => (await setup.overview(guildId)).findings,
			commands: commandPayloads,
			logger,
		});
	};
	if (homeWatch.list === undefined) followFirstGuild(client, homeWatch, onHome);
	else void onHome();
}

/** Greets home's owner: if the bot is in home already, and when it joins. */
function greetOwner(client: Client, served: ServedGuilds, firstRun: FirstRun): void {
	const look = (guildId: string): void => {
		if (served.isHome(guildId)) void firstRun.look(guildId);
	};
	for (const guildId of client.guilds.cache.keys()) look(guildId);
	watchArrivals(client, ({ id }) => look(id));
}

/** While no server is home, each server that the bot joins may become it. */
function followFirstGuild(client: Client, homeWatch: HomeWatch, onHome: () => Promise<void>): void {
	const look = async (): Promise<void> => {
		if (homeWatch.list !== undefined) return;
		await homeWatch.look();
		if (homeWatch.list !== undefined) await onHome();
	};
	client.on(Events.GuildCreate, () => void look());
	void look();
}
