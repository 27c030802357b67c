import { html, type TemplateResult } from 'lit';
import type { MessageActs, Sight } from '../sight.js';
import { openChannel } from './link.js';

/** Opens the member's menu. */
export function userMention(
	id: string,
	{ sight, acts }: { readonly sight: Sight; readonly acts: MessageActs },
): TemplateResult {
	const name = sight.nameOf('user', id) ?? 'unknown';
	return html`<button type="button" class="mention" data-user-id=${id} @click=${(event: Event) =>
		acts.openMember(id, event.currentTarget as Element)}>@${name}</button>`;
}

/** In the role's color. */
export function roleMention(id: string, sight: Sight): TemplateResult {
	const colour = sight.colourOf('role', id);
	return html`<span class="mention role role-colour" .style=${colour === undefined ? '' : `--role: ${colour}`}>@${sight.nameOf('role', id) ?? 'unknown'}</span>`;
}

/** Goes to the channel. */
export function channelMention(id: string, sight: Sight): TemplateResult {
	const name = sight.nameOf('channel', id);
	if (name === undefined) return html`<span class="mention">#unknown</span>`;
	return html`<button type="button" class="mention" @click=${(event: Event) =>
		openChannel(event.currentTarget as Element, id)}>#${name}</button>`;
}

/** Starts the command in the box below. */
export function commandMention(name: string, acts: MessageActs): TemplateResult {
	return html`<button type="button" class="mention" @click=${() => acts.typeCommand(name)}>/${name}</button>`;
}
