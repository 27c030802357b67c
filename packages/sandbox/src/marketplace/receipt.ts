const ink = '#2b3440';
const accent = '#2ea043';
/** The lengths of the groups of a purchase code. */
const groups = [8, 4, 4, 4, 12];

/**
 * Draws a receipt as SVG: lines in place of words, and a frame around the row with the code, with an x for each digit.
 */
export function drawReceipt(width: number, height: number): string {
	const unit = width / 36;
	const bar = (x: number, y: number, length: number, opacity = 0.25): string =>
		`<rect x="${x * unit}" y="${y * unit}" width="${length * unit}" height="${0.7 * unit}" rx="${0.35 * unit}" fill="${ink}" opacity="${opacity}"/>`;
	const rows = [9, 11, 13].map((y, at) => bar(4, y, 7 + at * 2) + bar(26, y, 6));
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
	<rect width="${width}" height="${height}" fill="#dfe4ea"/>
	<rect x="${2 * unit}" y="${1.5 * unit}" width="${32 * unit}" height="${height - 3 * unit}" rx="${unit * 0.6}" fill="white"/>
	${bar(4, 3.5, 11, 0.8)}${bar(4, 5.5, 16)}
	${rows.join('\n\t')}
	<rect x="${3.2 * unit}" y="${15 * unit}" width="${29.6 * unit}" height="${3.4 * unit}" rx="${unit * 0.5}" fill="none" stroke="${accent}" stroke-width="${unit * 0.22}"/>
	${code(4.4 * unit, 16.7 * unit, unit * 0.78)}
</svg>`;
}

/** The groups of a code from `x` on, each digit `step` wide. */
function code(x: number, y: number, step: number): string {
	const size = step * 0.28;
	const pattern = groups.map((length) => 'x'.repeat(length)).join('-');
	const strokes = [...pattern].map((sign, at) => {
		const centre = x + at * step;
		if (sign === '-') return `M${centre - size} ${y}h${2 * size}`;
		return `M${centre - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
	});
	return `<path d="${strokes.join('')}" fill="none" stroke="${ink}" stroke-width="${step * 0.12}" stroke-linecap="round"/>`;
}
