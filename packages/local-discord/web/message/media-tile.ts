import { html, nothing, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import { elsewhere, type Media, mediaKindOf } from './media.js';
import { openViewer } from './media-viewer.js';
import './page-spoiler.js';

/** A picture or video that opens large, or a video alone with its controls; a box with its host's name where it is from elsewhere. */
export function mediaTile(all: readonly Media[], at: number, sight: Sight): TemplateResult {
	const media = all[at];
	if (media === undefined) return html``;
	const open = () => openViewer(all, at, sight);
	const tile = tileTemplate(media, sight, { isAlone: all.length === 1, open });
	if (media.isSpoiler !== true) return html`<div class="tile">${tile}</div>`;
	return html`<div class="tile"><page-spoiler block><div inert>${tile}</div></page-spoiler></div>`;
}

function tileTemplate(
	media: Media,
	sight: Sight,
	{ isAlone, open }: { readonly isAlone: boolean; readonly open: () => void },
): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return elsewhere(media);
	if (mediaKindOf(media) === 'video' && !isAlone) {
		// A tile of several has no room for the browser's controls: on a phone they would lack the button that plays.
		return html`<button type="button" class="picture" aria-label=${media.alt === undefined ? 'Open the video' : `Open the video: ${media.alt}`} @click=${open}><video src=${source} preload="metadata" muted tabindex="-1" aria-hidden="true" @error=${unavailable}></video><span class="play-badge" aria-hidden="true"></span></button>`;
	}
	if (mediaKindOf(media) === 'video') {
		return html`<video src=${source} controls preload="metadata" aria-label=${media.alt ?? 'Video'} @error=${unavailable}></video>`;
	}
	const alt = media.alt ?? '';
	return html`<button type="button" class="picture" aria-label=${alt === '' ? 'Open the picture' : `Open the picture: ${alt}`} @click=${open}><img src=${source} alt=${alt} loading="lazy" decoding="async" @error=${unavailable}>${
		alt === '' ? nothing : html`<span class="alt-badge" aria-hidden="true"></span>`
	}</button>`;
}

/** The server has stopped, or sent something else: better a word than the browser's broken picture. */
function unavailable(event: Event): void {
	(event.currentTarget as Element).closest('.tile, .thumbnail')?.classList.add('unavailable');
}
