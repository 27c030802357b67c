import { type Choice, typedAhead } from './choice.js';

const page = 10;
/** Letters that are typed sooner after each other are one word. */
const typeaheadMs = 700;

/**
 * The row that a key leads to; undefined for keys that don't move. `isTyping` where a text box holds the focus, to which
 * Home and End belong.
 */
export function rowAfter(
	{ key }: Pick<KeyboardEvent, 'key'>,
	active: number,
	rows: number,
	isTyping: boolean,
): number | undefined {
	const within = (row: number) => Math.max(0, Math.min(rows - 1, row));
	switch (key) {
		case 'ArrowDown':
			return within(active + 1);
		case 'ArrowUp':
			return within(active - 1);
		case 'PageDown':
			return within(active + page);
		case 'PageUp':
			return within(active - page);
		case 'Home':
			return isTyping ? undefined : 0;
		case 'End':
			return isTyping ? undefined : within(rows - 1);
		default:
			return undefined;
	}
}

/** True if a key writes a letter instead of doing something. */
export function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
	return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

/** The letters that are typed at a list in quick succession. */
export class Typeahead {
	#text = '';
	#at = 0;

	/** The row that the letter leads to; undefined where no label begins so. */
	take(event: KeyboardEvent, choices: readonly Choice[], active: number, locale: string): number | undefined {
		if (!isLetter(event)) return undefined;
		this.#text = event.timeStamp - this.#at < typeaheadMs ? this.#text + event.key : event.key;
		this.#at = event.timeStamp;
		// A word that goes on may stay at the row where it is.
		const found = typedAhead(choices, this.#text, this.#text.length > 1 ? active - 1 : active, locale);
		return found === -1 ? undefined : found;
	}
}
