import { html, nothing, type TemplateResult } from 'lit';
import { fileNameOf } from '../../src/drawing/files.js';

/** A picture, video, sound or file, wherever it stands in a message. */
export interface Media {
	readonly address: string;
	/** Screen readers' description. */
	readonly alt: string | undefined;
	/** Such as `image/png`, where it is known. */
	readonly contentType?: string | undefined;
	readonly isSpoiler?: boolean;
}

export type MediaKind = 'image' | 'video' | 'audio' | 'other';

const kinds: Readonly<Record<string, MediaKind>> = {
	mp4: 'video',
	webm: 'video',
	mov: 'video',
	mp3: 'audio',
	wav: 'audio',
	ogg: 'audio',
	flac: 'audio',
	png: 'image',
	jpg: 'image',
	jpeg: 'image',
	gif: 'image',
	webp: 'image',
};

/** Its kind, by its type, or else by the ending of its name. @returns undefined if neither is known */
export function mediaKindOf({ address, contentType }: Media): MediaKind | undefined {
	const type = contentType?.split('/')[0];
	if (type === 'image' || type === 'video' || type === 'audio') return type;
	if (contentType !== undefined) return 'other';
	return kinds[/\.(\w+)$/.exec(fileNameOf(address))?.[1]?.toLowerCase() ?? ''];
}

/** In the place of what this page doesn't load: whose it is, and what it shows. */
export function elsewhere({ address, alt }: Media): TemplateResult {
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
