import { type APIApplication, DiscordAPIError, type REST, Routes } from 'discord.js';
import { oneLine } from '../../ui/text.js';
import { open } from '../program/open.js';
import { type Asking, bare, keeps, patienceMs, silent } from './questions.js';
import type { Terminal } from './terminal.js';

/** The format of a bot token: no other value on an application's pages looks like that. */
const tokenShape = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface Bot {
	readonly token: string;
	readonly applicationId: string;
	/** With the token set. */
	readonly rest: REST;
}

/** Question 1: the token, asked again until Discord accepts it. `api`: Discord's address, if it isn't the usual one. */
export async function askToken(asking: Asking, api: string | undefined): Promise<Bot> {
	const { terminal, current } = asking;
	const known = current('DISCORD_TOKEN');
	const prompt = `1/5 Bot token (hidden): discord.com/developers
 → your application → Bot → Reset Token${known === undefined ? '' : `\n${keeps}`}
 > `;
	for (;;) {
		const token = bare(await terminal.askHidden(prompt)) || known || '';
		if (token === '') {
			terminal.remark('no', 'nothing was pasted');
			continue;
		}
		if (!tokenShape.test(token)) {
			terminal.remark('no', 'that isn’t a bot token: it has three parts with dots.');
			continue;
		}
		const given = { DISCORD_TOKEN: token, DISCORD_API_URL: api };
		const rest = await open(given, ['DISCORD_TOKEN', 'DISCORD_API_URL'], async (opened) =>
			opened.discord({ retries: 1, timeout: patienceMs }),
		);
		const application = await read(rest);
		if (application === 'refused') {
			terminal.remark('no', 'Discord rejected this token. Copy the whole token, or reset it.');
		} else if (application === 'unreachable') {
			terminal.remark('no', silent);
		} else {
			terminal.remark('ok', oneLine(application.name) || application.id);
			if (application.bot_public === true) await warnOfPublicBot(terminal, rest);
			return { token, applicationId: application.id, rest };
		}
	}
}

async function read(rest: REST): Promise<APIApplication | 'refused' | 'unreachable'> {
	try {
		return (await rest.get(Routes.currentApplication())) as APIApplication;
	} catch (error) {
		return error instanceof DiscordAPIError && error.status === 401 ? 'refused' : 'unreachable';
	}
}

/** Anyone who sees a public bot can add it to their server. Only a reminder, because some want that. */
async function warnOfPublicBot(terminal: Terminal, rest: REST): Promise<void> {
	await terminal.ask(` warning: Public Bot is on. Turn it off on
 the same page, then press Enter. `);
	const application = await read(rest);
	if (typeof application === 'string' || application.bot_public !== true) return;
	terminal.remark('warning', 'it’s still on, so strangers can add your bot to their servers.');
	terminal.say(' If Discord won’t let you, set Installation → Install Link to None first.');
}
