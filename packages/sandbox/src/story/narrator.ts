import { type Line, render, span, textWidth } from '@claimcheck/local-discord/drawing/spans';
import { wrap } from '@claimcheck/local-discord/drawing/wrap';
import type { Screen } from './screen.js';

/** The voice between the messages. */
export class Narrator {
	readonly #screen: Screen;
	/** The kind of the last line: checks are grouped, everything else is apart. */
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
