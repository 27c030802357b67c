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
import { askServers, type ServerParts } from './ask-servers.js';
import { askShop, type ShopParts } from './ask-shop.js';
import { askToken, type Bot } from './ask-token.js';
import { type Answers, readEnvFile, withAnswers, writeEnvFile } from './env-file.js';
import { nextSteps } from './next-steps.js';
import { type Asking, remark } from './questions.js';
import { Stopped, type Terminal } from './terminal.js';

export interface InitParts extends ShopParts, Pick<ServerParts, 'openBrowser'> {
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
	terminal.say('Five questions. Nothing is saved before the last answer.');
	if (file.exists) terminal.say('.env exists: you can keep its answers.');

	const bot = await askToken(asking, parts.connectDiscord);
	const servers = await askServers(asking, bot, {
		guilds: () => ownedGuilds(bot.rest),
		openBrowser: parts.openBrowser,
	});
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

	let isRegistered = false;
	try {
		const every = parseEnv(text)['SERVE_OTHER_GUILDS'] === 'true';
		const registered = await register(parts, asking, bot, servers, every);
		isRegistered = registered !== 'failed';
		if (registered === 'first') await noteHome(database, servers);
		const isStarted = /^(?:y(?:es)?)?$/i.test(await terminal.ask('Start now? [Y/n] '));
		terminal.say(nextSteps({ isRegistered, isStarted }));
		return isStarted ? 'start' : 'done';
	} catch (error) {
		if (!(error instanceof Stopped)) throw error;
		terminal.say(`\n${nextSteps({ isRegistered, isStarted: false })}`);
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
		remark(asking, 'warning', `${name} is also set outside .env, and that value wins`);
	}
}

/** `first`: the bot had no commands there before. */
async function register(
	{ terminal, commands }: InitParts,
	asking: Asking,
	{ rest, applicationId }: Bot,
	servers: readonly OwnedGuild[],
	every: boolean,
): Promise<'first' | 'again' | 'failed'> {
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
		terminal.say(`Registered ${commands.length} commands in ${where}.`);
		return isFirst ? 'first' : 'again';
	} catch (error) {
		if (error instanceof Stopped) throw error;
		const why =
			error instanceof DiscordAPIError ? `Discord’s error ${error.code}` : 'Discord isn’t responding';
		remark(asking, 'no', `the commands weren’t registered: ${why}.`);
		return 'failed';
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
