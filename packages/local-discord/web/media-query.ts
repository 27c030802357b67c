import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** True while a media query matches; its element is redrawn when that changes. */
export class MediaQuery implements ReactiveController {
	readonly #host: ReactiveControllerHost;
	readonly #list: MediaQueryList;

	constructor(host: ReactiveControllerHost, query: string) {
		this.#host = host;
		this.#list = matchMedia(query);
		host.addController(this);
	}

	get matches(): boolean {
		return this.#list.matches;
	}

	hostConnected(): void {
		this.#list.addEventListener('change', this.#changed);
	}

	hostDisconnected(): void {
		this.#list.removeEventListener('change', this.#changed);
	}

	readonly #changed = () => this.#host.requestUpdate();
}
