import type { APIMessage } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { avatar } from '../phone/avatar.js';
import { authorName } from './author-line.js';
import { plainText, type Reader } from './markdown.js';

const maxExcerptLength = 90;

/** To what a message replies, above it. */
export function replyLine(
	{ referenced_message: replied }: APIMessage,
	reader: Reader,
): TemplateResult | typeof nothing {
	if (replied == null) return nothing;
	const { author, content } = replied;
	const excerpt = plainText(content.replaceAll('\n', ' ')).slice(0, maxExcerptLength);
	const name = authorName(replied, reader);
	return html`<div class="reply-line">
		${avatar(author.id, name)}
		<button type="button" class="reply-author" data-user-id=${author.id} @click=${(event: Event) =>
			reader.acts.openMember(author.id, event.currentTarget as Element)}><bdi>${name}</bdi></button>
		<span class="reply-excerpt" dir="auto">${excerpt || 'Click to see attachment'}</span>
	</div>`;
}
