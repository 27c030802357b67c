import { Resvg } from '@resvg/resvg-js';
import { type ArtworkStyle, drawArtwork } from './artwork.js';
import { previewVideo } from './preview-video.js';
import { drawReceipt } from './receipt.js';

export interface MediaFile {
	readonly contentType: string;
	readonly bytes: Uint8Array;
}

const rememberedFiles = 200;
/** Half a second as WAV: 8 kHz, 8 bits, mono. */
const silence = Buffer.concat([
	Buffer.from('UklGRsQPAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YaAPAAA=', 'base64'),
	Buffer.alloc(4000, 128),
]);

/** Images, sounds and videos of the items, created on first request. */
export class MediaFiles {
	readonly #hasItem: (id: number) => boolean;
	readonly #made = new Map<string, MediaFile>();

	constructor(hasItem: (id: number) => boolean) {
		this.#hasItem = hasItem;
	}

	/** The file at `/media/…`, or undefined if there is none. */
	get(path: string): MediaFile | undefined {
		const known = this.#made.get(path);
		if (known !== undefined) return known;
		const made = this.#make(path);
		if (made === undefined) return undefined;
		const [oldest] = this.#made.keys();
		if (this.#made.size >= rememberedFiles && oldest !== undefined) this.#made.delete(oldest);
		this.#made.set(path, made);
		return made;
	}

	#make(path: string): MediaFile | undefined {
		if (path === '/media/account/avatar.png') return picture(1, 256, 256);
		if (path === '/media/account/cover.png') return picture(2, 960, 240);
		if (path === '/media/account/receipt.png') return png(drawReceipt(720, 420));
		const [, idText, file = ''] = /^\/media\/(\d+)\/([a-z0-9.-]+)$/.exec(path) ?? [];
		const id = Number(idText);
		if (!this.#hasItem(id)) return undefined;
		const screenshot = /^screenshot-(\d{1,2})\.png$/.exec(file)?.[1];
		if (screenshot !== undefined) return picture(id * 100 + Number(screenshot), 800, 500, 'page');
		switch (file) {
			case 'thumbnail.png':
				return picture(id, 160, 160);
			case 'preview.png':
				return picture(id, 590, 300);
			case 'preview.mp4':
				return { contentType: 'video/mp4', bytes: previewVideo };
			case 'preview.wav':
				return { contentType: 'audio/wav', bytes: silence };
			default:
				return undefined;
		}
	}
}

/** A PNG, since Discord shows no SVG. The drawings contain no text, so no fonts are needed. */
function picture(seed: number, width: number, height: number, style: ArtworkStyle = 'poster'): MediaFile {
	return png(drawArtwork(seed, width, height, style));
}

function png(svg: string): MediaFile {
	const drawn = new Resvg(svg, { font: { loadSystemFonts: false } });
	return { contentType: 'image/png', bytes: drawn.render().asPng() };
}
