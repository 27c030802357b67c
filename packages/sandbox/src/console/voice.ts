import { type Line, render, type Style, span, textWidth } from '@claimcheck/local-discord/drawing/spans';
import { wrap } from '@claimcheck/local-discord/drawing/wrap';
import type { Screen } from './screen.js';

/** The console's own words, as opposed to the bot's. */
export class Voice {
	readonly #screen: Screen;

	constructor(screen: Screen) {
		this.#screen = screen;
	}

	/** Something that happened, or a step that was done. */
	note(text: string): void {
		this.#print(text, 'dim');
	}

	/** Something that the person can do better. */
	hint(text: string): void {
		this.#print(text, 'yellow');
	}

	/** A list, one line for each entry: what doesn't fit is cut off. */
	list(entries: readonly string[]): void {
		const lines = entries.map((entry): Line => {
			const [whole = []] = wrap([span(entry)], this.#screen.width);
			if (textWidth(entry) <= this.#screen.width) return whole;
			const [cut = []] = wrap([span(entry)], this.#screen.width - 2);
			return [...cut, span(' …')];
		});
		this.#screen.print(render(lines, this.#screen.colour));
	}

	/** Several lines, as they are; long ones are broken. */
	lines(lines: readonly string[]): void {
		const drawn = lines.flatMap((line): Line[] => wrap([span(line)], this.#screen.width));
		this.#screen.print(render(drawn, this.#screen.colour));
	}

	heading(text: string): void {
		this.#screen.print(render([[span(text, 'bold', 'cyan')]], this.#screen.colour));
	}

	#print(text: string, style: Style): void {
		this.#screen.print(render(wrap([span(text, style)], this.#screen.width), this.#screen.colour));
	}
}
