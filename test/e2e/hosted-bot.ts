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

/** The process in which the bots of these tests run. */
interface Host {
	readonly child: ChildProcess;
	readonly bots: Map<number, (news: News | 'crashed') => void>;
	/** Its output. An uncaught error in one bot ends them all. */
	stderr: string;
}

let bundled: Promise<void> | undefined;
/** Started with the first bot, and again after a crash. */
let running: Host | undefined;

async function host(): Promise<Host> {
	bundled ??= bundleHost();
	await bundled;
	running ??= startHost();
	return running;
}

function startHost(): Host {
	// Inherits no environment: a bot has only the settings from its test.
	const child = fork(bundle, {
		cwd: tmpdir(),
		env: { PATH: process.env['PATH'] ?? '' },
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	});
	const started: Host = { child, bots: new Map(), stderr: '' };
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		started.stderr += text;
	});
	child.on('message', (news: News) => started.bots.get(news.id)?.(news));
	child.on('close', () => {
		running = undefined;
		for (const hear of started.bots.values()) hear('crashed');
	});
	// It ends with this process, which doesn't wait for it.
	child.unref();
	child.channel?.unref();
	return started;
}

let lastId = 0;

/**
 * The production bot, bundled, in a process shared with the other hosted ones, so that Node loads its modules only
 * once. Tests of process features (signals, exit codes, stderr, SIGKILL, preloads, races between processes) need
 * `stage.startProcess`.
 */
class HostedBot extends LoggedBot implements RunningBot {
	readonly exited: Promise<BotExit>;
	isRunning = true;
	readonly #host: Host;
	readonly #id: number;

	/** Starts a bot that is configured only by this environment. */
	static async start(environment: Readonly<Record<string, string>>): Promise<HostedBot> {
		return new HostedBot(await host(), environment);
	}

	private constructor(shared: Host, environment: Readonly<Record<string, string>>) {
		super();
		lastId += 1;
		[this.#host, this.#id] = [shared, lastId];
		this.exited = new Promise((resolve) => {
			shared.bots.set(this.#id, (news) => {
				if (news !== 'crashed' && 'line' in news) return this.addLine(news.line);
				this.isRunning = false;
				shared.bots.delete(this.#id);
				resolve({ code: news === 'crashed' ? 1 : news.ended, signal: null });
				this.endLog();
			});
		});
		shared.child.send({ id: this.#id, start: environment });
	}

	get stderr(): string {
		return this.#host.stderr;
	}

	async stop(): Promise<BotExit> {
		if (this.isRunning) this.#host.child.send({ id: this.#id });
		return this.exited;
	}

	async end(): Promise<void> {
		await this.stop();
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
