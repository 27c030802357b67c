import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { commandPayloads } from '../../../commands/registry.js';
import { systemClock } from '../../base/clock.js';
import { AppError, ConfigError } from '../../base/errors.js';
import { type Environment, readSettings, type VariableName } from '../../config.js';
import { OwnAccount, type OwnedGuild, ownGuilds } from '../../discord/guilds/own-account.js';
import { registerCommands, registrationScopes } from '../../discord/registration/registration.js';
import { noteServed } from '../../servers/served-guilds.js';
import { sqliteFileOf } from '../../storage/open.js';
import { open, whyDiscordFailed } from '../program/open.js';
import { writeWhole } from '../program/text-files.js';
import { type Asking, askDatabase, askServers, askShop, askToken } from './ask.js';
import { emergencyPage } from './emergency-page.js';
import { type Answers, readEnvFile, withAnswers, writeEnvFile } from './env-file.js';
import type { Bot } from './questions.js';
import type { Terminal } from './terminal.js';

const path = '.env';
const pagePath = 'emergency.md';

/**
 * `npm run init`: asks, tests each answer immediately, and saves all of them in the end, or nothing. Rejects with
 * ProgramError before anything is saved, if the input ends or `.env` can't be read or written.
 * @returns true if the bot is to be started
 */
export async function runInit(terminal: Terminal, environment: Environment): Promise<boolean> {
	const file = readEnvFile();
	const { DISCORD_API_URL: api } = readSettings({ ...file.values, ...environment }, ['DISCORD_API_URL']);
	const asking: Asking = { terminal, current: (name) => givenIn(file.values, name) };
	terminal.say('Five questions. Nothing is saved until the last answer.');
	if (file.exists) terminal.say('.env exists. You can keep its values.');

	const bot = await askToken(asking, api);
	const servers = await askServers(asking, bot);
	const { url, key } = await askShop(asking);
	const secret = asking.current('CLAIM_SECRET') ?? randomBytes(48).toString('base64url');
	const database = await askDatabase(asking, secret);

	const answers: Answers = {
		DISCORD_TOKEN: bot.token,
		DISCORD_GUILD_ID: servers.map(({ id }) => id).join(','),
		MARKETPLACE_URL: url,
		MARKETPLACE_API_KEY: key,
		CLAIM_SECRET: secret,
		DATABASE_URL: database,
	};
	await writeEnvFile(path, withAnswers(file.text, changed(answers, asking)));
	terminal.sayAtInterrupt(nextSteps({ isRegistered: false, isStarted: false }));
	terminal.say('Saved .env. Back it up: it holds the secret\nthat protects your buyers’ codes.');
	warnOfOverrides(terminal, environment, answers);
	const databaseFile = sqliteFileOf(database);
	if (databaseFile !== undefined) await writePage(terminal, databaseFile);

	const registered = await register(terminal, bot, servers);
	if (registered === 'first') await markUsed(database, servers);
	const isRegistered = registered !== 'failed';
	terminal.sayAtInterrupt(nextSteps({ isRegistered, isStarted: false }));
	// The end of a piped input is neither a confirmation nor an error.
	const answer = await terminal.ask('Start now? [Y/n] ').catch(() => 'n');
	const isStarted = /^(?:y(?:es)?)?$/i.test(answer);
	terminal.say(nextSteps({ isRegistered, isStarted }));
	return isStarted;
}

async function writePage(terminal: Terminal, file: string): Promise<void> {
	try {
		const page = emergencyPage({ folder: resolve('.'), file, at: systemClock.now() });
		await writeWhole(pagePath, (add) => add(page));
		terminal.say(
			`Saved ${pagePath}: what to do if this computer\nbreaks. Print it, or keep a copy elsewhere.`,
		);
	} catch {
		terminal.remark('warning', `${pagePath} can’t be written`);
	}
}

/** The written value, or that of the file it names; undefined if there is none, or it is invalid. */
function givenIn(values: Environment, name: VariableName): string | undefined {
	const direct = values[name]?.trim();
	if (direct || !values[`${name}_FILE`]?.trim()) return direct || undefined;
	try {
		return String(readSettings(values, [name])[name]);
	} catch (error) {
		if (error instanceof ConfigError) return undefined;
		throw error;
	}
}

/** Kept answers stay as written, including those in a separate file. */
function changed(answers: Answers, { current }: Asking): Answers {
	const names = Object.keys(answers) as VariableName[];
	return Object.fromEntries(
		names.filter((name) => answers[name] !== current(name)).map((name) => [name, answers[name]]),
	);
}

function warnOfOverrides(terminal: Terminal, environment: Environment, answers: Answers): void {
	const names = Object.keys(answers) as VariableName[];
	for (const name of names.filter((each) => environment[each] && environment[each] !== answers[each]))
		terminal.remark('warning', `${name} is also set outside .env, and that value wins`);
}

/** `first`: the bot had no commands there before. */
async function register(
	terminal: Terminal,
	{ rest, application }: Bot,
	servers: readonly OwnedGuild[],
): Promise<'first' | 'again' | 'failed'> {
	const ids = servers.map(({ id }) => id);
	try {
		const isFirst = !(await new OwnAccount(rest).hasCommands(ids));
		const ownIds = (await ownGuilds(rest)).map(({ id }) => id);
		for (const scope of registrationScopes(application.id, ids, ownIds)) {
			await registerCommands(rest, scope, commandPayloads);
		}
		const where = servers.map(({ name }) => name).join(', ');
		terminal.say(`Registered ${commandPayloads.length} commands in ${where}.`);
		return isFirst ? 'first' : 'again';
	} catch (error) {
		terminal.remark('no', `the commands weren’t registered: ${whyDiscordFailed(error)}`);
		return 'failed';
	}
}

/** Marks the database as used, so that the bot does not mistake it for the empty replacement of a lost one. */
async function markUsed(database: string, servers: readonly OwnedGuild[]): Promise<void> {
	try {
		await open({ DATABASE_URL: database }, async (opened) => {
			const ids = servers.map(({ id }) => id);
			await noteServed(await opened.store({ create: true }), ids);
		});
	} catch (error) {
		// The bot reports what is wrong with its database.
		if (!(error instanceof AppError)) throw error;
	}
}

/** Fits a small window beside a browser. */
const width = 58;

/** The remaining steps after `npm run init`, in a box of at most 8 lines. */
function nextSteps(done: { readonly isRegistered: boolean; readonly isStarted: boolean }): string {
	const steps = [
		...(done.isRegistered ? [] : ['Type npm run register here, until it works.']),
		...(done.isStarted ? [] : ['Type npm start here. Ctrl+C stops the bot.']),
		'In your Discord server, type /setup server.',
		'Choose the buyer role there, then post the panel:',
	].map((step, index) => `${index + 1}. ${step}`);
	const lines = [
		...steps,
		'   the message buyers use to verify.',
		...(done.isStarted ? ['Ctrl+C stops the bot. npm start starts it again.'] : []),
	];
	const title = '─ Next ';
	return [
		`┌${title.padEnd(width - 2, '─')}┐`,
		...lines.map((line) => `│ ${line.padEnd(width - 4)} │`),
		`└${'─'.repeat(width - 2)}┘`,
	].join('\n');
}
