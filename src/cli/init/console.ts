import { inviteUrl } from '../../base/addresses.js';
import type { VariableName } from '../../config.js';
import { type Setup, type Step, steps } from './steps.js';
import type { Terminal } from './terminal.js';

// The steps on a terminal, a panel's console or a pipe: each is repeated until its answer is accepted.

export interface Asking {
	readonly terminal: Terminal;
	readonly setup: Setup;
	/** The value of a variable in `.env`, or in a file that it names; undefined if there is none. */
	readonly current: (name: VariableName) => string | undefined;
}

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
		if ('no' in checked) terminal.remark('no', checked.no);
		else terminal.remark('ok', checked.ok);
		// Only a reminder, because some want that.
		if (next.name === 'token' && !('no' in checked) && setup.bot?.application.bot_public)
			terminal.remark('warning', publicBot);
	}
}

async function typed(step: Step, asking: Asking): Promise<string> {
	const { terminal, current } = asking;
	const { name, variable, asks, isHidden } = step;
	if (name === 'server') return await askServers(step, asking);
	// A secret that doesn't fit isn't offered again.
	const known = name === 'secret' ? undefined : current(variable);
	const otherwise = name === 'database' ? '\n Press Enter for a file in this folder.' : '';
	const kept = known === undefined ? otherwise : `\n${isHidden ? '' : ` ${known}`} Press Enter to keep it.`;
	const prompt = `${asks}${kept}\n > `;
	return (isHidden ? await terminal.askHidden(prompt) : await terminal.ask(prompt)) || known || '';
}

const publicBot = `Public Bot is on, so strangers can add your bot to
 their servers. Turn it off on the same page, once
 Installation → Install Link is None.`;

const maxListed = 20;

/** The link until the bot is in a server, and then a choice. An empty line keeps the former one, or looks again. */
async function askServers({ asks, variable }: Step, { terminal, setup, current }: Asking): Promise<string> {
	const { servers, bot } = setup;
	// The URL has its own line, so that it can be copied where it wraps.
	if (servers.length === 0)
		return await terminal.askHidden(`${asks}\n${inviteUrl(bot?.application.id ?? '')}\n > `).then(() => '');
	for (const [at, { name, isOwn }] of servers.slice(0, maxListed).entries()) {
		terminal.say(` ${at + 1} ${name}${isOwn ? '' : ' (someone else’s)'}`);
	}
	if (servers.length > maxListed)
		terminal.say(` and ${servers.length - maxListed} more: choose those by server ID`);
	const known = (current(variable) ?? '').split(',').map((id) => id.trim());
	const kept = known.flatMap((id) => servers.find((guild) => guild.id === id) ?? []);
	const enter = kept.length > 0 ? `keep ${kept.map(({ name }) => name).join(', ')}` : 'check again';
	const answer = await terminal.ask(
		` Which ones are yours? Such as 1 or 2,1.\n Press Enter to ${enter}.\n > `,
	);
	return answer || kept.map(({ id }) => id).join(',');
}
