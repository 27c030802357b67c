import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import { PageElement } from '../page-element.js';
import type { MessageActs, Sight } from '../sight.js';
import { clientWords } from './client-words.js';
import { downIcon } from './icons.js';
import './message-entry.js';
import type { MessageRow, TimelineRow } from './timeline.js';
import { commandLine, dayLine } from './timeline-lines.js';

/** Distance from the bottom in pixels: less than a line counts as being at the bottom. */
const nearBottom = 12;

/**
 * A channel's rows. The box is laid out from its bottom (`column-reverse`), so the browser keeps it there while
 * messages arrive and images load, and keeps the reader's place everywhere else.
 */
export class MessageList extends PageElement {
	static override properties = {
		rows: { attribute: false },
		channelId: { attribute: false },
		label: { attribute: false },
		start: { attribute: false },
		look: { attribute: false },
		sight: { attribute: false },
		acts: { attribute: false },
		ringed: { attribute: false },
		isAtBottom: { state: true },
	};
	declare rows: readonly TimelineRow[];
	declare channelId: string;
	declare label: string;
	/** The start of the channel, above the first message; undefined if there are earlier ones. */
	declare start: TemplateResult | undefined;
	declare look: string;
	declare sight: Sight;
	declare acts: MessageActs;
	/** The ids of messages with a ring around them. */
	declare ringed: ReadonlySet<string>;
	declare isAtBottom: boolean;
	/** The last row when the viewer left the bottom. */
	#left: string | undefined;

	constructor() {
		super();
		this.rows = [];
		this.isAtBottom = true;
	}

	protected override willUpdate(changed: PropertyValues): void {
		if (changed.has('channelId')) this.isAtBottom = true;
	}

	protected override render(): TemplateResult {
		const words = clientWords(this.sight.locale);
		// A separate log for each channel, so that its existing messages are not announced as new.
		return html`${keyed(
			this.channelId,
			html`<div class="scroller" tabindex="0" role="region" aria-label=${this.label} @scroll=${this.#scrolled}>
				<div class="log" role="log" aria-label=${this.label}>${this.start}${repeat(
					this.rows,
					({ key }) => key,
					(row) => this.#row(row),
				)}</div>
			</div>`,
		)}
		${
			this.isAtBottom
				? nothing
				: html`<button type="button" class="to-present" @click=${() => this.toPresent()}>${downIcon}${this.#newer === 0 ? words.toPresent : `${words.newMessages}: ${this.#newer}`}</button>`
		}`;
	}

	/** Goes to the last message. */
	toPresent(): void {
		const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
		this.#scroller?.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
		this.#scroller?.focus({ preventScroll: true });
	}

	#row(row: TimelineRow): TemplateResult {
		const { sight } = this;
		switch (row.kind) {
			case 'day':
				return dayLine(row.at, sight);
			case 'command':
				return commandLine(row, sight);
			case 'message':
				return html`<message-entry class=${entryClass(row, this.ringed.has(row.key))}
					.row=${row} .look=${this.look} .sight=${sight} .acts=${this.acts}></message-entry>`;
		}
	}

	/** The number of messages since the viewer left the bottom. */
	get #newer(): number {
		const at = this.rows.findIndex(({ key }) => key === this.#left);
		return at === -1 ? 0 : this.rows.slice(at + 1).filter(({ kind }) => kind === 'message').length;
	}

	get #scroller(): HTMLElement | null {
		return this.querySelector('.scroller');
	}

	// scrollTop is 0 at the bottom and negative above it.
	readonly #scrolled = () => {
		const isAtBottom = Math.abs(this.#scroller?.scrollTop ?? 0) < nearBottom;
		if (isAtBottom === this.isAtBottom) return;
		this.isAtBottom = isAtBottom;
		this.#left = this.rows.at(-1)?.key;
		this.dispatchEvent(new Event('bottom-changed'));
	};
}

function entryClass({ isFollowUp, page }: MessageRow, isRinged: boolean): string {
	const isEphemeral = page.visibleTo !== undefined;
	return [isFollowUp && 'follow-up', isEphemeral && 'ephemeral', isRinged && 'ringed']
		.filter(Boolean)
		.join(' ');
}

customElements.define('message-list', MessageList);
