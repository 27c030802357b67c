import { html, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { timestampText } from '../../src/drawing/timestamps.js';
import type { Sight } from '../sight.js';
import { onTick } from './ticking.js';

/** The latest moment that a browser can name, in milliseconds. */
const maxMs = 8.64e15;

/** A moment as Discord shows `<t:…:style>`, in the viewer's language. A relative one goes on while it is shown. */
export function timeTemplate(at: number, style: string, sight: Sight): TemplateResult {
	if (Math.abs(at) > maxMs) return html`<span class="time">Invalid date</span>`;
	const shown = style === 'R' ? relativeTime(at, sight) : timestampText(at, style, sight);
	return html`<time class="time" datetime=${new Date(at).toISOString()} title=${timestampText(at, 'F', sight)}>${shown}</time>`;
}

/** The moment of a message: its time, with the date where it is from another day. */
export function messageTime(at: number, sight: Sight): TemplateResult {
	const isToday = timestampText(at, 'd', sight) === timestampText(sight.now, 'd', sight);
	return html`<time class="message-time" datetime=${new Date(at).toISOString()} title=${timestampText(at, 'F', sight)}>${timestampText(at, isToday ? 't' : 's', sight)}</time>`;
}

class RelativeTime extends AsyncDirective {
	#at = 0;
	#sight: Sight | undefined;
	#shown = '';
	#stop: (() => void) | undefined;

	render(at: number, sight: Sight): string {
		this.#at = at;
		this.#sight = sight;
		this.#shown = timestampText(at, 'R', { ...sight, now: sight.clock() });
		if (this.isConnected) this.#follow();
		return this.#shown;
	}

	protected override disconnected(): void {
		this.#stop?.();
		this.#stop = undefined;
	}

	protected override reconnected(): void {
		this.#follow();
	}

	#follow(): void {
		this.#stop ??= onTick(() => {
			if (this.#sight === undefined) return;
			const now = timestampText(this.#at, 'R', { ...this.#sight, now: this.#sight.clock() });
			if (now === this.#shown) return;
			this.#shown = now;
			this.setValue(now);
		});
	}
}

const relativeTime = directive(RelativeTime);
