import { html, type PropertyValues, type TemplateResult } from 'lit';
import { messageTemplate } from '../message/message.js';
import { PageElement } from '../page-element.js';
import type { MessageActs, Sight } from '../sight.js';
import { clientWords } from './client-words.js';
import type { MessageRow } from './timeline.js';
import { usedLine } from './timeline-lines.js';

/** One message of a channel. An error while it is drawn affects no other message. */
export class MessageEntry extends PageElement {
	static override properties = {
		row: { attribute: false, hasChanged: isOtherRow },
		look: { attribute: false },
		sight: { attribute: false, hasChanged: () => false },
		acts: { attribute: false, hasChanged: () => false },
	};
	declare row: MessageRow;
	/**
	 * Changes with everything that the drawing depends on besides the message, since `sight` is a new object each time.
	 */
	declare look: string;
	declare sight: Sight;
	declare acts: MessageActs;

	protected override update(changed: PropertyValues): void {
		try {
			super.update(changed);
		} catch (error) {
			// A half-drawn template can't be drawn again, so its remains are removed and replaced by a notice.
			this.textContent = 'This message could not be drawn.';
			this.classList.add('undrawn');
			reportError(error);
		}
	}

	protected override render(): TemplateResult {
		const { row, sight, acts } = this;
		const words = clientWords(sight.locale);
		return html`${row.used === undefined ? undefined : usedLine(row.used, sight)}
			${messageTemplate(row.page.message, { sight, acts, pending: row.pending })}
			${row.failure === undefined ? undefined : html`<p class="failure">${row.failure === 'failed' ? words.failed : words.noResponse}</p>`}`;
	}
}

function isOtherRow(row: MessageRow, old: MessageRow | undefined): boolean {
	return (
		old === undefined ||
		row.page !== old.page ||
		row.isFollowUp !== old.isFollowUp ||
		row.failure !== old.failure ||
		String(row.pending) !== String(old.pending)
	);
}

customElements.define('message-entry', MessageEntry);
