import { inviteUrl } from '../../base/addresses.js';
import type { VariableName } from '../../config.js';
import { ownApplication } from '../../discord/guilds/own-account.js';
import type { Setup } from './setup.js';
import { type Bot, type Checked, fileHere, type Step, steps } from './steps.js';
import type { Terminal } from './terminal.js';

// The steps on a terminal, a panel's console or a pipe: each is repeated until its answer is accepted.

export interface Asking {
	readonly terminal: Terminal;
	readonly setup: Setup;
	/** The value of a variable in `.env`, or in a file that it names; undefined if there is none. */
	readonly current: (name: VariableName) => string | undefined;
}

/** Appended if there is an answer already, which an empty line keeps. */
const keeps = ' Press Enter to keep it.';

/** Asks what is not answered yet. Rejects with ProgramError if the input ends. */
export async function askAll(asking: Asking): Promise<void> {
	const { terminal, setup } = asking;
	for (const { name, title } of steps) {
		const found = setup.found.get(name);
		if (found !== undefined) terminal.say(` ${title}: ${found.ok}`);
	}
	for (;;) {
		const { next } = setup;
		if (next === undefined) return;
		const checked = await setup.answer(next, await typed(next, asking));
		remark(terminal, checked);
		if (next.name === 'server' && 'no' in checked && setup.servers.length > 0)
			await chooseServers(next, asking);
		if (next.name === 'token' && setup.found.has('token') && setup.bot?.application.bot_public)
			await warnOfPublicBot(terminal, setup.bot);
	}
}

function remark(terminal: Terminal, checked: Checked): void {
	if ('no' in checked) terminal.remark('no', checked.no);
	else terminal.remark('ok', checked.ok);
}

async function typed(step: Step, asking: Asking): Promise<string> {
	const { terminal, setup, current } = asking;
	const { name, variable, asks, isHidden } = step;
	if (name === 'database') return await askDatabase(step, asking);
	if (name === 'server') {
		// The URL has its own line, so that it can be copied where it wraps.
		await terminal.ask(`${asks}\n${inviteUrl(setup.bot?.application.id ?? '')}\n > `);
		return '';
	}
	// A secret that doesn't fit isn't offered again.
	const known = name === 'secret' ? undefined : current(variable);
	const kept = known === undefined ? '' : `\n${isHidden ? '' : ` ${known}`}${keeps}`;
	const prompt = `${asks}${kept}\n > `;
	return (isHidden ? await terminal.askHidden(prompt) : await terminal.ask(prompt)) || known || '';
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

const maxListed = 20;

/** Until servers are chosen, or an empty line asks to look again. */
async function chooseServers(step: Step, { terminal, setup, current }: Asking): Promise<void> {
	const { servers } = setup;
	for (const [at, { name, isOwn }] of servers.slice(0, maxListed).entries()) {
		terminal.say(` ${at + 1} ${name}${isOwn ? '' : ' (someone else’s)'}`);
	}
	if (servers.length > maxListed)
		terminal.say(` and ${servers.length - maxListed} more: choose those by server ID`);
	const known = (current(step.variable) ?? '').split(',').map((id) => id.trim());
	const kept = known.flatMap((id) => servers.find((guild) => guild.id === id) ?? []);
	const enter =
		kept.length > 0
			? `Press Enter to keep ${kept.map(({ name }) => name).join(', ')}`
			: 'Press Enter to check again';
	for (;;) {
		const answer = await terminal.ask(` Which ones are yours? Such as 1 or 2,1.\n ${enter}.\n > `);
		if (answer === '' && kept.length === 0) return;
		const checked = await setup.answer(step, answer || kept.map(({ id }) => id).join(','));
		remark(terminal, checked);
		if (!('no' in checked)) return;
	}
}

/** An address contains a password, so its input is hidden. */
async function askDatabase({ asks, variable }: Step, { terminal, current }: Asking): Promise<string> {
	const known = current(variable);
	const prompt =
		known === undefined
			? `${asks}: press Enter for a file in this folder,\n or type 2 for PostgreSQL, 3 for Redis\n > `
			: `${asks}: type 1 for a file in this folder,\n 2 for PostgreSQL, 3 for Redis.${keeps}\n > `;
	for (;;) {
		const choice = await terminal.ask(prompt);
		if (choice === '') return known ?? '';
		if (choice === '1') return fileHere;
		const form = { 2: 'postgresql://user:password@host/database', 3: 'redis://host' }[choice];
		if (form !== undefined) return await terminal.askHidden(` Address (hidden): ${form}\n > `);
		if (choice.includes('://')) return choice;
		terminal.remark('no', 'it must be 1, 2 or 3');
	}
}
