import { html, LitElement, type TemplateResult } from 'lit';
import { Connection } from './connection.js';
import { pageKey } from './page-key.js';
import { keyOf } from './phone/phone-frame.js';
import { Store } from './store.js';

/** A part of the page beside the frames, such as the inspector. */
export interface Panel {
	readonly id: string;
	readonly label: string;
	readonly render: (store: Store, connection: Connection) => TemplateResult;
}

/** The whole page: two people's frames on one world, and panels beside them. */
export class PlaygroundPage extends LitElement {
	static override properties = { panels: { attribute: false } };
	/** Besides the package's own. */
	declare panels: readonly Panel[];
	readonly #store = new Store();
	#connection: Connection | undefined;

	constructor() {
		super();
		this.panels = [];
	}

	override connectedCallback(): void {
		super.connectedCallback();
		const key = pageKey();
		if (key === undefined) return;
		this.#store.onChange(() => this.requestUpdate());
		this.#connection = new Connection({
			key,
			onFrame: (frame) => this.#store.apply(frame),
			onState: () => this.requestUpdate(),
		});
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override render(): TemplateResult {
		const connection = this.#connection;
		if (connection === undefined) {
			return html`<main><h1>This address lacks its key</h1><p>Open the whole address that the terminal shows, from http to its end.</p></main>`;
		}
		if (this.#store.world === undefined) return html`<main><p>Connecting …</p></main>`;
		const shown = this.#store.people.filter(({ isMember }) => isMember).slice(0, 2);
		return html`<main>
			<h1>${this.#store.world.title}</h1>
			<div class="frames">
				${shown.map(
					(person) =>
						html`<phone-frame .store=${this.#store} .connection=${connection} .personKey=${keyOf(person)}></phone-frame>`,
				)}
			</div>
			${this.panels.map((panel) => html`<section aria-label=${panel.label}>${panel.render(this.#store, connection)}</section>`)}
		</main>`;
	}
}

customElements.define('playground-page', PlaygroundPage);
