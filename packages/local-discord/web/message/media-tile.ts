import { html, nothing, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import { elsewhere, type Media, mediaKindOf } from './media.js';
import { openViewer } from './media-viewer.js';
import './page-spoiler.js';

/** A picture that opens large, or a video with its controls; a box with its host's name where it is from elsewhere. */
export function mediaTile(all: readonly Media[], at: number, sight: Sight): TemplateResult {
	const media = all[at];
	if (media === undefined) return html``;
	const tile = tileTemplate(media, sight, () => openViewer(all, at, sight));
	if (media.isSpoiler !== true) return html`<div class="tile">${tile}</div>`;
	return html`<div class="tile"><page-spoiler block><div inert>${tile}</div></page-spoiler></div>`;
}

function tileTemplate(media: Media, sight: Sight, open: () => void): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return elsewhere(media);
	if (mediaKindOf(media) === 'video') {
		return html`<video src=${source} controls preload="metadata" aria-label=${media.alt ?? 'Video'} @error=${unavailable}></video>`;
	}
	const alt = media.alt ?? '';
	return html`<button type="button" class="picture" aria-label=${alt === '' ? 'Open the picture' : `Open the picture: ${alt}`} @click=${open}><img src=${source} alt=${alt} loading="lazy" decoding="async" @error=${unavailable}>${
		alt === '' ? nothing : html`<span class="alt-badge" aria-hidden="true"></span>`
	}</button>`;
}

/** The server is gone, or sent something else: better a word than the browser's broken picture. */
function unavailable(event: Event): void {
	(event.currentTarget as Element).closest('.tile, .thumbnail')?.classList.add('unavailable');
}
