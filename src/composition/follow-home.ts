import { type Client, Events } from 'discord.js';
import type { FirstRun } from '../guilds/first-run.js';
import type { HomeWatch } from '../guilds/home-watch.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';

/** Greets home's owner: if the bot is in home already, and when it joins. */
export function followHome(
	client: Client,
	served: Pick<ServedGuilds, 'isHome'>,
	firstRun: Pick<FirstRun, 'look'>,
): void {
	const look = (guildId: string): void => {
		if (served.isHome(guildId)) void firstRun.look(guildId);
	};
	for (const guildId of client.guilds.cache.keys()) look(guildId);
	client.on(Events.GuildCreate, ({ id }) => look(id));
}

/** While no server is home, each server that the bot joins may become it. */
export function followFirstGuild(
	client: Client,
	homeWatch: Pick<HomeWatch, 'list' | 'look'>,
	onHome: () => Promise<void>,
): void {
	const look = async (): Promise<void> => {
		if (homeWatch.list !== undefined) return;
		await homeWatch.look();
		if (homeWatch.list !== undefined) await onHome();
	};
	client.on(Events.GuildCreate, () => void look());
	void look();
}
