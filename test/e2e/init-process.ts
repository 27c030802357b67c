import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from './entry-process.js';
import { Screen } from './screen.js';

/** An empty folder in which a user sets a bot up, with the files that come with the bot. */
export async function makeCheckout(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-init-'));
	await copyFile(join(repository, '.env.example'), join(folder, '.env.example'));
	return folder;
}

export const removeCheckout = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * `npm run init`, or another program, as a process of its own, answered as a person does: each answer waits for its question. From a pipe, or
 * on a terminal that `script` makes.
 */
export class InitProcess {
	/** Everything on stdout and stderr. */
	output = '';
	/** A pasted answer is one key press, Ctrl+V; the Enter after it is another. */
	keys = 0;
	readonly exited: Promise<{ readonly code: number | null }>;
	readonly #child: ChildProcessWithoutNullStreams;
	readonly #waiting = new Set<() => void>();
	/** The visible screen; on a terminal alone. */
	readonly screen: Screen;
	/** How much of the output has been answered. */
	#read = 0;

	constructor(
		folder: string,
		environment: Readonly<Record<string, string>>,
		/** As wide as a small window beside a browser; 0: no terminal, but a pipe. */
		columns: number,
		program = 'init',
		...programArgs: readonly string[]
	) {
		this.screen = new Screen(columns || 80);
		const entry = join(repository, `dist/src/${program}.js`);
		const [command, args] =
			columns > 0
				? [
						'script',
						[
							'-qfec',
							`stty cols ${columns}; exec "${process.execPath}" "${entry}" ${programArgs.join(' ')}`,
							'/dev/null',
						],
					]
				: [process.execPath, [entry, ...programArgs]];
		this.#child = spawn(command, args, {
			cwd: folder,
			env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...environment },
		});
		for (const stream of [this.#child.stdout, this.#child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				this.output += text;
				this.screen.write(text);
				this.#wake();
			});
		}
		this.exited = once(this.#child, 'close').then(([code]) => ({ code }));
		void this.exited.then(() => this.#wake());
	}

	/** Resolves once `text` has been printed after what was waited for before. Rejects where the process ends first. */
	async printed(text: string): Promise<void> {
		while (!this.output.includes(text, this.#read)) {
			if (this.#child.exitCode !== null) throw new Error(`It ended without "${text}":\n${this.output}`);
			await new Promise<void>((resolve) => this.#waiting.add(resolve));
		}
		this.#read = this.output.indexOf(text, this.#read) + text.length;
	}

	/** Waits for a question, then pastes the answer and presses Enter. */
	async answer(question: string, answer = ''): Promise<void> {
		await this.printed(question);
		this.keys += answer === '' ? 1 : 2;
		this.write(`${answer}\n`);
	}

	write(text: string): void {
		this.#child.stdin.write(text);
	}

	/** Waits until what is on the last line of the screen looks like this. */
	async shows(pattern: RegExp): Promise<void> {
		while (!pattern.test((await this.screen.lines()).at(-1) ?? '')) {
			await new Promise<void>((resolve) => this.#waiting.add(resolve));
		}
	}

	/** As a user does by dragging the border of the window. */
	async resize(columns: number): Promise<void> {
		const { pid } = this.#child;
		const inside = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
		execFileSync('stty', ['-F', await readlink(`/proc/${inside}/fd/0`), 'cols', String(columns)]);
		this.screen.resize(columns);
	}

	endInput(): void {
		this.#child.stdin.end();
	}

	signal(signal: NodeJS.Signals): void {
		this.#child.kill(signal);
	}

	/** However it is. */
	async end(): Promise<void> {
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
		this.#child.kill('SIGTERM');
		await this.exited;
	}

	#wake(): void {
		for (const wake of this.#waiting) wake();
		this.#waiting.clear();
	}
}

/** The settings in `.env`; undefined if it doesn't exist. */
export async function savedIn(folder: string): Promise<Record<string, string> | undefined> {
	const text = await readFile(join(folder, '.env'), 'utf8').catch(() => undefined);
	const lines = text?.split('\n').filter((line) => /^[A-Z_]+=./.test(line));
	return (
		lines && Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
	);
}
