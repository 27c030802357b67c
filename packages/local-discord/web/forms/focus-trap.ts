const focusable =
	'button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), a[href], [tabindex="0"]';

/**
 * Keeps the focus in an element that lies over its siblings, and the siblings out of reach. Not the browser's own modal
 * dialog, which would close off the whole page, and with it the other person's frame.
 */
export class FocusTrap {
	readonly #host: HTMLElement;
	#reason: string | undefined;
	#before: Element | null = null;
	#shut: readonly Element[] = [];

	constructor(host: HTMLElement) {
		this.#host = host;
	}

	/** Takes the focus to the first field; does nothing where it is already kept for the same reason. */
	enter(reason: string): void {
		if (this.#reason === reason) return;
		if (this.#reason === undefined) {
			this.#before = document.activeElement;
			this.#shut = [...(this.#host.parentElement?.children ?? [])].filter(
				(sibling) => sibling !== this.#host && !sibling.hasAttribute('inert'),
			);
			for (const sibling of this.#shut) sibling.setAttribute('inert', '');
		}
		this.#reason = reason;
		const first = this.#host.querySelector<HTMLElement>('[data-field] :is(input, textarea, button)');
		(first ?? this.#targets()[0])?.focus();
	}

	/** Gives the focus back. */
	leave(): void {
		if (this.#reason === undefined) return;
		this.#reason = undefined;
		for (const sibling of this.#shut) sibling.removeAttribute('inert');
		if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
	}

	/** Has Tab go round. */
	keepWithin(event: KeyboardEvent): void {
		const targets = this.#targets();
		const [first] = targets;
		const last = targets.at(-1);
		const [from, to] = event.shiftKey ? [first, last] : [last, first];
		if (document.activeElement !== from) return;
		event.preventDefault();
		to?.focus();
	}

	#targets(): HTMLElement[] {
		return [...this.#host.querySelectorAll<HTMLElement>(focusable)].filter((it) => it.checkVisibility());
	}
}
