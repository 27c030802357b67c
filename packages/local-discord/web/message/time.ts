import { html, type TemplateResult } from 'lit';
import { timestampText } from '../../src/drawing/timestamps.js';
import type { Sight } from '../sight.js';
import { ticking } from './ticking.js';

/** The latest time that a browser can represent, in milliseconds. */
const maxMs = 8.64e15;

/** A time as Discord shows `<t:…:style>`, in the viewer's language. A relative one keeps updating while it is shown. */
export function timeTemplate(at: number, style: string, sight: Sight): TemplateResult {
	if (Math.abs(at) > maxMs) return html`<span class="time">Invalid date</span>`;
	const shown =
		style === 'R'
			? ticking(() => timestampText(at, 'R', { ...sight, now: sight.clock() }))
			: timestampText(at, style, sight);
	return html`<time class="time" datetime=${new Date(at).toISOString()} title=${timestampText(at, 'F', sight)}>${shown}</time>`;
}

/** The time of a message, with the date if it is from another day. */
export function messageTime(at: number, sight: Sight): TemplateResult {
	const isToday = timestampText(at, 'd', sight) === timestampText(sight.now, 'd', sight);
	return html`<time class="message-time" datetime=${new Date(at).toISOString()} title=${timestampText(at, 'F', sight)}>${timestampText(at, isToday ? 't' : 's', sight)}</time>`;
}
