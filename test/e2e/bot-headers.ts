import type { Stage } from '@claimcheck/sandbox/stage';

/** For a request in the bot's name, as every client sends them. */
export function botHeaders({ discord }: Pick<Stage, 'discord'>): Record<string, string> {
	return {
		authorization: `Bot ${discord.token}`,
		'content-type': 'application/json',
		'user-agent': 'DiscordBot (https://example.com, 1.0.0)',
	};
}
