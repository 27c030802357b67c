import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The checkout: `dist/` in it has been built. */
export const repository = join(import.meta.dirname, '../..');

/** A program of the sandbox in a process of its own, with pipes for a terminal. */
export class EntryProcess {
	/** Everything on stdout and stderr. */
	output = '';
	readonly exited: Promise<{ readonly code: number | null }>;
	readonly #child: ChildProcessWithoutNullStreams;
	readonly #waiting = new Set<() => void>();

	/** `entry`: a compiled file below `packages/sandbox/dist/`. It opens no browser. */
	constructor(
		entry: string,
		args: readonly string[] = [],
		environment: Readonly<Record<string, string>> = {},
	) {
		this.#child = spawn(process.execPath, [join(repository, 'packages/sandbox/dist', entry), ...args], {
			cwd: repository,
			env: { ...process.env, BROWSER: 'none', ...environment },
		});
		for (const stream of [this.#child.stdout, this.#child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				this.output += text;
				this.#wake();
			});
		}
		this.exited = once(this.#child, 'close').then(([code]) => ({ code }));
		void this.exited.then(() => this.#wake());
	}

	/** Resolves once the output holds `text`. Rejects where the process ends before. */
	async printed(text: string | RegExp): Promise<void> {
		while (!(typeof text === 'string' ? this.output.includes(text) : text.test(this.output))) {
			if (this.#child.exitCode !== null) throw new Error(`It ended without "${text}":\n${this.output}`);
			await new Promise<void>((resolve) => this.#waiting.add(resolve));
		}
	}

	signal(signal: NodeJS.Signals): void {
		this.#child.kill(signal);
	}

	get isRunning(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/** The ids of the processes that it has started and that live. */
	async children(): Promise<number[]> {
		const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
		const pairs = stdout
			.trim()
			.split('\n')
			.map((line) => line.trim().split(/\s+/).map(Number));
		return pairs.flatMap(([pid, parent]) => (parent === this.#child.pid && pid !== undefined ? [pid] : []));
	}

	/** However it is: ended, with all that it has started. */
	async end(): Promise<void> {
		if (!this.isRunning) return;
		// It ends its own processes, which a SIGKILL would leave behind.
		this.signal('SIGTERM');
		await this.exited;
	}

	#wake(): void {
		for (const wake of this.#waiting) wake();
		this.#waiting.clear();
	}
}

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
