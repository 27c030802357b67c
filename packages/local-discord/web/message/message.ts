import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { avatar } from '../phone/avatar.js';
import { clientWords } from '../phone/client-words.js';
import { authorLine, authorName, hasFlag, isThinking } from './author-line.js';
import { componentTemplate, unknownBox } from './components.js';
import type { ControlReader } from './controls.js';
import { markdown } from './markdown.js';

/** A message as Discord's client draws it, from the JSON of Discord's API. */
export function messageTemplate(
	message: APIMessage,
	about: Pick<ControlReader, 'sight' | 'acts' | 'pending'>,
): TemplateResult {
	const reader = { ...about, messageId: message.id, files: message.attachments };
	const { sight } = about;
	const isEphemeral = hasFlag(message, MessageFlags.Ephemeral);
	return html`<article class="message" ?data-ephemeral=${isEphemeral} data-message-id=${message.id} aria-label=${`Message of ${authorName(message, reader)}`}>
		${avatar(message.author.id, authorName(message, reader))}
		<div class="message-main">
			${authorLine(message, reader)}
			${isThinking(message) ? thinking(message, reader) : body(message, reader)}
			${isEphemeral ? ephemeralLine(sight.locale) : nothing}
		</div>
	</article>`;
}

function body(message: APIMessage, reader: ControlReader): TemplateResult {
	const { sight } = reader;
	return html`<div class="message-body">
		${message.content === '' ? nothing : markdown(message.content, reader)}
		${message.components?.map((component) => componentTemplate(component, reader))}
		${isDrawnWhole(message) ? nothing : unknownBox('An embed, a poll or a file')}
		${message.edited_timestamp === null ? nothing : html`<span class="edited" dir="auto">(${clientWords(sight.locale).edited})</span>`}
	</div>`;
}

/** Files are drawn where a component shows them. */
function isDrawnWhole({ embeds, poll, attachments, components = [] }: APIMessage): boolean {
	return embeds.length === 0 && poll == null && (attachments.length === 0 || components.length > 0);
}

function thinking(message: APIMessage, reader: ControlReader): TemplateResult {
	const words = clientWords(reader.sight.locale).thinking.replace('{user}', () =>
		authorName(message, reader),
	);
	return html`<div class="thinking" role="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span dir="auto">${words}</span></div>`;
}

function ephemeralLine(locale: string): TemplateResult {
	return html`<div class="ephemeral-line"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z"/></svg><span dir="auto">${clientWords(locale).onlyYou}</span></div>`;
}
