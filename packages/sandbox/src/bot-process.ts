import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { LoggedBot } from './logged-bot.js';

export interface BotExit {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** A clock that can be moved while the bot runs. */
export interface BotClock {
	/** The compiled `clock/bot-clock.js`, which the bot's process loads first. */
	readonly module: string;
	/** How far ahead of the machine's clock the bot starts, in milliseconds. */
	readonly aheadMs: number;
}

/** The production bot in a separate process, as a host would run it. */
export class BotProcess extends LoggedBot {
	readonly exited: Promise<BotExit>;
	#stderr = '';
	readonly #child: ChildProcess;

	/**
	 * Starts `entry`, a compiled file such as `dist/src/main.js`, with only this environment, in an empty working
	 * directory, so that no `.env` is read. With a `clock`, which is invisible to the bot, it ends together with this
	 * process.
	 */
	static async start(
		entry: string,
		environment: Readonly<Record<string, string>>,
		clock?: BotClock,
	): Promise<BotProcess> {
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-bot-'));
		const preload = clock && `${pathToFileURL(clock.module)}?aheadMs=${clock.aheadMs}`;
		const child = spawn(process.execPath, [...(preload === undefined ? [] : ['--import', preload]), entry], {
			cwd: folder,
			env: { PATH: process.env['PATH'] ?? '', ...environment },
			stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : (['ipc'] as const))],
		});
		return new BotProcess(child, folder);
	}

	private constructor(child: ChildProcess, folder: string) {
		super();
		this.#child = child;
		this.exited = once(child, 'close').then(async ([code, signal]) => {
			const exit = { code, signal } as BotExit;
			this.endLog();
			// Runs before any caller that waits for the exit continues, and possibly ends this process.
			await rm(folder, { recursive: true, force: true });
			return exit;
		});
		if (child.stdout) {
			createInterface({ input: child.stdout }).on('line', (line) => this.addLine(line));
		}
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.#stderr += text;
		});
	}

	get stderr(): string {
		return this.#stderr;
	}

	get pid(): number {
		return this.#child.pid ?? 0;
	}

	get isRunning(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/**
	 * Moves its clock to `aheadMs` milliseconds ahead of the machine's. Resolves once the bot uses that time, or has
	 * ended. Does nothing for a bot that was started without a clock.
	 */
	async setClock(aheadMs: number): Promise<void> {
		await this.#confirmed({ aheadMs });
	}

	/** Resolves once `ms` milliseconds have passed for the bot, with all due work done, or once it has ended. */
	async moment(ms: number): Promise<void> {
		await this.#confirmed({ momentMs: ms });
	}

	/** Sends a message to the clock module. Resolves once the module has sent it back, or the bot has ended. */
	async #confirmed(message: Readonly<Record<string, number>>): Promise<void> {
		const child = this.#child;
		if (!child.connected) return;
		const confirmed = new Promise<void>((resolve) => {
			const onMessage = (given: unknown): void => {
				if (!isDeepStrictEqual(given, message)) return;
				child.off('message', onMessage);
				resolve();
			};
			child.on('message', onMessage);
		});
		// The bot is just ending, and its exit reports the error anyway.
		child.send(message, () => undefined);
		await Promise.race([confirmed, this.exited]);
	}

	/** Sends SIGTERM, as a supervisor does, or another signal, and waits for the exit. */
	async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<BotExit> {
		if (this.isRunning) this.#child.kill(signal);
		return this.exited;
	}

	/** Ends it in any state. */
	async end(): Promise<void> {
		await this.kill();
	}

	/** Sends SIGKILL, so that nothing can be finished. */
	async kill(): Promise<BotExit> {
		return this.stop('SIGKILL');
	}
}
