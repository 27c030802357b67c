import { type Line, render, span, textWidth, wantsColour } from '@claimcheck/local-discord/drawing/spans';
import { wrap } from '@claimcheck/local-discord/drawing/wrap';

/** An output for lines that people read. */
export interface Screen {
	/** The recommended maximum number of columns per line. */
	readonly width: number;
	readonly colour: boolean;
	/** Writes whole lines; several are separated by `\n`. */
	print(lines: string): void;
}

/** The part of a terminal, a pipe or a test's recorder that a screen needs. */
export interface Output {
	readonly isTTY?: boolean;
	readonly columns?: number;
	write(text: string): unknown;
}

const widthWithoutTerminal = 80;
const narrowest = 40;
/** Longer lines are hard to read, however wide the window is. */
const widest = 100;

/** A screen on `output`, in color if appropriate. The width is read once. */
export function screenOn(output: Output, environment: Readonly<Record<string, string | undefined>>): Screen {
	// Some terminals, such as the one of `script`, report no columns at all.
	const columns = output.columns || widthWithoutTerminal;
	return {
		width: Math.max(narrowest, Math.min(widest, columns)),
		colour: wantsColour(output, environment),
		print(lines) {
			output.write(`${lines}\n`);
		},
	};
}

/** The narration between the messages. */
export class Narrator {
	readonly #screen: Screen;
	/** The kind of the last line: checks are grouped, everything else is separated. */
	#last: 'check' | 'other' = 'other';

	constructor(screen: Screen) {
		this.#screen = screen;
	}

	title(title: string, subtitle: string): void {
		this.#print('other', [[span(title, 'bold')], ...wrap([span(subtitle, 'dim')], this.#screen.width)]);
	}

	chapter(number: number, title: string): void {
		const rule = '─'.repeat(Math.max(2, this.#screen.width - textWidth(`── ${number} · ${title} `)));
		this.#print('other', [
			[span('── ', 'cyan'), span(`${number} · ${title}`, 'bold', 'cyan'), span(` ${rule}`, 'cyan')],
		]);
	}

	say(text: string): void {
		this.#print('other', wrap([span(text)], this.#screen.width));
	}

	/** The next action, such as `Maya types /verify …`. */
	act(caption: string): void {
		this.#print('other', wrap([span(`  ${caption}`, 'bold', 'yellow')], this.#screen.width));
	}

	/** A drawn message under a line that says who sees it. */
	message(audience: string, drawn: string): void {
		this.#screen.print(render([[span(`  ${audience}`, 'dim', 'italic')]], this.#screen.colour));
		this.#screen.print(drawn.replaceAll(/^(?=.)/gm, '  '));
	}

	check(what: string, isPassed: boolean): void {
		const mark = isPassed ? span('  ✔ ', 'green', 'bold') : span('  ✘ ', 'red', 'bold');
		const [first = [], ...rest] = wrap([span(what, isPassed ? 'green' : 'red')], this.#screen.width - 4);
		this.#print('check', [[mark, ...first], ...rest.map((line): Line => [span('    '), ...line])]);
	}

	#print(what: 'check' | 'other', lines: readonly Line[]): void {
		const isApart = what !== 'check' || this.#last !== 'check';
		this.#last = what;
		this.#screen.print(render(isApart ? [[], ...lines] : lines, this.#screen.colour));
	}
}

/** Prints the happy ending, and what to do next. */
export function happyEnd(checks: number): Line[] {
	return [
		[],
		[span(`All ${checks} checks passed.`, 'green', 'bold')],
		[],
		[span('What next?', 'bold')],
		[span('  npm run playground', 'cyan'), span('   try the commands yourself, in your browser')],
		[span('  README.md', 'cyan'), span('            “Set it up”: five steps')],
	];
}

/** Prints the error in red, on as many lines as needed. */
export function badEnd(error: unknown, width: number): Line[] {
	const message = error instanceof Error ? error.message : String(error);
	return [[], ...wrap([span('The demo failed: ', 'red', 'bold'), span(message)], width)];
}
