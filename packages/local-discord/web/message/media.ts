import { html, nothing, type TemplateResult } from 'lit';
import { fileNameOf } from '../../src/drawing/files.js';
import type { Sight } from '../sight.js';

/** A picture, video or file, wherever it stands in a message. */
export interface Media {
	readonly address: string;
	/** Screen readers' description. */
	readonly alt: string | undefined;
}

/** A picture that opens in a tab of its own, or a video with its controls; a box with its host's name where it is from elsewhere. */
export function mediaTile(media: Media, sight: Sight): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return html`<div class="tile">${elsewhere(media)}</div>`;
	if (/\.(mp4|webm|mov)$/i.test(fileNameOf(media.address))) {
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
