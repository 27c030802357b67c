import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { DiscordAPIError, type REST } from 'discord.js';
import { AppError, ConfigError } from '../../base/errors.js';
import { allVariables, type Environment, readSettings, type VariableName } from '../../config.js';
import { type OwnedGuild, ownedGuilds, ownGuilds } from '../../discord/guilds/own-guilds.js';
import {
	type CommandPayload,
	hasCommands,
	registerCommands,
	registrationScopes,
	registrationTarget,
} from '../../discord/registration/registration.js';
import { ServedGuildsStore } from '../../guilds/served-guilds-store.js';
import { openStore } from '../../storage/open.js';
import { storedRows } from '../../stored-rows.js';
import { askData } from './ask-data.js';
import { askServers } from './ask-servers.js';
import { askShop, type ShopParts } from './ask-shop.js';
import { askToken, type Bot } from './ask-token.js';
import { type Answers, readEnvFile, withAnswers, writeEnvFile } from './env-file.js';
import { type Asking, remark } from './questions.js';
import { Stopped, type Terminal } from './terminal.js';

export interface InitParts extends ShopParts {
	readonly terminal: Terminal;
	/** The process' own, which wins over `.env`. */
	readonly environment: Environment;
	/** With this token; sends nothing yet. */
	readonly connectDiscord: (token: string) => REST;
	readonly commands: readonly CommandPayload[];
}

/** What comes next: the bot is to be started, or not. `stopped`: by Ctrl+C, with everything saved already. */
export type InitOutcome = 'start' | 'done' | 'stopped';

const path = '.env';

/**
 * `npm run init`: asks, tests each answer at once, and saves all of them in the end, or nothing. Rejects with Stopped
 * and with EnvFileError, both of them before anything is saved.
 */
export async function runInit(parts: InitParts): Promise<InitOutcome> {
	const { terminal, environment } = parts;
	const file = readEnvFile(path, '.env.example');
	const asking: Asking = { terminal, current: (name) => givenIn(file.values, name) };
	terminal.say('5 questions; nothing is saved before the end.');
	if (file.exists) terminal.say('.env exists: its answers can be kept.');

	const bot = await askToken(asking, parts.connectDiscord);
	const servers = await askServers(asking, bot, () => ownedGuilds(bot.rest));
	const { url, key } = await askShop(asking, parts);
	const secret = asking.current('CLAIM_SECRET') ?? randomBytes(48).toString('base64url');
	const database = await askData(asking, { secret, homeId: servers[0]?.id ?? '' });

	const answers: Answers = {
		DISCORD_TOKEN: bot.token,
		DISCORD_GUILD_ID: servers.map(({ id }) => id).join(','),
		MARKETPLACE_URL: url,
		MARKETPLACE_API_KEY: key,
		CLAIM_SECRET: secret,
		DATABASE_URL: database,
	};
	const text = withAnswers(file.text, changed(answers, asking));
	await writeEnvFile(path, text);
	terminal.say('Saved .env. Back it up: it holds the secret\nthat protects your buyers’ codes.');
	warnOfTheRest(asking, text, environment, answers);

	try {
		const every = parseEnv(text)['SERVE_OTHER_GUILDS'] === 'true';
		if (await register(parts, asking, bot, servers, every)) await noteHome(database, servers);
		const isStarted = /^(?:y(?:es)?)?$/i.test(await terminal.ask('Start now? [Y/n] '));
		terminal.say(isStarted ? 'Next: /setup server' : 'Start it with: npm start. Next: /setup server');
		return isStarted ? 'start' : 'done';
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		terminal.say('\nStart it with: npm start. Next: /setup server');
		// The end of a piped input is nobody’s yes, and no trouble either.
		return error.byPerson ? 'stopped' : 'done';
	}
}

/** As it is written, from the file that it names too; undefined where there is none, or none that can be used. */
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

/** What was kept stays as it is written, in a file of its own too. */
function changed(answers: Answers, { current }: Asking): Answers {
	const names = Object.keys(answers) as VariableName[];
	return Object.fromEntries(
		names.filter((name) => answers[name] !== current(name)).map((name) => [name, answers[name]]),
	);
}

/** What was not asked for may be wrong as well, or be overruled. */
function warnOfTheRest(asking: Asking, text: string, environment: Environment, answers: Answers): void {
	try {
		readSettings(parseEnv(text), allVariables);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		for (const problem of error.problems) remark(asking, 'warning', problem);
	}
	const names = Object.keys(answers) as VariableName[];
	for (const name of names.filter((each) => environment[each] && environment[each] !== answers[each])) {
		remark(asking, 'warning', `${name} is set outside .env as well, and that one counts`);
	}
}

/** Resolves to whether these are the first commands that the bot has there. */
async function register(
	{ terminal, commands }: InitParts,
	asking: Asking,
	{ rest, applicationId }: Bot,
	servers: readonly OwnedGuild[],
	every: boolean,
): Promise<boolean> {
	const ids = servers.map(({ id }) => id);
	try {
		const isFirst = !(await hasCommands(rest, { ids, every }));
		const target = registrationTarget(
			applicationId,
			{ ids, every },
			(await ownGuilds(rest)).map(({ id }) => id),
		);
		for (const scope of registrationScopes(target)) {
			await terminal.during(registerCommands(rest, scope, commands));
		}
		const where = every ? 'every server' : servers.map(({ name }) => name).join(', ');
		terminal.say(`${commands.length} commands are in ${where}.`);
		return isFirst;
	} catch (error) {
		if (error instanceof Stopped) throw error;
		const why = error instanceof DiscordAPIError ? `Discord says ${error.code}` : 'Discord doesn’t answer';
		remark(asking, 'no', `the commands aren’t registered: ${why}. Later: npm run register`);
		return false;
	}
}

/** So that the bot does not take an empty database under commands that this program has registered for a lost one. */
async function noteHome(database: string, [home]: readonly OwnedGuild[]): Promise<void> {
	if (home === undefined) return;
	try {
		const store = await openStore(database, () => {}, { schemas: storedRows });
		try {
			await new ServedGuildsStore(store).noteHome(home.id);
		} finally {
			await store.close();
		}
	} catch (error) {
		// The bot says what is wrong with its database.
		if (!(error instanceof AppError)) throw error;
	}
}
