import type { OwnedGuild } from '../../discord/guilds/own-guilds.js';
import type { Bot } from './ask-token.js';
import { type Asking, remark } from './questions.js';

/** See channels, send messages, embed links, manage roles: the least that works. */
const permissions = '268454912';
const mostListed = 20;

/** Question 2: which servers are served, the first of which is home. `guilds`: those that the bot is in. */
export async function askServers(
	asking: Asking,
	bot: Pick<Bot, 'applicationId'>,
	guilds: () => Promise<readonly OwnedGuild[]>,
): Promise<readonly OwnedGuild[]> {
	const { terminal, current } = asking;
	const known = (current('DISCORD_GUILD_ID') ?? '').split(',').map((id) => id.trim());
	for (;;) {
		await terminal.ask(`2/5 Server: open this, add the bot, Enter\n ${inviteOf(bot.applicationId)}\n > `);
		const found = await terminal.during(guilds().catch(() => undefined));
		if (found === undefined) {
			remark(asking, 'no', 'Discord doesn’t answer. Check your connection, then try again.');
			continue;
		}
		if (found.length === 0) {
			remark(asking, 'no', 'the bot is in no server yet');
			continue;
		}
		const kept = known.flatMap((id) => found.find((guild) => guild.id === id) ?? []);
		const chosen = await choose(asking, found, kept);
		if (chosen === undefined) continue;
		remark(asking, 'ok', chosen.map(({ name }) => name).join(', '));
		return chosen;
	}
}

function inviteOf(applicationId: string): string {
	return `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${permissions}`;
}

/** Undefined: none of these, look again. Nothing needs to be chosen where there is one, and it is one's own. */
async function choose(
	asking: Asking,
	guilds: readonly OwnedGuild[],
	kept: readonly OwnedGuild[],
): Promise<readonly OwnedGuild[] | undefined> {
	const { terminal } = asking;
	const [only, another] = guilds;
	if (only?.isOwn && another === undefined) return [only];
	for (const [at, { name, isOwn }] of guilds.slice(0, mostListed).entries()) {
		terminal.say(` ${at + 1} ${name}${isOwn ? '' : ' (somebody else’s)'}`);
	}
	if (guilds.length > mostListed) terminal.say(` and ${guilds.length - mostListed} more: by their server ID`);
	const enter =
		kept.length > 0 ? `Enter keeps ${kept.map(({ name }) => name).join(', ')}` : 'Enter looks again';
	for (;;) {
		const answer = await terminal.ask(` Which, your own one first, such as 1 or 2,1? ${enter}.\n > `);
		if (answer === '') return kept.length > 0 ? kept : undefined;
		const named = answer.split(/[\s,]+/).filter((part) => part !== '');
		const chosen = named.map((part) => guilds[Number(part) - 1] ?? guilds.find(({ id }) => id === part));
		const whole = chosen.flatMap((guild) => guild ?? []);
		if (whole.length === named.length) return [...new Set(whole)];
		remark(asking, 'no', 'those are not all on the list');
	}
}
