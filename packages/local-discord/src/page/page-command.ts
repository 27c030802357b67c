import { type LocalDiscord, startLocalDiscord } from '../local-discord.js';
import { BotCommand } from './bot-command.js';
import { type CliOptions, readCliOptions, usage } from './cli-options.js';
import { openBrowser } from './open-browser.js';
import { type PageServer, startPage } from './page-server.js';
import { seatPeople } from './seat-people.js';

interface Output {
	write(text: string): unknown;
}

export interface PageSurroundings {
	readonly output: Output;
	readonly errors: Output;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Ends everything when it is aborted. */
	readonly stop: AbortSignal;
}

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/**
 * `npx @claimcheck/local-discord`: a Discord, its page and the bot that is named, until it is stopped. Gives the exit
 * code; the bot has ended by then.
 */
export async function pageCommand(
	args: readonly string[],
	{ output, errors, environment, stop }: PageSurroundings,
): Promise<number> {
	const read = readCliOptions(args);
	if (read.kind === 'wrong') {
		errors.write(`${read.problem}\n\n${usage}`);
		return exitCodes.usage;
	}
	if (read.kind === 'help') {
		output.write(usage);
		return exitCodes.ok;
	}
	const { options } = read;
	let discord: LocalDiscord | undefined;
	let page: PageServer | undefined;
	let bot: BotCommand | undefined;
	try {
		discord = await startLocalDiscord({
			port: options.apiPort,
			botName: options.botName,
			privilegedIntents: options.privilegedIntents,
			// A person plays here: what is missing is seen in the inspector, and ends nothing.
			areMissingRoutesAllowed: true,
			...(options.botPermissions !== undefined && { botPermissions: options.botPermissions }),
		});
		const guild = discord.createGuild({ name: options.guildName, locale: options.locale });
		const people = seatPeople(discord, guild, options.people, options.locale);
		const variables = variablesOf(discord, guild.id, options.variables);
		bot = botOf(options, { variables, discord, output, environment, page: () => page });
		const { token } = discord;
		page = await startPage(discord, {
			port: options.port,
			title: options.guildName,
			people,
			acts: bot?.acts ?? {},
			parts: () => ({
				bot: bot?.state ?? { variables: shown(variables, token) },
				'bot-log': bot?.log ?? [],
			}),
		});
		output.write(
			`\nThe page is open at\n\n  ${page.address}\n\n${bot ? '' : whatToSet(variables)}Ctrl-C ends it.\n\n`,
		);
		openBrowser(page.address, environment);
		bot?.start();
		const stopped = aborted(stop).then(() => exitCodes.ok);
		return await (bot === undefined ? stopped : Promise.race([stopped, bot.notFound()]));
	} catch (error) {
		const problem = portProblem(error);
		if (problem === undefined) throw error;
		errors.write(`${problem}\n`);
		return exitCodes.failed;
	} finally {
		await bot?.end();
		await page?.close();
		await discord?.close();
	}
}

interface BotParts {
	readonly variables: Readonly<Record<string, string>>;
	readonly discord: LocalDiscord;
	readonly output: Output;
	readonly environment: PageSurroundings['environment'];
	readonly page: () => PageServer | undefined;
}

function botOf({ command }: CliOptions, parts: BotParts): BotCommand | undefined {
	const [file, ...args] = command;
	if (file === undefined) return undefined;
	const { variables, discord, output, environment, page } = parts;
	return new BotCommand({
		file,
		args,
		environment: { ...environment, NODE_OPTIONS: nodeOptions(environment['NODE_OPTIONS']), ...variables },
		secret: discord.token,
		output,
		onState: (state) => page()?.setPart('bot', state),
		onLines: (lines) => page()?.addToPart('bot-log', lines),
	});
}

/** Redirects a bot in Node.js that has no setting for the address. */
function nodeOptions(own = ''): string {
	return `${own} --import ${new URL('../redirect.js', import.meta.url).href}`.trim();
}

/** The bot's variables, with what is known now in place of `{token}` and its like. */
function variablesOf(
	discord: LocalDiscord,
	guildId: string,
	templates: Readonly<Record<string, string>>,
): Record<string, string> {
	const values: Readonly<Record<string, string>> = {
		token: discord.token,
		api: discord.apiUrl,
		application: discord.applicationId,
		guild: guildId,
	};
	return Object.fromEntries(
		Object.entries(templates).map(([name, template]) => [
			name,
			template.replace(/\{(token|api|application|guild)\}/g, (_, key: string) => values[key] ?? ''),
		]),
	);
}

function whatToSet(variables: Readonly<Record<string, string>>): string {
	const lines = Object.entries(variables).map(([name, value]) => `  ${name}=${value}\n`);
	const redirect = `  NODE_OPTIONS=${nodeOptions()}\n`;
	return `Start your bot with these in its environment; the last one is for a bot in Node.js that has no setting for the address:\n\n${lines.join('')}${redirect}\n`;
}

/** As the page lists them: the token is in the terminal. */
function shown(
	variables: Readonly<Record<string, string>>,
	token: string,
): { name: string; value: string }[] {
	return Object.entries(variables).map(([name, value]) => ({
		name,
		value: value.includes(token) ? '… (in the terminal)' : value,
	}));
}

function portProblem(error: unknown): string | undefined {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	if (code === 'EADDRINUSE')
		return 'The port is taken by another program: name another one, or none for any.';
	return code === 'EACCES' ? 'This system does not let you listen on that port.' : undefined;
}

async function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
