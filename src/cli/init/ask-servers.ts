import { inviteUrl } from '../../base/addresses.js';
import { type OwnedGuild, ownedGuilds } from '../../discord/guilds/own-account.js';
import type { Bot } from './ask-token.js';
import { type Asking, silent } from './questions.js';

const maxListed = 20;

/** Question 2: which servers are served. */
export async function askServers(asking: Asking, bot: Bot): Promise<readonly OwnedGuild[]> {
	const { terminal, current } = asking;
	const known = (current('DISCORD_GUILD_ID') ?? '').split(',').map((id) => id.trim());
	const invite = inviteUrl(bot.applicationId);
	for (;;) {
		// The URL has its own line, so that it can be copied where it wraps.
		await terminal.ask(`2/5 Server: add the bot with this link, then press Enter\n${invite}\n > `);
		const found = await ownedGuilds(bot.rest).catch(() => undefined);
		if (found === undefined) {
			terminal.remark('no', silent);
			continue;
		}
		if (found.length === 0) {
			terminal.remark('no', 'the bot isn’t in a server yet');
			continue;
		}
		const kept = known.flatMap((id) => found.find((guild) => guild.id === id) ?? []);
		const chosen = await choose(asking, found, kept);
		if (chosen === undefined) continue;
		terminal.remark('ok', chosen.map(({ name }) => name).join(', '));
		return chosen;
	}
}

/** Undefined to look again. With a single server that belongs to the operator, no choice is needed. */
async function choose(
	asking: Asking,
	guilds: readonly OwnedGuild[],
	kept: readonly OwnedGuild[],
): Promise<readonly OwnedGuild[] | undefined> {
	const { terminal } = asking;
	const [only, another] = guilds;
	if (only?.isOwn && another === undefined) return [only];
	for (const [at, { name, isOwn }] of guilds.slice(0, maxListed).entries()) {
		terminal.say(` ${at + 1} ${name}${isOwn ? '' : ' (someone else’s)'}`);
	}
	if (guilds.length > maxListed)
		terminal.say(` and ${guilds.length - maxListed} more: choose those by server ID`);
	const enter =
		kept.length > 0
			? `Press Enter to keep ${kept.map(({ name }) => name).join(', ')}`
			: 'Press Enter to check again';
	for (;;) {
		const answer = await terminal.ask(` Which ones are yours? Such as 1 or 2,1.\n ${enter}.\n > `);
		if (answer === '') return kept.length > 0 ? kept : undefined;
		const named = answer.split(/[\s,]+/).filter((part) => part !== '');
		const chosen = named.map((part) => guilds[Number(part) - 1] ?? guilds.find(({ id }) => id === part));
		const whole = chosen.flatMap((guild) => guild ?? []);
		if (whole.length === named.length) return [...new Set(whole)];
		terminal.remark('no', 'those aren’t all on the list');
	}
}
