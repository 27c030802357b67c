import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BotExit } from '@claimcheck/sandbox/bot-process';
import { LoggedBot } from '@claimcheck/sandbox/logged-bot';
import { type RunningBot, Stage, type StageOptions } from '@claimcheck/sandbox/stage';
import { REST } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import { readSettings } from '../../src/config.js';
import { ownGuilds } from '../../src/discord/guilds/own-account.js';
import { registerCommands, registrationScopes } from '../../src/discord/registration/registration.js';
import { bundleSources } from '../bundled-sources.js';
import { repository } from './entry-process.js';

/** The host's reports about one bot. */
type News = { readonly id: number; readonly line: string } | { readonly id: number; readonly ended: number };

/** One host per test worker, since workers start at the same time. */
const bundle = join(repository, `dist/bot-host-${process.env['VITEST_POOL_ID']}/bot-host.mjs`);

/** The bot starts the reader for long lists from its own folder. */
async function bundleHost(): Promise<void> {
	await bundleSources(join(import.meta.dirname, 'bot-host.ts'), bundle);
	await bundleSources(
		join(repository, 'src/marketplace/long-list.ts'),
		join(dirname(bundle), 'list-reader.js'),
	);
}

/** The process in which the bots of these tests run; started with the first bot, and again after a crash. */
class BotHost {
	static #bundled: Promise<void> | undefined;
	static #running: BotHost | undefined;
	readonly #child: ChildProcess;
	readonly #bots = new Map<number, (news: News | 'crashed') => void>();
	#started = 0;
	#stderr = '';

	static async running(): Promise<BotHost> {
		BotHost.#bundled ??= bundleHost();
		await BotHost.#bundled;
		BotHost.#running ??= new BotHost();
		return BotHost.#running;
	}

	private constructor() {
		// Inherits no environment: a bot has only the settings from its test.
		this.#child = fork(bundle, {
			cwd: tmpdir(),
			env: { PATH: process.env['PATH'] ?? '' },
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		});
		this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#stderr += text;
		});
		this.#child.on('message', (news: News) => this.#bots.get(news.id)?.(news));
		this.#child.on('close', () => {
			BotHost.#running = undefined;
			for (const hear of this.#bots.values()) hear('crashed');
		});
		// It ends with this process, which doesn't wait for it.
		this.#child.unref();
		this.#child.channel?.unref();
	}

	get stderr(): string {
		return this.#stderr;
	}

	start(environment: Readonly<Record<string, string>>, hear: (news: News | 'crashed') => void): number {
		this.#started += 1;
		this.#bots.set(this.#started, hear);
		this.#child.send({ id: this.#started, start: environment });
		return this.#started;
	}

	stop(id: number): void {
		this.#child.send({ id });
	}

	forget(id: number): void {
		this.#bots.delete(id);
	}
}

/**
 * The production bot, bundled, in a process shared with the other hosted ones, so that Node loads its modules only
 * once. Tests of process features (signals, exit codes, stderr, SIGKILL, preloads, races between processes) need
 * `stage.startProcess`.
 */
class HostedBot extends LoggedBot implements RunningBot {
	readonly exited: Promise<BotExit>;
	isRunning = true;
	readonly #host: BotHost;
	readonly #id: number;
	#onExit: (exit: BotExit) => void = () => {};

	/** Starts a bot that is configured only by this environment. */
	static async start(environment: Readonly<Record<string, string>>): Promise<HostedBot> {
		return new HostedBot(await BotHost.running(), environment);
	}

	private constructor(host: BotHost, environment: Readonly<Record<string, string>>) {
		super();
		this.#host = host;
		this.exited = new Promise((resolve) => {
			this.#onExit = resolve;
		});
		this.#id = this.#host.start(environment, (news) => this.#hear(news));
	}

	/** The host's output. An uncaught error in one bot ends them all. */
	get stderr(): string {
		return this.#host.stderr;
	}

	async stop(): Promise<BotExit> {
		if (this.isRunning) this.#host.stop(this.#id);
		return this.exited;
	}

	async end(): Promise<void> {
		await this.stop();
	}

	#hear(news: News | 'crashed'): void {
		if (news !== 'crashed' && 'line' in news) {
			this.addLine(news.line);
			return;
		}
		this.isRunning = false;
		this.#host.forget(this.#id);
		this.#onExit({ code: news === 'crashed' ? 1 : news.ended, signal: null });
		this.endLog();
	}
}

/**
 * A stage whose bots share a process, and whose Discord has no rate limits unless requested; `startProcess` and
 * `spawnBot` still start a bot in a separate process.
 */
export function openStage(options: StageOptions = {}): Promise<Stage> {
	return Stage.open({ launch: HostedBot.start, isRateLimited: false, ...options });
}

/** Runs `npm run register` for a stage and its servers, without a process. */
export async function register(
	stage: Stage,
	overrides: Readonly<Record<string, string>> = {},
): Promise<void> {
	const { token, apiUrl, applicationId } = stage.discord;
	const settings = readSettings(stage.environment(overrides), ['DISCORD_GUILD_ID']);
	const rest = new REST({ api: apiUrl }).setToken(token);
	const own = (await ownGuilds(rest)).map(({ id }) => id);
	const scopes = registrationScopes(applicationId, settings.DISCORD_GUILD_ID ?? [], own, commandPayloads);
	for (const scope of scopes) await registerCommands(rest, scope);
}
