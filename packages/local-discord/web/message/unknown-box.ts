import { html, type TemplateResult } from 'lit';

/** In the place of what this client can't show: that it is there, and what it is. */
export function unknownBox(what: string): TemplateResult {
	return html`<div class="unknown-box" role="note">${what}</div>`;
}
