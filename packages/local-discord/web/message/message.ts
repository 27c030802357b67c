import type { APIMessage } from 'discord-api-types/v10';
import { html, type TemplateResult } from 'lit';
import type { MessageActs, Sight } from '../sight.js';

/** A message as Discord's client draws it, from the JSON of Discord's API. */
export function messageTemplate(message: APIMessage, sight: Sight, _acts: MessageActs): TemplateResult {
	return html`<article class="message" data-message-id=${message.id}>
		<strong>${sight.nameOf('user', message.author.id) ?? message.author.username}</strong>
		<div>${message.content}</div>
		<pre>${JSON.stringify(message.components ?? [], undefined, 1)}</pre>
	</article>`;
}
