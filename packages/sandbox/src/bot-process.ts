import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LoggedBot } from './logged-bot.js';

export interface BotExit {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** The production bot in a process of its own, as a host would run it. */
export class BotProcess extends LoggedBot {
	readonly exited: Promise<BotExit>;
	#stderr = '';
	readonly #child: ChildProcess;

	/**
	 * Starts `entry`, a compiled file such as `dist/src/main.js`, with this environment and no other, in an empty
	 * working directory, so that nobody's `.env` is read.
	 */
	static async start(entry: string, environment: Readonly<Record<string, string>>): Promise<BotProcess> {
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-bot-'));
		const child = spawn(process.execPath, [entry], {
			cwd: folder,
			env: { PATH: process.env['PATH'] ?? '', ...environment },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		return new BotProcess(child, folder);
	}

	private constructor(child: ChildProcess, folder: string) {
		super();
		this.#child = child;
		this.exited = once(child, 'close').then(async ([code, signal]) => {
			const exit = { code, signal } as BotExit;
			this.endLog();
			// Before anybody who waits for the exit continues, and maybe ends this process.
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

	/** SIGTERM, as a supervisor sends it, and the exit that follows. */
	async stop(): Promise<BotExit> {
		if (this.isRunning) this.#child.kill('SIGTERM');
		return this.exited;
	}

	/** Ends it, however it is. */
	async end(): Promise<void> {
		await this.kill();
	}

	/** SIGKILL: no chance to finish anything. */
	async kill(): Promise<BotExit> {
		if (this.isRunning) this.#child.kill('SIGKILL');
		return this.exited;
	}
}
