import type { Bitmap } from './png.js';
import { seededRandom } from './seeded-random.js';

type Colour = readonly [red: number, green: number, blue: number];

/** A disc, or a card with square corners; measures as parts of the picture's height. */
interface Shape {
	readonly kind: 'disc' | 'card';
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly colour: Colour;
	readonly opacity: number;
}

/** `poster`: discs, for thumbnails and previews. `page`: a head and cards, as a screenshot from afar. */
export type ArtworkStyle = 'poster' | 'page';

/** Paints a picture that is the same for the same seed and pleasant for each: a gradient in two neighbouring hues. */
export function paintArtwork(seed: number, width: number, height: number, style: ArtworkStyle): Bitmap {
	const random = seededRandom(seed);
	const hue = random() * 360;
	const from = colourOf(hue, 0.55, 0.32 + random() * 0.15);
	const to = colourOf(hue + 30 + random() * 50, 0.65, 0.55 + random() * 0.15);
	const ratio = width / height;
	const shapes = style === 'poster' ? discs(random, hue, ratio) : page(random, hue, ratio);

	const pixels = new Uint8Array(width * height * 3);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			const along = (x / width + y / height) / 2;
			let [red, green, blue] = mix(from, to, along);
			for (const shape of shapes) {
				const opacity = shape.opacity * coverage(shape, x / height, y / height, 1 / height);
				if (opacity > 0) [red, green, blue] = mix([red, green, blue], shape.colour, opacity);
			}
			pixels.set([red, green, blue], (y * width + x) * 3);
		}
	}
	return { width, height, pixels };
}

function discs(random: () => number, hue: number, ratio: number): Shape[] {
	return Array.from({ length: 4 }, (_, index): Shape => {
		const size = 0.35 + random() * 0.6;
		return {
			kind: 'disc',
			x: random() * ratio - size / 2,
			y: random() - size / 2,
			width: size,
			height: size,
			colour: colourOf(hue + index * 25, 0.7, 0.72),
			opacity: 0.18 + random() * 0.25,
		};
	});
}

function page(random: () => number, hue: number, ratio: number): Shape[] {
	const paper = colourOf(hue, 0.2, 0.95);
	const accent = colourOf(hue + 160, 0.6, 0.6);
	const columns = 2 + Math.floor(random() * 3);
	const gap = 0.05;
	const cardWidth = (ratio - gap * (columns + 1)) / columns;
	const card = (
		x: number,
		y: number,
		width: number,
		height: number,
		colour: Colour,
		opacity = 0.9,
	): Shape => ({
		kind: 'card',
		x,
		y,
		width,
		height,
		colour,
		opacity,
	});
	const shapes = [card(0, 0, ratio, 0.1, paper), card(gap, 0.03, 0.25, 0.04, accent)];
	for (let column = 0; column < columns; column += 1) {
		const x = gap + column * (cardWidth + gap);
		const height = 0.3 + random() * 0.45;
		shapes.push(card(x, 0.17, cardWidth, height, paper, 0.8));
		shapes.push(card(x + 0.03, 0.2, cardWidth - 0.06, height * 0.4, accent, 0.35 + random() * 0.4));
	}
	return shapes;
}

/** How much of the pixel at (x, y), of the given size, the shape covers: soft at the rim of a disc. */
function coverage(shape: Shape, x: number, y: number, pixel: number): number {
	if (shape.kind === 'card') {
		const inside = x >= shape.x && x < shape.x + shape.width && y >= shape.y && y < shape.y + shape.height;
		return inside ? 1 : 0;
	}
	const radius = shape.width / 2;
	const distance = Math.hypot(x - shape.x - radius, y - shape.y - radius);
	return Math.min(1, Math.max(0, (radius - distance) / pixel + 0.5));
}

const mix = (a: Colour, b: Colour, part: number): Colour => [
	a[0] + (b[0] - a[0]) * part,
	a[1] + (b[1] - a[1]) * part,
	a[2] + (b[2] - a[2]) * part,
];

/** From hue in degrees, saturation and lightness from 0 to 1. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
	const channel = (offset: number): number => {
		const k = (offset + hue / 30) % 12;
		const spread = saturation * Math.min(lightness, 1 - lightness);
		return 255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
	};
	return [channel(0), channel(8), channel(4)];
}
