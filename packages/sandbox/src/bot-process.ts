import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface BotExit {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** One line of the bot's log. */
export interface LogLine {
	readonly level: string;
	readonly msg: string;
	readonly [field: string]: unknown;
}

/** The production bot in a process of its own, as a host would run it. */
export class BotProcess {
	readonly exited: Promise<BotExit>;
	/** Everything on stdout, line by line: the log. */
	readonly lines: string[] = [];
	/** Everything on stderr. */
	stderr = '';
	readonly #child: ChildProcess;
	readonly #waiting = new Set<() => void>();

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
			for (const wake of this.#waiting) wake();
			// Before anybody who waited for the end goes on, and maybe ends this process.
			await rm(folder, { recursive: true, force: true });
			return exit;
		});
		if (child.stdout) {
			createInterface({ input: child.stdout }).on('line', (line) => {
				this.lines.push(line);
				for (const wake of this.#waiting) wake();
			});
		}
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.stderr += text;
		});
	}

	get pid(): number {
		return this.#child.pid ?? 0;
	}

	get isRunning(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/** The first line of the log with this message, past or future. Rejects where the process ends without one. */
	async logged(message: string): Promise<LogLine> {
		for (;;) {
			const found = this.lines.find((line) => line.includes(`"msg":"${message}`));
			if (found !== undefined) return JSON.parse(found) as LogLine;
			if (!this.isRunning) throw new Error(`The bot ended before it logged "${message}":\n${this.output()}`);
			await new Promise<void>((resolve) => {
				const wake = (): void => {
					this.#waiting.delete(wake);
					resolve();
				};
				this.#waiting.add(wake);
			});
		}
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

	/** SIGKILL: no chance to finish anything. */
	async kill(): Promise<BotExit> {
		if (this.isRunning) this.#child.kill('SIGKILL');
		return this.exited;
	}
}
