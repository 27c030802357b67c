import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BotLog, type LogLine } from './bot-log.js';

export interface BotExit {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** The production bot in a process of its own, as a host would run it. */
export class BotProcess {
	readonly exited: Promise<BotExit>;
	/** Everything on stderr. */
	stderr = '';
	readonly #child: ChildProcess;
	readonly #log = new BotLog();

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
		this.#child = child;
		this.exited = once(child, 'close').then(async ([code, signal]) => {
			const exit = { code, signal } as BotExit;
			this.#log.end();
			// Before anybody who waits for the exit continues, and maybe ends this process.
			await rm(folder, { recursive: true, force: true });
			return exit;
		});
		if (child.stdout) {
			createInterface({ input: child.stdout }).on('line', (line) => this.#log.add(line));
		}
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.stderr += text;
		});
	}

	/** Everything on stdout, line by line: the log. */
	get lines(): readonly string[] {
		return this.#log.lines;
	}

	get pid(): number {
		return this.#child.pid ?? 0;
	}

	get isRunning(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/** The first line of the log with this message, past or future. Rejects where the process ends without one. */
	async logged(message: string): Promise<LogLine> {
		const line = await this.#log.first(message);
		if (line === undefined) throw new Error(`The bot ended before it logged "${message}":\n${this.output()}`);
		return line;
	}

	/** Connected to Discord and answering. */
	async ready(): Promise<void> {
		await this.logged('Ready');
	}

	/** Everything that the process has printed. */
	output(): string {
		return `${this.lines.join('\n')}\n${this.stderr}`;
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
