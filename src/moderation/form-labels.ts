/** The purchase in the title of a modal. Untrusted text. */
export interface FormLabel {
	readonly itemName: string;
	/** Undefined if there is no code. */
	readonly codeEnd: string | undefined;
}

const maxKept = 1_000;

/**
 * The purchases of the pages last shown, by their claim's hash or by their lookup: a modal must be the first response,
 * so its title comes from memory. If this process has not shown the page, the title names only the act.
 */
export class FormLabels {
	readonly #labels = new Map<string, FormLabel>();

	remember(key: string, { itemName, codeEnd }: FormLabel): void {
		this.#labels.delete(key);
		this.#labels.set(key, { itemName, codeEnd });
		const [oldest] = this.#labels.keys();
		if (this.#labels.size > maxKept && oldest !== undefined) this.#labels.delete(oldest);
	}

	recall(key: string): FormLabel | undefined {
		return this.#labels.get(key);
	}
}
