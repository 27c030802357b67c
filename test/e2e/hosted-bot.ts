import { BotLog, type LogLine } from '@claimcheck/sandbox/bot-log';
import type { BotExit } from '@claimcheck/sandbox/bot-process';
import { type RunningBot, Stage, type StageOptions } from '@claimcheck/sandbox/stage';
import { REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { type App, createApp } from '../../src/app.js';
import { allVariables, readSettings } from '../../src/config.js';
import { ownGuilds } from '../../src/discord/own-guilds.js';
import { registerCommands, registrationScopes, registrationTarget } from '../../src/discord/registration.js';
import { servedList } from '../../src/guilds/served-list.js';
import { createLogger } from '../../src/logger.js';

/**
 * The whole bot in the process of the tests: the same wiring, store, gateway, requests and log as in a process of its
 * own, without the second or two of CPU that it takes Node to load the modules again. What belongs to a process
 * (signals, exit codes, stderr, SIGKILL, preloads, races between processes) needs `stage.startProcess`.
 */
export class HostedBot implements RunningBot {
	readonly exited: Promise<BotExit>;
	/** A process would print here what a hosted bot throws. */
	readonly stderr = '';
	isRunning = true;
	readonly #log: BotLog;
	readonly #app: App;
	readonly #connecting = new AbortController();
	#onExit: (exit: BotExit) => void = () => {};
	#onFailure: (error: unknown) => void = () => {};

	/** Starts a bot that is configured by this environment and by nothing else. Rejects as `createApp` does. */
	static async start(environment: Readonly<Record<string, string>>): Promise<HostedBot> {
		const settings = readSettings(environment, allVariables);
		const log = new BotLog();
		const { DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL } = settings;
		const app = await createApp({
			settings,
			logger: createLogger({
				level: settings.LOG_LEVEL,
				secrets: [DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL],
				destination: { write: (line) => log.add(line.trimEnd()) },
			}),
			onFatal: (reason) =>
				void bot.#close(1, new Error(`The connection has ended: ${JSON.stringify(reason)}`)),
			onWrong: (error) => void bot.#close(78, error),
		});
		const bot = new HostedBot(app, log);
		void app.connect(bot.#connecting.signal).catch((error: unknown) => bot.#close(1, error));
		return bot;
	}

	private constructor(app: App, log: BotLog) {
		this.#app = app;
		this.#log = log;
		this.exited = new Promise((resolve, reject) => {
			this.#onExit = resolve;
			this.#onFailure = reject;
		});
		this.exited.catch(() => {});
	}

	get lines(): readonly string[] {
		return this.#log.lines;
	}

	async logged(message: string): Promise<LogLine> {
		const line = await this.#log.first(message);
		if (line === undefined) throw new Error(`The bot ended before it logged "${message}":\n${this.output()}`);
		return line;
	}

	async ready(): Promise<void> {
		await this.logged('Ready');
	}

	output(): string {
		return this.lines.join('\n');
	}

	/** What the bot does at a SIGTERM. */
	async stop(): Promise<BotExit> {
		void this.#close(0);
		return this.exited;
	}

	/** As `stop`, where nobody wants to know whether it went well. */
	async end(): Promise<void> {
		await this.stop().catch(() => {});
	}

	async #close(code: number, cause?: unknown): Promise<void> {
		if (!this.isRunning) return;
		this.isRunning = false;
		this.#connecting.abort();
		try {
			await this.#app.stop();
			if (cause === undefined) this.#onExit({ code, signal: null });
			else this.#onFailure(cause);
		} catch (error) {
			this.#onFailure(error);
		}
		this.#log.end();
	}
}

/** A stage whose bots run in this process; `startProcess` and `spawnBot` still start the compiled one in its own. */
export function openStage(options: StageOptions = {}): Promise<Stage> {
	return Stage.open({ launch: HostedBot.start, ...options });
}

/** What `npm run register` does at a stage that names its servers, without a process. */
export async function register(
	stage: Stage,
	overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
	const { token, apiUrl, applicationId } = stage.discord;
	const settings = readSettings(stage.environment(overrides), ['DISCORD_GUILD_ID', 'SERVE_OTHER_GUILDS']);
	const rest = new REST({ api: apiUrl }).setToken(token);
	const own = (await ownGuilds(rest)).map(({ id }) => id);
	const target = registrationTarget(applicationId, servedList(settings, undefined), own);
	for (const scope of registrationScopes(target)) await registerCommands(rest, scope, commandPayloads);
}
