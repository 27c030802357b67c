/** How a purchase and its holder are called in a form. Foreign texts. */
export interface PurchaseLabels {
	readonly itemName: string;
	/** Undefined where there is no code. */
	readonly codeEnd: string | undefined;
	/** The holder's display name; undefined where nobody holds it, or Discord didn't tell. */
	readonly holderName: string | undefined;
}

/** A purchase's page in a guild. */
interface Page {
	readonly guildId: string;
	readonly hash: string;
	readonly holderId: string | undefined;
}

const mostKept = 1_000;

/**
 * What the forms of moderation call the purchase whose page was last shown: a form must be the first answer to a press,
 * so it is written from memory. Where this process has not shown the page, the form does without names.
 */
export class FormLabels {
	readonly #words = new Map<string, PurchaseLabels>();

	/** @param page The purchase as it was shown, and the guild: its staff may not learn what another guild's page said. */
	remember(page: Page, words: PurchaseLabels): void {
		const key = keyOf(page);
		this.#words.delete(key);
		this.#words.set(key, words);
		const [oldest] = this.#words.keys();
		if (this.#words.size > mostKept && oldest !== undefined) this.#words.delete(oldest);
	}

	recall(page: Page): PurchaseLabels | undefined {
		return this.#words.get(keyOf(page));
	}
}

function keyOf({ guildId, hash, holderId }: Page): string {
	return `${guildId}:${hash}:${holderId ?? ''}`;
}
