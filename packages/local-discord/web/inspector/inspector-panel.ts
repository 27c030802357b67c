import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PageRecord } from '../../src/page/protocol.js';
import { PageElement } from '../page-element.js';
import type { Panel } from '../playground-page.js';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
/** All but the end of a Discord id, since ids begin alike and fill a line. */
const startOfId = /\d{13,16}(?=\d{4}\b)/g;

/** Everything between the bot and Discord, newest first, each line with its payloads. */
export class InspectorPanel extends PageElement {
	static override properties = { records: { attribute: false }, opened: { state: true } };
	declare records: readonly PageRecord[];
	/** The numbers of the lines whose payloads are shown. */
	declare protected opened: ReadonlySet<number>;

	constructor() {
		super();
		this.records = [];
		this.opened = new Set();
	}

	protected override render(): TemplateResult {
		if (this.records.length === 0) return html`<p>Nothing has passed between the bot and Discord yet.</p>`;
		return html`${repeat(
			this.records.toReversed(),
			({ number }) => number,
			(record) => this.#line(record),
		)}`;
	}

	#line(record: PageRecord): TemplateResult {
		const { number, at, source, title, status, isProblem, durationMs, sent, answered } = record;
		const open = ({ currentTarget }: Event) => {
			if ((currentTarget as HTMLDetailsElement).open) this.opened = new Set([...this.opened, number]);
		};
		return html`<details class="record ${isProblem ? 'problem' : ''}" @toggle=${open}>
			<summary><time>${clock.format(at)}</time> <span class="record-source">${source}</span> <span class="record-title">${title.replace(startOfId, '…')}</span>
				<span class="record-status">${isProblem ? '⚠ ' : ''}${status}${durationMs === undefined ? '' : ` · ${durationMs.toFixed(0)} ms`}</span></summary>
			${this.opened.has(number) ? html`${payload('Sent', sent)}${payload('Answered', answered)}` : nothing}
		</details>`;
	}
}

function payload(heading: string, value: unknown): TemplateResult | typeof nothing {
	if (value === undefined) return nothing;
	return html`<h4>${heading}</h4><pre tabindex="0" aria-label=${heading} dir="ltr">${JSON.stringify(value, undefined, 2)}</pre>`;
}

/** Every request of the bot and every event that it receives, for the page's tabs. */
export const inspectorPanel: Panel = {
	id: 'inspector',
	label: 'Inspector',
	render: (store) => html`<inspector-panel .records=${store.records}></inspector-panel>`,
};

customElements.define('inspector-panel', InspectorPanel);
