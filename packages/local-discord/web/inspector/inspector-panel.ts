import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PageRecord } from '../../src/page/protocol.js';
import type { Panel } from '../playground-page.js';
import { filterRecords, jsonOf, type RecordFilter, sourcesOf } from './record-filter.js';

/** The names of the package's own sources; others are shown as they are called. */
const sourceNames: Readonly<Record<string, string>> = {
	gateway: 'Events to the bot',
	rest: 'Bot’s requests',
};
const emptyFilter: RecordFilter = { source: '', text: '', isProblemsOnly: false };
const clock = new Intl.DateTimeFormat('en-GB', {
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
});
/** All but the end of Discord's ids, which begin alike and fill a line. */
const startOfId = /\d{13,16}(?=\d{4}\b)/g;

/** Everything between the bot and Discord, line by line, and the payloads of the line that is chosen. */
export class InspectorPanel extends LitElement {
	static override properties = {
		records: { attribute: false },
		filter: { state: true },
		paused: { state: true },
		clearedUpTo: { state: true },
		chosen: { state: true },
	};
	declare records: readonly PageRecord[];
	declare filter: RecordFilter;
	/** The lines shown while paused. */
	declare paused: readonly PageRecord[] | undefined;
	declare clearedUpTo: number;
	declare chosen: PageRecord | undefined;
	/** True if the list follows new lines: while its end is in sight. */
	#isAtEnd = true;

	constructor() {
		super();
		this.records = [];
		this.filter = emptyFilter;
		this.clearedUpTo = 0;
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(changed: PropertyValues<this>): void {
		// The server was started anew, and counts from one again.
		if (changed.has('records') && (this.records.at(-1)?.number ?? 0) < this.clearedUpTo) this.clearedUpTo = 0;
	}

	protected override render(): TemplateResult {
		const all = (this.paused ?? this.records).filter(({ number }) => number > this.clearedUpTo);
		const shown = filterRecords(all, this.filter);
		return html`<div class="inspector">
			${this.#tools(all, shown.length)}
			<div class="inspector-views">
				${this.#list(shown, all.length > 0)}
				${this.chosen === undefined ? nothing : this.#details(this.chosen)}
			</div>
		</div>`;
	}

	protected override updated(): void {
		const list = this.querySelector('.inspector-list');
		if (list !== null && this.#isAtEnd && this.paused === undefined) list.scrollTop = list.scrollHeight;
	}

	#tools(all: readonly PageRecord[], shown: number): TemplateResult {
		const { source, text, isProblemsOnly } = this.filter;
		const change = (changes: Partial<RecordFilter>) => {
			this.filter = { ...this.filter, ...changes };
		};
		const textIn = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;
		return html`<div class="inspector-tools" role="group" aria-label="What is shown">
			<label>
				<span class="inspector-label">Source</span>
				<select @change=${(event: Event) => change({ source: textIn(event) })}>
					<option value="" ?selected=${source === ''}>All</option>
					${sourcesOf(all).map((it) => html`<option value=${it} ?selected=${it === source}>${nameOf(it)}</option>`)}
				</select>
			</label>
			<label class="inspector-search">
				<span class="inspector-label">Contains</span>
				<input type="search" .value=${text} placeholder="A route, an id, a word …" autocomplete="off"
					@input=${(event: Event) => change({ text: textIn(event) })}>
			</label>
			<label class="inspector-check">
				<input type="checkbox" .checked=${isProblemsOnly}
					@change=${(event: Event) => change({ isProblemsOnly: (event.target as HTMLInputElement).checked })}>
				Problems only
			</label>
			<button type="button" aria-pressed=${this.paused !== undefined} @click=${this.#pause}>Pause</button>
			<button type="button" @click=${this.#clear}>Clear</button>
			<span class="inspector-count">${shown === all.length ? shown : `${shown} of ${all.length}`}</span>
		</div>`;
	}

	#list(shown: readonly PageRecord[], isFiltered: boolean): TemplateResult {
		if (shown.length === 0) {
			const words = isFiltered
				? 'Nothing fits the filter.'
				: 'Nothing has passed between the bot and Discord yet.';
			return html`<p class="inspector-empty">${words}</p>`;
		}
		const isListed = this.chosen !== undefined && shown.includes(this.chosen);
		return html`<div class="inspector-list" role="listbox" aria-label="Requests and events"
			@keydown=${(event: KeyboardEvent) => this.#onKey(event, shown)} @scroll=${this.#onScroll}>
			${repeat(
				shown,
				({ number }) => number,
				(record, at) => this.#row(record, isListed ? record === this.chosen : at === shown.length - 1),
			)}
		</div>`;
	}

