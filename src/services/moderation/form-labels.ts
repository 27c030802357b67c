/** The facts about a purchase that its modal shows. The name is untrusted text. */
export interface FormLabel {
	readonly itemName: string;
	/** Undefined if there is no code. */
	readonly codeEnd: string | undefined;
	/** Default: none. */
	readonly holderCount?: number;
	/** The roles in the server that the holder has by no other purchase. Default: none. */
	readonly roleIds?: readonly string[] | undefined;
	/** Of a dispute's card: who holds the purchase, who claims it, and the claim's revision. */
	readonly dispute?: {
		readonly holderId: string | undefined;
		readonly claimantId: string;
		readonly revision: number;
	};
}

const maxKept = 1_000;

/**
 * The purchases of the pages last shown: a modal must be the first response, so it comes from memory. If this process
 * has not shown the page, the modal names only the act.
 */
export class FormLabels {
	readonly #labels = new Map<string, FormLabel>();

	/** `subject`: a lookup by its id, a dispute by its reference, or a purchase (`subjectOf`). */
	remember(subject: string, label: FormLabel): void {
		this.#labels.delete(subject);
		this.#labels.set(subject, label);
		const [oldest] = this.#labels.keys();
		if (this.#labels.size > maxKept && oldest !== undefined) this.#labels.delete(oldest);
	}

	recall(subject: string): FormLabel | undefined {
		return this.#labels.get(subject);
	}
}
