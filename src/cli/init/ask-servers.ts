import { inviteUrl } from '../../base/addresses.js';
import { type OwnedGuild, ownedGuilds } from '../../discord/guilds/own-account.js';
import type { Bot } from './ask-token.js';
import { type Asking, remark, silent } from './questions.js';

const maxListed = 20;

/** Opens an address in the operator's browser. */
export type OpenInBrowser = (address: string) => void;

/** Question 2: which servers are served. `openInBrowser`: undefined if there is none, or no terminal. */
export async function askServers(
	asking: Asking,
	bot: Pick<Bot, 'applicationId' | 'rest'>,
	openInBrowser: OpenInBrowser | undefined,
): Promise<readonly OwnedGuild[]> {
	const { terminal, current } = asking;
	const known = (current('DISCORD_GUILD_ID') ?? '').split(',').map((id) => id.trim());
	const invite = inviteUrl(bot.applicationId);
	const look = () => terminal.during(ownedGuilds(bot.rest).catch(() => undefined));
	for (;;) {
		// The URL has its own line, so that it can be copied where it wraps.
		if (openInBrowser !== undefined && (await look())?.length === 0) {
			await terminal.ask(`2/5 Server: add the bot with this link\n${invite}\n Press Enter to open it. `);
			openInBrowser(invite);
			await terminal.ask(' Have you added it? Press Enter. ');
		} else {
			await terminal.ask(`2/5 Server: add the bot with this link, then press Enter\n${invite}\n > `);
		}
		const found = await look();
		if (found === undefined) {
			remark(asking, 'no', silent);
			continue;
		}
		if (found.length === 0) {
			remark(asking, 'no', 'the bot isn’t in a server yet');
			continue;
		}
		const kept = known.flatMap((id) => found.find((guild) => guild.id === id) ?? []);
		const chosen = await choose(asking, found, kept);
		if (chosen === undefined) continue;
		remark(asking, 'ok', chosen.map(({ name }) => name).join(', '));
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
		remark(asking, 'no', 'those aren’t all on the list');
	}
}
