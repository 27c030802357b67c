import { html, LitElement, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';

const tickMs = 5_000;

/** The top edge of a phone: the world's time as its owner reads it. It moves when the world's clock is moved. */
export class StatusBar extends LitElement {
	static override properties = { sight: { attribute: false }, clock: { attribute: false } };
	declare sight: Sight;
	/** Milliseconds since the epoch. */
	declare clock: () => number;
	#timer: ReturnType<typeof setInterval> | undefined;

	override connectedCallback(): void {
		super.connectedCallback();
		this.#timer = setInterval(() => this.requestUpdate(), tickMs);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearInterval(this.#timer);
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override render(): TemplateResult {
		const { locale, timeZone } = this.sight;
		const now = this.clock();
		const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(now);
		const day = new Intl.DateTimeFormat(locale, {
			weekday: 'short',
			day: 'numeric',
			month: 'short',
			timeZone,
		});
		return html`<time datetime=${new Date(now).toISOString()}>${time}</time><span>${day.format(now)}</span>`;
	}
}

customElements.define('status-bar', StatusBar);