	/** `isStop`: where Tab comes to in the list. */
	#row(record: PageRecord, isStop: boolean): TemplateResult {
		const { number, at, source, title, status, isProblem, durationMs } = record;
		return html`<div class=${isProblem ? 'inspector-row inspector-problem' : 'inspector-row'} role="option"
			id=${`record-${number}`} tabindex=${isStop ? 0 : -1} aria-selected=${record === this.chosen}
			@click=${() => this.#choose(record)}>
			<time>${clock.format(at)}</time>
			<span class="inspector-source" data-source=${source}>${source}</span>
			<span class="inspector-title" title=${title}>${title.replace(startOfId, '…')}</span>
			<span class="inspector-status">${isProblem ? html`<span aria-hidden="true">⚠ </span>` : nothing}${status}</span>
			<span class="inspector-duration">${durationMs === undefined ? '' : `${durationMs.toFixed(0)} ms`}</span>
		</div>`;
	}

	#details({ at, source, title, status, durationMs, sent, answered }: PageRecord): TemplateResult {
		const facts = [
			nameOf(source),
			clock.format(at),
			status,
			durationMs === undefined ? '' : `${durationMs.toFixed(1)} ms`,
		];
		const part = (heading: string, value: unknown) =>
			value === undefined
				? nothing
				: html`<h4>${heading}</h4><pre tabindex="0" aria-label=${heading} dir="ltr">${jsonOf(value)}</pre>`;
		const isEmpty = sent === undefined && answered === undefined;
		return html`<section class="inspector-details" aria-label="Payloads"
			@keydown=${(event: KeyboardEvent) => this.#onDetailsKey(event)}>
			<header>
				<h3>${title}</h3>
				<button type="button" aria-label="Close" @click=${this.#close}>✕</button>
			</header>
			<p>${facts.filter(Boolean).join(' · ')}</p>
			${part('Sent', sent)} ${part('Answered', answered)} ${isEmpty ? html`<p>It has no payload.</p>` : nothing}
		</section>`;
	}

	#pause(): void {
		this.paused = this.paused === undefined ? this.records : undefined;
	}

	#clear(): void {
		this.clearedUpTo = (this.paused ?? this.records).at(-1)?.number ?? 0;
		this.chosen = undefined;
		this.#isAtEnd = true;
	}

	#choose(record: PageRecord): void {
		this.chosen = record;
		void this.updateComplete.then(() => this.#rowOf(record)?.focus());
	}

	#close(): void {
		const { chosen } = this;
		this.chosen = undefined;
		if (chosen !== undefined) void this.updateComplete.then(() => this.#rowOf(chosen)?.focus());
	}

	#rowOf({ number }: PageRecord): HTMLElement | null {
		return this.querySelector<HTMLElement>(`#record-${number}`);
	}

	#onKey(event: KeyboardEvent, shown: readonly PageRecord[]): void {
		if (event.key === 'Escape') {
			this.#close();
			return;
		}
		const focused = (event.target as Element).id;
		const at = shown.findIndex(({ number }) => `record-${number}` === focused);
		const last = shown.length - 1;
		const next: Readonly<Record<string, number>> = {
			ArrowDown: Math.min(at + 1, last),
			ArrowUp: Math.max(at - 1, 0),
			PageDown: Math.min(at + 10, last),
			PageUp: Math.max(at - 10, 0),
			Home: 0,
			End: last,
			Enter: at,
			' ': at,
		};
		const record = shown[next[event.key] ?? -1];
		if (record === undefined) return;
		event.preventDefault();
		this.#choose(record);
	}

	#onDetailsKey(event: KeyboardEvent): void {
		if (event.key === 'Escape') this.#close();
	}

	#onScroll(event: Event): void {
		const list = event.currentTarget as Element;
		this.#isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
	}
}

/** Every request of the bot and every event that it receives, for the page's tabs. */
export const inspectorPanel: Panel = {
	id: 'inspector',
	label: 'Inspector',
	render: (store) => html`<inspector-panel .records=${store.records}></inspector-panel>`,
};

function nameOf(source: string): string {
	return sourceNames[source] ?? source;
}

customElements.define('inspector-panel', InspectorPanel);
