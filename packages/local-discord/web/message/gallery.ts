import { html, type TemplateResult } from 'lit';
import type { Sight } from '../sight.js';
import type { Media } from './media.js';
import { mediaTile } from './media-tile.js';

/** Pictures and videos in Discord's mosaic: the class gives their number to the style sheet. */
export function galleryTemplate(all: readonly Media[], sight: Sight): TemplateResult {
	return html`<div class="gallery of-${Math.min(all.length, 10)}">${all.map((media) => mediaTile(media, sight))}</div>`;
}
