import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import '@skyra/discord-components-core/discord-embed-description.js';
import '@skyra/discord-components-core/discord-embed-footer.js';
import type { ShownEmbed } from '../../src/drawing/shown-embeds.js';
import { timestampText } from '../../src/drawing/timestamps.js';
import { galleryTemplate } from './gallery.js';
import { linkTemplate } from './link.js';
import { inlineMarkdown, markdown, plainText, type Reader } from './markdown.js';
import type { Media } from './media.js';
import { mediaTile } from './media-tile.js';
import './page-embed.js';

/** An embed with all that it may hold. */
export function embedTemplate({ embed, pictures }: ShownEmbed, reader: Reader): TemplateResult {
	const { sight } = reader;
	const colour = embed.color === undefined ? undefined : `#${embed.color.toString(16).padStart(6, '0')}`;
	return html`<page-embed .color=${colour} ?light-theme=${sight.isLight}>
		<div slot="description" class="embed-body">
			<div class="embed-words">
				${embed.provider?.name ? html`<div class="embed-provider" dir="auto">${plainText(embed.provider.name)}</div>` : nothing}
				${authorTemplate(embed.author, reader)} ${titleTemplate(embed, reader)}
				${
					embed.description
						? html`<discord-embed-description>${markdown(embed.description, reader)}</discord-embed-description>`
						: nothing
				}
				${embed.fields?.length ? html`<div class="embed-fields">${fieldTemplates(embed.fields, reader)}</div>` : nothing}
			</div>
			${pictureTemplate(embed.thumbnail?.url, 'thumbnail', reader)} ${mediaTemplate(embed, pictures, reader)}
		</div>
		${footerTemplate(embed, reader)}
	</page-embed>`;
}

function authorTemplate(author: APIEmbed['author'], { sight }: Reader): TemplateResult | typeof nothing {
	if (author === undefined) return nothing;
	const name = html`<span dir="auto">${plainText(author.name)}</span>`;
	return html`<div class="embed-author">${iconTemplate(author.icon_url, sight)}${
		author.url === undefined ? name : linkTemplate(author.url, name, sight, 'embed-author-link')
	}</div>`;
}

function titleTemplate({ title, url }: APIEmbed, reader: Reader): TemplateResult | typeof nothing {
	if (!title) return nothing;
	const text = inlineMarkdown(title, reader);
	return html`<div class="embed-title">${url === undefined ? text : linkTemplate(url, text, reader.sight)}</div>`;
}

/** Up to three inline fields share a row, as in Discord: the class says how many there are in the field's row. */
function fieldTemplates(fields: readonly APIEmbedField[], reader: Reader): TemplateResult[] {
	const rows: APIEmbedField[][] = [];
	for (const field of fields) {
		const row = rows.at(-1);
		if (field.inline && row?.[0]?.inline && row.length < 3) row.push(field);
		else rows.push([field]);
	}
	return rows.flatMap((row) =>
		row.map(
			(field) => html`<div class="embed-field of-${row.length}">
				<div class="embed-field-name">${inlineMarkdown(field.name, reader)}</div>
				${markdown(field.value, reader)}
			</div>`,
		),
	);
}

function mediaTemplate(
	embed: APIEmbed,
	pictures: readonly string[],
	reader: Reader,
): TemplateResult | typeof nothing {
	const video = embed.video?.url;
	if (video === undefined && pictures.length > 1) {
		return html`<div class="embed-gallery">${galleryTemplate(pictures.map(pictureMedia), reader.sight)}</div>`;
	}
	if (video === undefined) return pictureTemplate(pictures[0], 'image', reader);
	const media: Media = { address: video, alt: undefined, contentType: 'video/mp4' };
	return html`<div class="embed-image">${mediaTile(media, reader.sight)}</div>`;
}

function pictureTemplate(
	address: string | undefined,
	what: 'thumbnail' | 'image',
	{ sight }: Reader,
): TemplateResult | typeof nothing {
	if (address === undefined) return nothing;
	return html`<div class="embed-${what}">${mediaTile(pictureMedia(address), sight)}</div>`;
}

function pictureMedia(address: string): Media {
	return { address, alt: undefined, contentType: 'image/png' };
}

function footerTemplate({ footer, timestamp }: APIEmbed, { sight }: Reader): TemplateResult | typeof nothing {
	const time = timestamp === undefined ? undefined : timestampText(Date.parse(timestamp), 'f', sight);
	const parts = [footer?.text, time].filter((part) => part !== undefined).map(plainText);
	if (parts.length === 0) return nothing;
	return html`<discord-embed-footer slot="footer" ?light-theme=${sight.isLight}>${iconTemplate(footer?.icon_url, sight)}<span class="embed-footer-text" dir="auto">${parts.join(' • ')}</span></discord-embed-footer>`;
}

/** Beside a name: without it nothing is missing, so one from elsewhere is left out. */
function iconTemplate(address: string | undefined, sight: Reader['sight']): TemplateResult | typeof nothing {
	const source = address === undefined ? undefined : sight.mediaUrl(address);
	return source === undefined ? nothing : html`<img class="embed-icon" src=${source} alt="" loading="lazy">`;
}
