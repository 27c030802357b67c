import { createRequire } from 'node:module';

/** The used part of @xterm/headless, which is CommonJS without named exports. */
interface Emulator {
	write(text: string, done?: () => void): void;
	resize(columns: number, rows: number): void;
	readonly buffer: { readonly active: { readonly length: number; getLine(row: number): Line | undefined } };
}

interface Line {
	readonly isWrapped: boolean;
	translateToString(trimRight: boolean): string;
}

const require = createRequire(import.meta.url);
const { Terminal } = require('@xterm/headless') as {
	readonly Terminal: new (options: {
		readonly cols: number;
		readonly rows: number;
		readonly allowProposedApi: boolean;
	}) => Emulator;
};

const rows = 200;

/** The screen of a terminal: what a person sees of a program's output, and not what it has written. */
export class Screen {
	readonly #terminal: Emulator;

	constructor(columns: number) {
		this.#terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
	}

	resize(columns: number): void {
		this.#terminal.resize(columns, rows);
	}

	write(text: string): void {
		this.#terminal.write(text);
	}

	/** The lines that are shown now, down to the last one that is not empty. A line that was wrapped counts as one. */
	async lines(): Promise<readonly string[]> {
		await new Promise<void>((resolve) => this.#terminal.write('', resolve));
		const { active } = this.#terminal.buffer;
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
}
