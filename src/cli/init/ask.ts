import { inviteUrl } from '../../base/addresses.js';
import type { VariableName } from '../../config.js';
import { type OwnedGuild, ownApplication } from '../../discord/guilds/own-account.js';
import {
	type Bot,
	type Checked,
	checkAddress,
	checkDatabase,
	checkKey,
	checkToken,
	fileHere,
	findServers,
	type Question,
	questions,
} from './questions.js';
import type { Terminal } from './terminal.js';

// The questions on a terminal: each is repeated until its answer is accepted.

export interface Asking {
	readonly terminal: Terminal;
	/** The value of a variable in `.env`, or in a file that it names; undefined if there is none. */
	readonly current: (name: VariableName) => string | undefined;
}

/** Appended if there is an answer already, which an empty line keeps. */
const keeps = ' Press Enter to keep it.';

async function askUntil<Found>(
	{ terminal, current }: Asking,
	{ variable, asks, isHidden }: Question,
	check: (answer: string) => Promise<Checked<Found>>,
): Promise<Found> {
	const known = current(variable);
	const kept = known === undefined ? '' : `\n${isHidden ? '' : ` ${known}`}${keeps}`;
	const prompt = `${asks}${kept}\n > `;
	for (;;) {
		const typed = isHidden ? bare(await terminal.askHidden(prompt)) : await terminal.ask(prompt);
		const checked = await check(typed || known || '');
		remarkOn(terminal, checked);
		if ('found' in checked) return checked.found;
	}
}

function remarkOn(terminal: Terminal, checked: Checked<unknown>): void {
	if (checked.no !== undefined) terminal.remark('no', checked.no);
	else if (checked.ok !== undefined) terminal.remark('ok', checked.ok);
}

/** Removes text that is often copied with a secret: quotes, and the word before a token in a header. */
function bare(answer: string): string {
	return answer
		.replace(/^(["'`])(.*)\1$/, '$2')
		.replace(/^(?:Bot|Bearer)\s+/i, '')
		.trim();
}

export async function askToken(asking: Asking, api: string | undefined): Promise<Bot> {
	const bot = await askUntil(asking, questions.token, (token) => checkToken(token, api));
	if (bot.application.bot_public === true) await warnOfPublicBot(asking.terminal, bot);
	return bot;
}

/** Anyone who sees a public bot can add it to their server. Only a reminder, because some want that. */
async function warnOfPublicBot(terminal: Terminal, { rest }: Bot): Promise<void> {
	await terminal.ask(` warning: Public Bot is on. Turn it off on
 the same page, then press Enter. `);
	const application = await ownApplication(rest).catch(() => undefined);
	if (application?.bot_public !== true) return;
	terminal.remark('warning', 'it’s still on, so strangers can add your bot to their servers.');
	terminal.say(' If Discord won’t let you, set Installation → Install Link to None first.');
}

/** Asks which servers are served. */
export async function askServers(asking: Asking, bot: Bot): Promise<readonly OwnedGuild[]> {
	const { terminal, current } = asking;
	const { variable, asks } = questions.server;
	const known = (current(variable) ?? '').split(',').map((id) => id.trim());
	for (;;) {
		// The URL has its own line, so that it can be copied where it wraps.
		await terminal.ask(`${asks}\n${inviteUrl(bot.application.id)}\n > `);
		const checked = await findServers(bot);
		remarkOn(terminal, checked);
		if (!('found' in checked)) continue;
		const kept = known.flatMap((id) => checked.found.find((guild) => guild.id === id) ?? []);
		const chosen = await choose(terminal, checked.found, kept);
		if (chosen === undefined) continue;
		terminal.remark('ok', chosen.map(({ name }) => name).join(', '));
		return chosen;
	}
}

const maxListed = 20;

/** Undefined to look again. With a single server that belongs to the operator, no choice is needed. */
async function choose(
	terminal: Terminal,
	guilds: readonly OwnedGuild[],
	kept: readonly OwnedGuild[],
): Promise<readonly OwnedGuild[] | undefined> {
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

/** The address and the key, until both belong to an account that sells something. */
export async function askShop(asking: Asking): Promise<{ readonly url: string; readonly key: string }> {
	for (;;) {
		const url = await askUntil(asking, questions.address, checkAddress);
		const key = await askUntil(asking, questions.key, (answer) => checkKey(answer, url));
		if (key !== undefined) return { url, key };
	}
}

/** `secret`: secret. */
export async function askDatabase({ terminal, current }: Asking, secret: string): Promise<string> {
	const { variable, asks } = questions.database;
	const known = current(variable);
	const prompt =
		known === undefined
			? `${asks}: press Enter for a file in this folder,\n or type 2 for PostgreSQL, 3 for Redis\n > `
			: `${asks}: type 1 for a file in this folder,\n 2 for PostgreSQL, 3 for Redis.${keeps}\n > `;
	for (;;) {
		const url = await addressFor(terminal, await terminal.ask(prompt), known);
		const warn = (message: string): void => terminal.remark('warning', message);
		const checked =
			url === undefined ? { no: 'it must be 1, 2 or 3' } : await checkDatabase(url, secret, warn);
		remarkOn(terminal, checked);
		if ('found' in checked) return checked.found;
	}
}

/** Undefined for an invalid choice. An address contains a password, so its input is hidden. */
async function addressFor(
	terminal: Terminal,
	choice: string,
	known: string | undefined,
): Promise<string | undefined> {
	switch (choice) {
		case '':
			return known ?? fileHere;
		case '1':
			return fileHere;
		case '2':
			return await terminal.askHidden(' Address (hidden): postgresql://user:password@host/database\n > ');
		case '3':
			return await terminal.askHidden(' Address (hidden): redis://host\n > ');
		default:
			return choice.includes('://') ? choice : undefined;
	}
}
