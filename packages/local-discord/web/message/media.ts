import { html, nothing, type TemplateResult } from 'lit';
import { fileNameOf } from '../../src/drawing/files.js';
import type { Sight } from '../sight.js';

/** A picture, video or file, wherever it stands in a message. */
export interface Media {
	readonly address: string;
	/** Screen readers' description. */
	readonly alt: string | undefined;
	/** Such as `image/png`, where it is known. */
	readonly contentType?: string | undefined;
}

export type MediaKind = 'image' | 'video' | 'other';

const kinds: Readonly<Record<string, MediaKind>> = {
	mp4: 'video',
	webm: 'video',
	mov: 'video',
	png: 'image',
	jpg: 'image',
	jpeg: 'image',
	gif: 'image',
	webp: 'image',
};

/** Its kind, by its type, or else by the ending of its name. @returns undefined if neither is known */
export function mediaKindOf({ address, contentType }: Media): MediaKind | undefined {
	const type = contentType?.split('/')[0];
	if (type === 'image' || type === 'video') return type;
	if (contentType !== undefined) return 'other';
	return kinds[/\.(\w+)$/.exec(fileNameOf(address))?.[1]?.toLowerCase() ?? ''];
}

/** Pictures and videos in Discord's mosaic: the class gives their number to the style sheet. */
export function galleryTemplate(all: readonly Media[], sight: Sight): TemplateResult {
	return html`<div class="gallery of-${Math.min(all.length, 10)}">${all.map((media) => mediaTile(media, sight))}</div>`;
}

/** A picture that opens in a tab of its own, or a video with its controls; a box with its host's name where it is from elsewhere. */
export function mediaTile(media: Media, sight: Sight): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return html`<div class="tile">${elsewhere(media)}</div>`;
	if (mediaKindOf(media) === 'video') {
		return html`<div class="tile"><video src=${source} controls preload="metadata" aria-label=${media.alt ?? 'Video'}></video></div>`;
	}
	const alt = media.alt ?? '';
	return html`<div class="tile"><a href=${source} target="_blank" rel="noopener noreferrer" aria-label=${`Open the picture${alt === '' ? '' : `: ${alt}`}`}><img src=${source} alt=${alt} loading="lazy" decoding="async"></a></div>`;
}

/** In the place of what this page doesn't load: whose it is, and what it shows. */
function elsewhere({ address, alt }: Media): TemplateResult {
	return html`<div class="elsewhere" title=${address}><span class="elsewhere-host">${hostOf(address)}</span>${
		alt === undefined ? nothing : html`<span class="elsewhere-alt" dir="auto">${alt}</span>`
	}</div>`;
}

/** The host of an address, or the name of a file that is missing. */
function hostOf(address: string): string {
	if (!URL.canParse(address)) return 'a file';
	const { host, protocol } = new URL(address);
	return protocol === 'attachment:' ? `missing file ${host}` : host;
}
