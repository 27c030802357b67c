import { execFileSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Program, repository } from './entry-process.js';
import { Screen } from './screen.js';

/** An empty folder in which a user sets a bot up, with the files that come with the bot. */
export async function makeCheckout(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-init-'));
	await copyFile(join(repository, '.env.example'), join(folder, '.env.example'));
	return folder;
}

export const removeCheckout = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * `npm run init`, answered as a person does: each answer waits for its question. From a pipe, or
 * on a terminal that `script` makes.
 */
export class InitProcess extends Program {
	/** A pasted answer is one key press, Ctrl+V; the Enter after it is another. */
	keys = 0;
	/** The visible screen; on a terminal alone. */
	readonly screen: Screen;
	/** How much of the output has been answered. */
	#read = 0;

	/** @param columns as wide as a small window beside a browser; 0: no terminal, but a pipe */
	constructor(folder: string, environment: Readonly<Record<string, string>>, columns: number) {
		const entry = join(repository, 'dist/src/init.js');
		const onTerminal = `stty cols ${columns}; exec "${process.execPath}" "${entry}"`;
		const [command, given] =
			columns > 0 ? ['script', ['-qfec', onTerminal, '/dev/null']] : [process.execPath, [entry]];
		super(command, given, {
			cwd: folder,
			env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...environment },
		});
		this.screen = new Screen(columns || 80);
	}

	protected override hear(text: string): void {
		this.screen.write(text);
	}

	/** Resolves once `text` has been printed after what was waited for before. */
	override async printed(text: string): Promise<void> {
		await this.until(() => this.output.includes(text, this.#read), text);
		this.#read = this.output.indexOf(text, this.#read) + text.length;
	}

	/** Waits for a question, then pastes the answer and presses Enter. */
	async answer(question: string, answer = ''): Promise<void> {
		await this.printed(question);
		this.keys += answer === '' ? 1 : 2;
		this.write(`${answer}\n`);
	}

	write(text: string): void {
		this.child.stdin.write(text);
	}

	/** Waits until what is on the last line of the screen looks like this. */
	shows(pattern: RegExp): Promise<void> {
		return this.until(async () => pattern.test((await this.screen.lines()).at(-1) ?? ''), pattern);
	}

	/** As a user does by dragging the border of the window. */
	async resize(columns: number): Promise<void> {
		const { pid } = this.child;
		const inside = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
		execFileSync('stty', ['-F', await readlink(`/proc/${inside}/fd/0`), 'cols', String(columns)]);
		this.screen.resize(columns);
	}

	endInput(): void {
		this.child.stdin.end();
	}
}

/** The settings in `.env`; undefined if it doesn't exist. */
export async function savedIn(folder: string): Promise<Record<string, string> | undefined> {
	const text = await readFile(join(folder, '.env'), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (parseEnv(text) as Record<string, string>);
}
