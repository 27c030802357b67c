import { html, nothing, type TemplateResult } from 'lit';
import { fileNameOf } from '../../src/drawing/files.js';
import type { Sight } from '../sight.js';

/** An image, video or file anywhere in a message. */
export interface Media {
	readonly address: string;
	/** The description for screen readers. */
	readonly alt: string | undefined;
}

/** An image that opens in a separate tab, or a video with controls; a box with the host's name if it is external. */
export function mediaTile(media: Media, sight: Sight): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return html`<div class="tile">${elsewhere(media)}</div>`;
	if (/\.(mp4|webm|mov)$/i.test(fileNameOf(media.address))) {
		return html`<div class="tile"><video src=${source} controls preload="metadata" aria-label=${media.alt ?? 'Video'}></video></div>`;
	}
	const alt = media.alt ?? '';
	return html`<div class="tile"><a href=${source} target="_blank" rel="noopener noreferrer" aria-label=${`Open the picture${alt === '' ? '' : `: ${alt}`}`}><img src=${source} alt=${alt} loading="lazy" decoding="async"></a></div>`;
}

/** Replaces external media, naming its host and description. */
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
