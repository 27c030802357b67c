import { PageElement } from '@claimcheck/local-discord/web/page-element.js';
import { html, type TemplateResult } from 'lit';

const thanksMs = 2_000;

/** A text to be typed elsewhere, with a button that copies it. */
export class CopyCode extends PageElement {
	static override properties = {
		text: { attribute: false },
		label: { attribute: false },
		state: { state: true },
	};
	declare text: string;
	/** Its label, such as `the code`. */
	declare label: string;
	declare state: 'copied' | 'refused' | undefined;
	#timer: ReturnType<typeof setTimeout> | undefined;

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearTimeout(this.#timer);
	}

	protected override render(): TemplateResult {
		const words = { copied: 'Copied', refused: 'Select and copy it' } as const;
		return html`<code class="copy-text">${this.text}</code>
			<button type="button" class="action small" aria-label=${`Copy ${this.label}`} @click=${() => void this.#copy()}>
				<span aria-live="polite">${this.state === undefined ? 'Copy' : words[this.state]}</span></button>`;
	}

	async #copy(): Promise<void> {
		this.state = await navigator.clipboard.writeText(this.text).then(
			() => 'copied' as const,
			() => 'refused' as const,
		);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => {
			this.state = undefined;
		}, thanksMs);
	}
}

customElements.define('copy-code', CopyCode);
