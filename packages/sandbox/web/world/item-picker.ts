import { html, LitElement, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ShownItem } from '../../src/playground/world/world-state.js';

const pauseMs = 150;

/** Finds one of the shop's items by words of its name: fires `pick` with a ShownItem. */
export class ItemPicker extends LitElement {
	static override properties = {
		find: { attribute: false },
		picked: { attribute: false },
		catalogue: { attribute: false },
		found: { state: true },
		text: { state: true },
	};
	/** Asks the shop. */
	declare find: (text: string) => Promise<readonly ShownItem[]>;
	declare picked: ShownItem | undefined;
	/** Changes when the shop sells other things. */
	declare catalogue: string;
	declare found: readonly ShownItem[];
	declare text: string;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#asked = 0;

	constructor() {
		super();
		this.found = [];
		this.text = '';
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		clearTimeout(this.#timer);
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(changed: Map<string, unknown>): void {
		if (changed.has('catalogue')) void this.#look();
	}

	protected override render(): TemplateResult {
		return html`<label class="world-field"><span>Find an item by its name or number</span>
				<input type="search" autocomplete="off" .value=${live(this.text)} @input=${(event: Event) => this.#typed(event)}></label>
			<div class="world-items" role="radiogroup" aria-label="Items">
				${this.found.length === 0 ? html`<p class="world-note">The shop sells nothing of this name.</p>` : ''}
				${repeat(
					this.found,
					({ id }) => id,
					(item) => this.#item(item),
				)}
			</div>`;
	}

	#item(item: ShownItem): TemplateResult {
		const version = item.version === undefined ? '' : ` · ${item.version}`;
		return html`<label class="world-item"><input type="radio" name="world-item" .checked=${live(item.id === this.picked?.id)}
			@change=${() => this.dispatchEvent(new CustomEvent('pick', { detail: item }))}>
			<span class="world-item-name" dir="auto">${item.name.trim() === '' ? '(no name)' : item.name}</span>
			<span class="world-note">$${item.regularPrice} · ${item.id}${version}</span></label>`;
	}

	#typed(event: Event): void {
		this.text = (event.target as HTMLInputElement).value;
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => void this.#look(), pauseMs);
	}

	async #look(): Promise<void> {
		this.#asked += 1;
		const asked = this.#asked;
		const found = await this.find(this.text);
		// A later question may have been answered before.
		if (asked === this.#asked) this.found = found;
	}
}

customElements.define('item-picker', ItemPicker);
