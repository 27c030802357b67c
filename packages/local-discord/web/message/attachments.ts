import type { APIAttachment } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import { fileCard } from './file-card.js';
import { galleryTemplate, type Media, mediaKindOf } from './media.js';

/** The files of a message: pictures and videos as one mosaic, the others below each other. */
export function attachmentsTemplate(
	all: readonly APIAttachment[],
	sight: Sight,
): TemplateResult | typeof nothing {
	if (all.length === 0) return nothing;
	const media = all.map((file) => ({ ...mediaOf(file), name: file.filename, size: file.size }));
	const seen = media.filter((each) => ['image', 'video'].includes(mediaKindOf(each) ?? 'other'));
	const others = media.filter((each) => !seen.includes(each));
	return html`<div class="attachments">
		${seen.length === 0 ? nothing : galleryTemplate(seen, sight)}
		${others.map((each) => fileCard(each, sight))}
	</div>`;
}

function mediaOf({ url, description, content_type: contentType }: APIAttachment): Media {
	return { address: url, alt: description, contentType };
}
