export interface Check {
	readonly chapter: string;
	/** A condition, as a sentence. */
	readonly what: string;
	readonly isPassed: boolean;
}

/** The product did not do what the story says. */
export class CheckFailed extends Error {
	/** `seen` is what was there instead. */
	constructor(what: string, seen: string) {
		super(seen === '' ? what : `${what}. Seen instead: ${seen}`);
		this.name = 'CheckFailed';
	}
}

/** The checks so far, chapter by chapter. */
export class Checks {
	readonly #done: Check[] = [];
	readonly #onCheck: (check: Check) => void;
	#chapter = '';

	constructor(onCheck: (check: Check) => void = () => undefined) {
		this.#onCheck = onCheck;
	}

	get done(): readonly Check[] {
		return this.#done;
	}

	/** The chapter that the next checks belong to. */
	begin(chapter: string): void {
		this.#chapter = chapter;
	}

	/** Records whether `what` holds. Throws CheckFailed if it doesn't: the rest of the story depends on it. */
	holds(what: string, isPassed: boolean, seen = ''): void {
		const check = { chapter: this.#chapter, what, isPassed };
		this.#done.push(check);
		this.#onCheck(check);
		if (!isPassed) throw new CheckFailed(what, seen);
	}
}
