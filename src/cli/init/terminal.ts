import { clearLine, createInterface, cursorTo } from 'node:readline';
import { Writable } from 'node:stream';
import { exitCodes } from '../../base/errors.js';
import { counted } from '../claims/session.js';
import { ProgramError } from '../program/run-program.js';

export type Terminal = ReturnType<typeof openTerminal>;

/** With line editing on a terminal; from a pipe each line is an answer, and none of it is shown. */
export function openTerminal(farewell: string) {
	const { stdin: input, stdout: output } = process;
	const isTerminal = input.isTTY === true;
	// Hidden by default: text pasted too early may be a secret.
	let isShown = false;
	/** The line on which a secret is typed, on a terminal. */
	let hiddenLine: string | undefined;
	const showLength = (typed: string): void => {
		if (hiddenLine === undefined) return;
		const { length } = typed.trim();
		cursorTo(output, 0);
		output.write(`${hiddenLine}${length === 0 ? '' : `(${counted(length, 'character')})`}`);
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
	let waiting: { resolve: (line: string) => void; reject: (reason: ProgramError) => void } | undefined;
	let hasEnded = false;

	const ended = () => new ProgramError(exitCodes.trouble, `\n${farewell}`);
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
	// All lines of a pipe arrive before the first answer is used; its end rejects only a question without a line.
	lines.on('close', () => {
		hasEnded = true;
		waiting?.reject(ended());
	});
	const interrupt = (): void => {
		lines.close();
		output.write(`\n\n${farewell}\n`);
		process.exit(exitCodes.interrupted);
	};
	lines.on('SIGINT', interrupt);
	process.on('SIGINT', interrupt);

	async function next(prompt: string, isHidden: boolean): Promise<string> {
		const line = early.shift();
		if (line !== undefined) {
			output.write(`${prompt}\n`);
			return line.trim();
		}
		if (hasEnded) throw ended();
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

	const say = (line: string): void => void output.write(`${line}\n`);
	return {
		say,
		/** Prints ` no: …`, ` ok: …` or ` warning: …` under the question. */
		remark: (kind: 'no' | 'ok' | 'warning', text: string): void => say(` ${kind}: ${text}`),
		/** Rejects with ProgramError if the input has ended. */
		ask: (prompt: string) => next(prompt, false),
		/** Shows only the length of the input. Rejects as `ask` does. */
		askHidden: (prompt: string) => next(prompt, true),
		/** Is printed at Ctrl+C, which ends the process. */
		sayAtInterrupt(text: string): void {
			farewell = text;
		},
		close() {
			process.off('SIGINT', interrupt);
			lines.close();
		},
	};
}
