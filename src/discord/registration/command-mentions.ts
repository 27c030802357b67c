import { ApplicationCommandType, type Client } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { type CommandMention, inCode } from '../../i18n/translator.js';

export type MentionIn = (guildId: string) => CommandMention;

/** Ids are refreshed after this time: a registration may have changed them. */
const freshMs = 10 * 60_000;
/** Pause after a failure: texts read well without ids. */
const pauseMs = 60_000;

/** Formats commands as mentions (`</setup server:123>`) if their ids are known. Those are read in the background. */
export function commandMentions(client: Client, clock: Pick<Clock, 'now'>): MentionIn {
	/** By guild. */
	const known = new Map<string, { ids: ReadonlyMap<string, string>; staleAt: number }>();
	return (guildId) => (path) => {
		const commands = known.get(guildId) ?? { ids: new Map<string, string>(), staleAt: 0 };
		known.set(guildId, commands);
		if (commands.staleAt <= clock.now()) {
			// Prevents further requests until the response is in.
			commands.staleAt = Number.POSITIVE_INFINITY;
			void slashCommandIds(client, guildId).then(
				(ids) => Object.assign(commands, { ids, staleAt: clock.now() + freshMs }),
				() => Object.assign(commands, { staleAt: clock.now() + pauseMs }),
			);
		}
		const [name = ''] = path.split(' ');
		const id = commands.ids.get(name);
		return id === undefined ? inCode(path) : `</${path}:${id}>`;
	};
}

/** The ids of the slash commands registered in a guild, by name; none before login. Rejects with discord.js errors. */
async function slashCommandIds(client: Client, guildId: string): Promise<ReadonlyMap<string, string>> {
	const commands = await client.application?.commands.fetch({ guildId, cache: false });
	const slash = commands?.filter(({ type }) => type === ApplicationCommandType.ChatInput);
	return new Map(slash?.map(({ name, id }) => [name, id]));
}
