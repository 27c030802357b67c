import { GatewayIntentBits } from 'discord-api-types/v10';

/** Intents that must be enabled for the application before a bot may request them. */
export const privilegedIntents =
	GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent;

const knownIntents = Object.values(GatewayIntentBits)
	.filter((bit) => typeof bit === 'number')
	.reduce((all, bit) => all | bit, 0);

/** https://discord.com/developers/docs/events/gateway#list-of-intents; events not listed here need no intent. */
const intentOfEvent: Readonly<Record<string, GatewayIntentBits>> = {
	GUILD_CREATE: GatewayIntentBits.Guilds,
	GUILD_UPDATE: GatewayIntentBits.Guilds,
	GUILD_DELETE: GatewayIntentBits.Guilds,
	GUILD_ROLE_CREATE: GatewayIntentBits.Guilds,
	GUILD_ROLE_UPDATE: GatewayIntentBits.Guilds,
	GUILD_ROLE_DELETE: GatewayIntentBits.Guilds,
	CHANNEL_CREATE: GatewayIntentBits.Guilds,
	CHANNEL_UPDATE: GatewayIntentBits.Guilds,
	CHANNEL_DELETE: GatewayIntentBits.Guilds,
	THREAD_CREATE: GatewayIntentBits.Guilds,
	THREAD_UPDATE: GatewayIntentBits.Guilds,
	THREAD_DELETE: GatewayIntentBits.Guilds,
	THREAD_LIST_SYNC: GatewayIntentBits.Guilds,
	GUILD_MEMBER_ADD: GatewayIntentBits.GuildMembers,
	GUILD_MEMBER_UPDATE: GatewayIntentBits.GuildMembers,
	GUILD_MEMBER_REMOVE: GatewayIntentBits.GuildMembers,
	MESSAGE_CREATE: GatewayIntentBits.GuildMessages,
	MESSAGE_UPDATE: GatewayIntentBits.GuildMessages,
	MESSAGE_DELETE: GatewayIntentBits.GuildMessages,
};

/** True if a session with these intents receives the event. A bot always receives changes to its own member. */
export function hears(intents: number, event: string, isAboutBot: boolean): boolean {
	const needed = intentOfEvent[event];
	if (needed === undefined) return true;
	if (event === 'GUILD_MEMBER_UPDATE' && isAboutBot) return true;
	return (intents & needed) !== 0;
}

export function areKnownIntents(intents: number): boolean {
	return Number.isInteger(intents) && intents >= 0 && (intents & ~knownIntents) === 0;
}
