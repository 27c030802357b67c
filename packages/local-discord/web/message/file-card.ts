import { html, nothing, type TemplateResult } from 'lit';
import { fileNameOf } from '../../src/drawing/files.js';
import type { Sight } from '../sight.js';
import { linkTemplate } from './link.js';
import { plainText } from './markdown.js';

/** A file: its name and size. */
export function fileCard(
	file: { readonly address: string; readonly name: string | undefined; readonly size: number | undefined },
	sight: Sight,
): TemplateResult {
	const { address, name = fileNameOf(address), size } = file;
	return html`<div class="file-card">
		<svg class="file-icon" viewBox="0 0 24 32" aria-hidden="true"><path d="M3 0h12l9 9v20a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"/><path class="fold" d="M15 0l9 9h-9z"/></svg>
		<div class="file-about">
			<div class="file-name" dir="auto">${linkTemplate(address, plainText(name), sight)}</div>
			${size === undefined ? nothing : html`<div class="file-size">${sizeText(size)}</div>`}
		</div>
	</div>`;
}

/** The same format as in the terminal drawing. */
function sizeText(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
