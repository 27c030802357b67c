import { html, nothing, render, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import { elsewhere, type Media, mediaKindOf } from './media.js';

/** Shows a picture or video large, over the page. Escape closes it, the arrows go through the gallery. */
export function openViewer(all: readonly Media[], at: number, sight: Sight): void {
	const dialog = document.createElement('dialog');
	dialog.className = 'media-viewer';
	dialog.setAttribute('aria-label', 'Media viewer');
	let shown = at;
	const show = (next: number) => {
		shown = (next + all.length) % all.length;
		render(viewer(all, shown, sight, { go: show, close: () => dialog.close() }), dialog);
	};
	dialog.addEventListener('keydown', (event) => {
		if (all.length < 2 || event.target instanceof HTMLMediaElement) return;
		if (event.key === 'ArrowRight') show(shown + 1);
		if (event.key === 'ArrowLeft') show(shown - 1);
	});
	dialog.addEventListener('click', (event) => {
		if (event.target === dialog) dialog.close();
	});
	// The browser gives the focus back to the picture that was opened.
	dialog.addEventListener('close', () => dialog.remove());
	document.body.append(dialog);
	show(at);
	dialog.showModal();
}

interface ViewerActs {
	readonly go: (at: number) => void;
	readonly close: () => void;
}

function viewer(all: readonly Media[], at: number, sight: Sight, { go, close }: ViewerActs): TemplateResult {
	const media = all[at];
	if (media === undefined) return html``;
	const isGallery = all.length > 1;
	return html`<div class="viewer-bar">
			<span aria-live="polite">${isGallery ? `${at + 1} of ${all.length}` : nothing}</span>
			<button type="button" aria-label="Close" @click=${close}>✕</button>
		</div>
		${isGallery ? html`<button type="button" class="viewer-back" aria-label="Previous" @click=${() => go(at - 1)}>‹</button>` : nothing}
		<figure>
			${large(media, sight)}
			${media.alt === undefined ? nothing : html`<figcaption dir="auto">${media.alt}</figcaption>`}
		</figure>
		${isGallery ? html`<button type="button" class="viewer-on" aria-label="Next" @click=${() => go(at + 1)}>›</button>` : nothing}`;
}

function large(media: Media, sight: Sight): TemplateResult {
	const source = sight.mediaUrl(media.address);
	if (source === undefined) return elsewhere({ ...media, alt: undefined });
	if (mediaKindOf(media) === 'video') {
		return html`<video src=${source} controls aria-label=${media.alt ?? 'Video'}></video>`;
	}
	return html`<img src=${source} alt=${media.alt ?? ''}>`;
}
