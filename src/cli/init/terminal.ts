import { clearLine, createInterface, cursorTo } from 'node:readline';
import { Writable } from 'node:stream';

/** Ctrl+C, or the end of a piped input, during a question. */
export class Stopped extends Error {
	readonly byPerson: boolean;

	constructor(byPerson: boolean) {
		super('Stopped');
		this.byPerson = byPerson;
	}
}

export interface Terminal {
	say(line: string): void;
	ask(prompt: string): Promise<string>;
	/** Shows only the length of the input. */
	askHidden(prompt: string): Promise<string>;
	/** Rejects with Stopped at a Ctrl+C during the work. */
	during<Result>(work: Promise<Result>): Promise<Result>;
	close(): void;
}

/** With line editing on a terminal; from a pipe each line is an answer, and none of it is shown. */
export function openTerminal(streams: {
	readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
	readonly output: NodeJS.WritableStream & { readonly columns?: number };
	/** Calls back at a signal to stop; returns a function that unsubscribes. */
	readonly onInterrupt: (stop: () => void) => () => void;
}): Terminal {
	const { input, output } = streams;
	const isTerminal = input.isTTY === true;
	// Hidden by default: text pasted too early may be a secret.
	let isShown = false;
	/** The line on which a secret is typed, on a terminal. */
	let hiddenLine: string | undefined;
	const showLength = (typed: string): void => {
		if (hiddenLine === undefined) return;
		const { length } = typed.trim();
		cursorTo(output, 0);
		output.write(
			`${hiddenLine}${length === 0 ? '' : `(${length} ${length === 1 ? 'character' : 'characters'})`}`,
		);
		clearLine(output, 1);
	};
	const echo = new Writable({
		write(chunk, _encoding, done) {
			if (isShown) output.write(chunk);
			// Once per paste.
			if (hiddenLine !== undefined) queueMicrotask(() => showLength(lines.line));
			done();
		},
	});
	Object.defineProperty(echo, 'columns', { get: () => output.columns });
	// No history: the arrow up would show a secret at the next question.
	const lines = createInterface({ input, output: echo, terminal: isTerminal, historySize: 0 });
	const early: string[] = [];
	let waiting: { resolve: (line: string) => void; reject: (reason: Stopped) => void } | undefined;
	let stopped: Stopped | undefined;
	let onStop: (reason: Stopped) => void = () => {};

	const stop = (byPerson: boolean): void => {
		stopped ??= new Stopped(byPerson);
		waiting?.reject(stopped);
		// All lines of a pipe arrive before the first answer is used; its end rejects only a question without a line.
		if (byPerson) onStop(stopped);
	};
	lines.on('line', (line) => {
		showLength(line);
		hiddenLine = undefined;
		const asked = waiting;
		waiting = undefined;
		// The same paste may contain more lines.
		isShown = false;
		if (asked !== undefined) asked.resolve(line);
		// On a terminal that is a key pressed twice, or a secret in the wrong place.
		else if (!isTerminal) early.push(line);
	});
	lines.on('close', () => stop(false));
	lines.on('SIGINT', () => stop(true));
	const endInterrupt = streams.onInterrupt(() => stop(true));

	async function next(prompt: string, isHidden: boolean): Promise<string> {
		const line = early.shift();
		if (line !== undefined) {
			output.write(`${prompt}\n`);
			return line.trim();
		}
		if (stopped !== undefined) throw stopped;
		try {
			return await new Promise<string>((resolve, reject) => {
				waiting = { resolve, reject };
				if (!isTerminal) {
					output.write(prompt);
					return;
				}
				// Drops input typed before the question. Clearing redraws the former prompt invisibly; if that had
				// wrapped, readline would move up as many lines and erase later output.
				lines.setPrompt('');
				lines.write(null, { ctrl: true, name: 'u' });
				// readline redraws its prompt, and miscounts the lines of one that wrapped in a window of another size.
				const lastLine = prompt.lastIndexOf('\n') + 1;
				output.write(prompt.slice(0, lastLine));
				const last = prompt.slice(lastLine);
				isShown = !isHidden;
				if (isHidden) {
					hiddenLine = last;
					output.write(last);
				} else {
					lines.setPrompt(last);
				}
				lines.prompt();
			}).then((typed) => typed.trim());
		} finally {
			waiting = undefined;
			isShown = false;
			hiddenLine = undefined;
			// The line break was not shown either.
			if (isHidden || !isTerminal) output.write('\n');
		}
	}

	return {
		say: (line) => void output.write(`${line}\n`),
		ask: (prompt) => next(prompt, false),
		askHidden: (prompt) => next(prompt, true),
		async during(work) {
			if (stopped?.byPerson) throw stopped;
			return await Promise.race([
				work,
				new Promise<never>((_, reject) => {
					onStop = reject;
				}),
			]);
		},
		close() {
			endInterrupt();
			lines.close();
		},
	};
}
