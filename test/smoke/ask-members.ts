import { Routes } from 'discord.js';
import { type Finding, outcomeOf } from './finding.js';
import type { Place } from './place.js';

/** A bot's knowledge of members without the members intent. */
export async function* askMembers({ client, rest, guildId, botId }: Place): AsyncGenerator<Finding> {
	yield {
		question: 'One member by id over the gateway, without the members intent',
		expected: 'is told',
		found: await fetched(client.guilds.cache.get(guildId)?.members.fetch({ user: [botId], time: 15_000 })),
	};
	yield {
		question: 'One member by id over REST',
		expected: 'accepted',
		found: await outcomeOf(rest.get(Routes.guildMember(guildId, botId))),
	};
	yield {
		question: 'The list of members over REST (refused only where the intent is off on the Bot page)',
		expected: undefined,
		found: await outcomeOf(rest.get(Routes.guildMembers(guildId))),
	};
}

async function fetched(members: Promise<{ readonly size: number }> | undefined): Promise<string> {
	const size = await members?.then(
		({ size }) => size,
		() => 0,
	);
	return size === 1 ? 'is told' : 'is not told';
}
