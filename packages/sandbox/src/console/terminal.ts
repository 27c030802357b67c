import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import { type Screen, screenOn } from './screen.js';

export interface TerminalParts {
	readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
	readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** What Tab gives: the candidates, and the part of the line that they would replace. */
	readonly complete: (line: string) => [string[], string];
	/** Ctrl-C at the prompt, where the terminal gives no signal. */
	readonly onInterrupt: () => void;
}

/**
 * Lines in, lines out. On a terminal there is a prompt with history and Tab; what is printed while it waits goes above
 * it. From a pipe, lines are read one by one and echoed behind the prompt, so that the output reads as a session.
 */
export class Terminal implements Screen {
	readonly width: number;
	readonly colour: boolean;
	readonly #output: TerminalParts['output'];
	readonly #readline: Interface;
	readonly #isInteractive: boolean;
	readonly #lines: string[] = [];
	#waiting: ((line: string | undefined) => void) | undefined;
	#hasEnded = false;

	constructor(parts: TerminalParts) {
		const { width, colour } = screenOn(parts.output, parts.environment);
		this.width = width;
		this.colour = colour;
		this.#output = parts.output;
		this.#isInteractive = parts.input.isTTY === true && parts.output.isTTY === true;
		this.#readline = createInterface({
			input: parts.input,
			...(this.#isInteractive && { output: parts.output, completer: parts.complete }),
			terminal: this.#isInteractive,
		});
		this.#readline.on('line', (line) => this.#take(line));
		this.#readline.on('close', () => this.#end());
		this.#readline.on('SIGINT', parts.onInterrupt);
	}

	/** Whether somebody sits in front of it. */
	get isInteractive(): boolean {
		return this.#isInteractive;
	}

	/** The next line; undefined at the end of the input. */
	ask(prompt: string): Promise<string | undefined> {
		const line = this.#lines.shift();
		if (line !== undefined) {
			this.#echo(prompt, line);
			return Promise.resolve(line);
		}
		if (this.#hasEnded) return Promise.resolve(undefined);
		if (this.#isInteractive) {
			this.#readline.setPrompt(prompt);
			this.#readline.prompt();
		}
		return new Promise((resolve) => {
			this.#waiting = (next) => {
				if (next !== undefined) this.#echo(prompt, next);
				resolve(next);
			};
		});
	}

	print(lines: string): void {
		const isAtPrompt = this.#isInteractive && this.#waiting !== undefined;
		if (isAtPrompt) {
			cursorTo(this.#output, 0);
			clearLine(this.#output, 0);
		}
		this.#output.write(`${lines}\n`);
		if (isAtPrompt) this.#readline.prompt(true);
	}

	close(): void {
		// The shell's next output should not follow the prompt on the same line.
		if (this.#isInteractive && this.#waiting !== undefined) this.#output.write('\n');
		this.#readline.close();
	}

	#take(line: string): void {
		const waiting = this.#waiting;
		if (waiting === undefined) {
			this.#lines.push(line);
			return;
		}
		this.#waiting = undefined;
		waiting(line);
	}

	#end(): void {
		this.#hasEnded = true;
		this.#waiting?.(undefined);
		this.#waiting = undefined;
	}

	/** A terminal shows what is typed by itself. */
	#echo(prompt: string, line: string): void {
		if (!this.#isInteractive) this.#output.write(`${prompt}${line}\n`);
	}
}
