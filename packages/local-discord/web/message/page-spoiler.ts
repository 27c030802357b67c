/**
 * Something hidden until it is pressed: a word, a picture, a container. Its first child holds it and is `inert`, so that
 * neither the keyboard nor a screen reader gets at it before. Once open it stays open, however often the message is drawn.
 */
export class PageSpoiler extends HTMLElement {
	connectedCallback(): void {
		if (this.hasAttribute('open')) return;
		this.setAttribute('role', 'button');
		this.setAttribute('tabindex', '0');
		this.setAttribute('aria-label', 'Spoiler, press to show');
		this.setAttribute('aria-expanded', 'false');
		this.addEventListener('click', this.#open);
		this.addEventListener('keydown', this.#keyDown);
	}

	#open = (event: Event): void => {
		event.stopPropagation();
		this.removeEventListener('click', this.#open);
		this.removeEventListener('keydown', this.#keyDown);
		this.setAttribute('open', '');
		for (const name of ['role', 'aria-label', 'aria-expanded']) this.removeAttribute(name);
		// Focus stays where it was: the next Tab goes into what has been shown.
		this.setAttribute('tabindex', '-1');
		this.firstElementChild?.removeAttribute('inert');
	};

	#keyDown = (event: KeyboardEvent): void => {
		if (event.key !== 'Enter' && event.key !== ' ') return;
		event.preventDefault();
		this.#open(event);
	};
}

customElements.define('page-spoiler', PageSpoiler);
