import { seededRandom } from './seeded-random.js';

/** `poster`: discs and hills, for thumbnails and previews. `page`: a window full of cards, for screenshots. */
export type ArtworkStyle = 'poster' | 'page';

/** Draws an image as SVG that is always the same for a seed and always pleasant: its hues are neighbors. */
export function drawArtwork(seed: number, width: number, height: number, style: ArtworkStyle): string {
	const random = seededRandom(seed);
	const hue = random() * 360;
	const [from, to] = [colour(hue, 62, 30 + random() * 12), colour(hue + 35 + random() * 45, 72, 60)];
	const drawn = style === 'poster' ? poster(random, hue, width, height) : page(random, hue, width, height);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
	<linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
		<stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/>
	</linearGradient>
	<radialGradient id="light" cx="0.35" cy="0.3" r="0.75">
		<stop offset="0" stop-color="white" stop-opacity="0.85"/><stop offset="1" stop-color="white" stop-opacity="0"/>
	</radialGradient>
	<rect width="${width}" height="${height}" fill="url(#sky)"/>
	${drawn.join('\n\t')}
</svg>`;
}

/** Lit discs over two hills. */
function poster(random: () => number, hue: number, width: number, height: number): string[] {
	const discs = Array.from({ length: 4 }, (_, at) => {
		const [x, y, radius] = [random() * width, random() * height * 0.8, height * (0.12 + random() * 0.26)];
		const circle = `cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"`;
		return `<circle ${circle} fill="${colour(hue + at * 22, 75, 68)}" opacity="0.45"/><circle ${circle} fill="url(#light)" opacity="0.4"/>`;
	});
	const hills = [0.62, 0.78].map((level, at) => {
		const [left, right] = [level + (random() - 0.5) * 0.3, level + (random() - 0.5) * 0.3];
		const curve = [0, left, 0.3, level - 0.25, 0.65, level + 0.2, 1, right].map((part, index) =>
			round(part * (index % 2 === 0 ? width : height)),
		);
		const [x0, y0, ...rest] = curve;
		const path = `M${x0} ${y0}C${rest.join(' ')}V${height}H0Z`;
		return `<path d="${path}" fill="${colour(hue + 20, 65, 24 - at * 8)}" opacity="0.7"/>`;
	});
	return [...discs, ...hills];
}

/** A window with a bar, a headline, and two to four cards with an image, a title and lines of text. */
function page(random: () => number, hue: number, width: number, height: number): string[] {
	const unit = height / 20;
	const [ink, accent] = [colour(hue, 30, 30), colour(hue + 160, 65, 58)];
	const box = (x: number, y: number, w: number, h: number, fill: string, opacity = 1): string =>
		`<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${round(Math.min(h / 2, unit * 0.5))}" fill="${fill}" opacity="${opacity}"/>`;

	const columns = 2 + Math.floor(random() * 3);
	const inner = width - 4 * unit;
	const cardWidth = (inner - (columns - 1) * unit) / columns;
	const cards = Array.from({ length: columns }, (_, column) => {
		const [x, y] = [2 * unit + column * (cardWidth + unit), 8 * unit];
		const [pad, textWidth] = [unit * 0.6, cardWidth - unit * 1.2];
		const lines = Array.from({ length: 3 }, (_, line) =>
			box(x + pad, y + (6.6 + line * 0.9) * unit, textWidth * (0.6 + random() * 0.4), unit * 0.35, ink, 0.25),
		);
		return [
			box(x, y, cardWidth, 10 * unit, 'white'),
			box(x + pad, y + pad, textWidth, 4.4 * unit, colour(hue + column * 30, 60, 72)),
			box(x + pad, y + 5.5 * unit, textWidth * (0.5 + random() * 0.3), unit * 0.55, ink, 0.8),
			...lines,
		].join('');
	});
	return [
		box(unit, unit, width - 2 * unit, height - 2 * unit, colour(hue, 35, 96)),
		...['#f26d5f', '#f5bf4f', '#61c554'].map(
			(fill, at) =>
				`<circle cx="${round((2.2 + at * 0.9) * unit)}" cy="${2 * unit}" r="${unit * 0.28}" fill="${fill}"/>`,
		),
		box(2 * unit, 3.8 * unit, inner * (0.35 + random() * 0.2), unit * 1.1, ink),
		box(2 * unit, 5.7 * unit, inner * (0.45 + random() * 0.25), unit * 0.5, ink, 0.35),
		box(width - 5.5 * unit, 3.8 * unit, 3.5 * unit, unit * 1.3, accent),
		...cards,
	];
}

/** Hue in degrees, saturation and lightness in percent. */
function colour(hue: number, saturation: number, lightness: number): string {
	return `hsl(${Math.round(hue) % 360}, ${saturation}%, ${Math.round(lightness)}%)`;
}

function round(length: number): number {
	return Math.round(length * 10) / 10;
}
