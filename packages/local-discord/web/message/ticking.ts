import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

const everyMs = 1_000;
const shown = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * One timer for the whole page, and none if nothing ticks, so that a thousand messages with a time cost as much as one.
 */
class Ticking extends AsyncDirective {
	#text = () => '';
	#shown = '';

	render(text: () => string): string {
		this.#text = text;
		this.#shown = text();
		if (this.isConnected) this.reconnected();
		return this.#shown;
	}

	protected override disconnected(): void {
		shown.delete(this.#tick);
		if (shown.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	}

	protected override reconnected(): void {
		shown.add(this.#tick);
		timer ??= setInterval(() => {
			if (!document.hidden) for (const tick of shown) tick();
		}, everyMs);
	}

	readonly #tick = () => {
		const now = this.#text();
		if (now === this.#shown) return;
		this.#shown = now;
		this.setValue(now);
	};
}

/** A text that changes with time as long as it is shown. */
export const ticking = directive(Ticking);
