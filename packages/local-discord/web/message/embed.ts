import type { APIEmbed } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import { inlineMarkdown, markdown, plainText, type Reader } from './markdown.js';
import { galleryTemplate } from './media.js';

/** An embed's words and pictures, one below the other. */
export function embedTemplate(embed: APIEmbed, reader: Reader): TemplateResult {
	const { author, title, description, fields = [], footer, color } = embed;
	const colour = color === undefined ? '' : `--accent-bar: #${color.toString(16).padStart(6, '0')}`;
	const pictures = [embed.thumbnail?.url, embed.image?.url].filter((url) => url !== undefined);
	const media = pictures.map((address) => ({ address, alt: undefined, contentType: 'image/png' }));
	return html`<div class="container" ?data-accent=${color !== undefined} .style=${colour}>
		${[author?.name, footer?.text].map((text) => (text ? html`<small dir="auto">${plainText(text)}</small>` : nothing))}
		${title ? html`<strong>${inlineMarkdown(title, reader)}</strong>` : nothing}
		${description ? markdown(description, reader) : nothing}
		${fields.map(({ name, value }) => html`<div><strong>${inlineMarkdown(name, reader)}</strong>${markdown(value, reader)}</div>`)}
		${media.length === 0 ? nothing : galleryTemplate(media, reader.sight)}
	</div>`;
}
