import { execFileSync } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type * as xterm from '@xterm/headless';
import { Program, repository } from './entry-process.js';

// CommonJS without named exports.
const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as typeof xterm;
const rows = 200;

/**
 * `npm run init`, answered by a person: each answer waits for its question. From a pipe, or on a terminal made by
 * `script`.
 */
export class InitProcess extends Program {
	/** Pasting an answer is one key press, Ctrl+V; the Enter after it is another. */
	keys = 0;
	questions = 0;
	/** Shows the visible part of the output, if it runs on a terminal. */
	readonly #screen: xterm.Terminal;
	/** The length of the output that has been answered. */
	#read = 0;

	/** @param columns the width of the terminal; 0 for a pipe instead of a terminal */
	constructor(
		folder: string,
		environment: Readonly<Record<string, string>>,
		columns: number,
		program: 'init' | 'main' = 'init',
	) {
		const entry = join(repository, `dist/src/${program}.js`);
		const onTerminal = `stty cols ${columns}; exec "${process.execPath}" "${entry}"`;
		const [command, given] =
			columns > 0 ? ['script', ['-qfec', onTerminal, '/dev/null']] : [process.execPath, [entry]];
		super(command, given, {
			cwd: folder,
			env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...environment },
		});
		this.#screen = new Terminal({ cols: columns || 80, rows, allowProposedApi: true });
	}

	protected override hear(text: string): void {
		this.#screen.write(text);
	}

	/** Resolves once `text` is printed after the previously awaited text. */
	override async printed(text: string): Promise<void> {
		await this.until(() => this.output.includes(text, this.#read), text);
		this.#read = this.output.indexOf(text, this.#read) + text.length;
	}

	/** Waits for a question, then pastes the answer and presses Enter. */
	async answer(question: string, answer = ''): Promise<void> {
		await this.printed(question);
		this.questions += 1;
		this.keys += answer === '' ? 1 : 2;
		this.write(`${answer}\n`);
	}

	/** The lines on the screen, down to the last non-empty one. A wrapped line counts as one. */
	async lines(): Promise<readonly string[]> {
		await new Promise<void>((resolve) => this.#screen.write('', resolve));
		const { active } = this.#screen.buffer;
		const lines: string[] = [];
		for (let row = 0; row < active.length; row += 1) {
			const line = active.getLine(row);
			const text = line?.translateToString(false) ?? '';
			if (line?.isWrapped) lines.push(`${lines.pop()}${text}`);
			else lines.push(text);
		}
		const trimmed = lines.map((line) => line.trimEnd());
		return trimmed.slice(0, trimmed.findLastIndex((line) => line !== '') + 1);
	}

	/** Waits until the last line of the screen matches. */
	shows(pattern: RegExp): Promise<void> {
		return this.until(async () => pattern.test((await this.lines()).at(-1) ?? ''), pattern);
	}

	/** Resizes the terminal, as a user does by dragging the border of the window. */
	async resize(columns: number): Promise<void> {
		const { pid } = this.child;
		const inside = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
		execFileSync('stty', ['-F', await readlink(`/proc/${inside}/fd/0`), 'cols', String(columns)]);
		this.#screen.resize(columns, rows);
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
