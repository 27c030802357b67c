import { html, nothing, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import { elsewhere, type Media, mediaKindOf } from './media.js';
import './page-spoiler.js';

/** A picture that opens large, or a video with its controls; a box with its host's name where it is from elsewhere. */
export function mediaTile(media: Media, sight: Sight): TemplateResult {
	const tile = tileTemplate(media, sight);
	if (media.isSpoiler !== true) return html`<div class="tile">${tile}</div>`;
	return html`<div class="tile"><page-spoiler block><div inert>${tile}</div></page-spoiler></div>`;
}

function tileTemplate(media: Media, sight: Sight): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return elsewhere(media);
	if (mediaKindOf(media) === 'video') {
		return html`<video src=${source} controls preload="metadata" aria-label=${media.alt ?? 'Video'} @error=${unavailable}></video>`;
	}
	const alt = media.alt ?? '';
	return html`<button type="button" class="picture" aria-label=${alt === '' ? 'Open the picture' : `Open the picture: ${alt}`} @click=${enlarge}><img src=${source} alt=${alt} loading="lazy" decoding="async" @error=${unavailable}>${
		alt === '' ? nothing : html`<span class="alt-badge" aria-hidden="true"></span>`
	}</button>`;
}

/** Shows the picture of a button large, over the page, until the next press. */
function enlarge({ currentTarget }: Event): void {
	const picture = (currentTarget as Element).querySelector('img')?.cloneNode();
	if (!(picture instanceof HTMLImageElement)) return;
	const dialog = document.createElement('dialog');
	const close = document.createElement('button');
	dialog.className = 'media-viewer';
	dialog.ariaLabel = picture.alt || 'Picture';
	close.ariaLabel = 'Close';
	close.append(picture);
	dialog.append(close);
	close.addEventListener('click', () => dialog.close());
	// The browser gives the focus back to the picture that was opened.
	dialog.addEventListener('close', () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}

/** The server has stopped, or sent something else: better a word than the browser's broken picture. */
function unavailable(event: Event): void {
	(event.currentTarget as Element).closest('.tile, .thumbnail')?.classList.add('unavailable');
}
