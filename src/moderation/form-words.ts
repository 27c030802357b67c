/** How a purchase and its holder are called in a form. Foreign texts. */
export interface Words {
	readonly itemName: string;
	/** Undefined where there is no code. */
	readonly codeEnd: string | undefined;
	/** The holder's display name; undefined where nobody holds it, or Discord didn't tell. */
	readonly holderName: string | undefined;
}

const mostKept = 1_000;

/**
 * What the forms of the desk call the purchase whose page was last shown: a form must be the first answer to a press,
 * so it is written from memory. Where this process has not shown the page, the form does without names.
 */
export class FormWords {
	readonly #words = new Map<string, Words>();

	/** `holderId`: as on the page. */
	remember(hash: string, holderId: string | undefined, words: Words): void {
		const key = keyOf(hash, holderId);
		this.#words.delete(key);
		this.#words.set(key, words);
		const [oldest] = this.#words.keys();
		if (this.#words.size > mostKept && oldest !== undefined) this.#words.delete(oldest);
	}

	recall(hash: string, holderId: string | undefined): Words | undefined {
		return this.#words.get(keyOf(hash, holderId));
	}
}

function keyOf(hash: string, holderId: string | undefined): string {
	return `${hash}:${holderId ?? ''}`;
}
