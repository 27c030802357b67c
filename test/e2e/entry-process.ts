import { type ChildProcessWithoutNullStreams, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The checkout, whose `dist/` has been built. */
export const repository = join(import.meta.dirname, '../..');

/** A program in a separate process, whose output is read as it arrives. */
export class Program {
	/** Everything on stdout and stderr. */
	output = '';
	readonly exited: Promise<{ readonly code: number | null }>;
	protected readonly child: ChildProcessWithoutNullStreams;
	readonly #waiting = new Set<() => void>();

	constructor(command: string, args: readonly string[], options: SpawnOptions) {
		this.child = spawn(command, args, { ...options, stdio: 'pipe' });
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				this.output += text;
				this.hear(text);
				this.#wake();
			});
		}
		this.exited = once(this.child, 'close').then(([code]) => ({ code }));
		void this.exited.then(() => this.#wake());
	}

	/** Resolves once the condition holds, checked after each output. Rejects if the process ends before. */
	protected async until(isSo: () => boolean | Promise<boolean>, what: unknown): Promise<void> {
		while (!(await isSo())) {
			if (!this.isRunning) throw new Error(`It ended without "${what}":\n${this.output}`);
			await new Promise<void>((resolve) => this.#waiting.add(resolve));
		}
	}

	protected hear(_text: string): void {}

	/** Resolves once the output contains `text`. */
	printed(text: string | RegExp): Promise<void> {
		return this.until(
			() => (typeof text === 'string' ? this.output.includes(text) : text.test(this.output)),
			text,
		);
	}

	write(text: string): void {
		this.child.stdin.write(text);
	}

	signal(signal: NodeJS.Signals): void {
		this.child.kill(signal);
	}

	get isRunning(): boolean {
		return this.child.exitCode === null && this.child.signalCode === null;
	}

	/** Ends the process in any state, including the processes it has started, which a SIGKILL would leave behind. */
	async end(): Promise<void> {
		if (!this.isRunning) return;
		this.signal('SIGTERM');
		await this.exited;
	}

	#wake(): void {
		for (const wake of this.#waiting) wake();
		this.#waiting.clear();
	}
}

/** A program of the sandbox. */
export class EntryProcess extends Program {
	/** `entry`: a compiled file below `packages/sandbox/dist/`. It opens no browser. */
	constructor(
		entry: string,
		args: readonly string[] = [],
		environment: Readonly<Record<string, string>> = {},
	) {
		super(process.execPath, [join(repository, 'packages/sandbox/dist', entry), ...args], {
			cwd: repository,
			env: { ...process.env, BROWSER: 'none', ...environment },
		});
	}

	/** The ids of the live processes that it has started. */
	async children(): Promise<number[]> {
		const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
		const pairs = [...stdout.matchAll(/(\d+) +(\d+)/g)].map(([, pid, parent]) => [
			Number(pid),
			Number(parent),
		]);
		return pairs.flatMap(([pid, parent]) => (parent === this.child.pid && pid !== undefined ? [pid] : []));
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
