/** The backgrounds on which names stand, those that leave the least contrast. */
const worstBackground = { light: [0xe3, 0xe4, 0xec], dark: [0x45, 0x47, 0x4f] } as const;
/** WCAG 2.2, level AA: https://www.w3.org/TR/WCAG22/#contrast-minimum */
const enough = 4.5;

type Rgb = readonly [number, number, number];

/**
 * A role's colour as text: `#rrggbb`, darker or lighter where a server's choice could not be read. Discord shows it as
 * it is.
 */
export function legibleColour(colour: number, isLight: boolean): string {
	const rgb: Rgb = [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
	const background = isLight ? worstBackground.light : worstBackground.dark;
	const end = isLight ? 0 : 255;
	for (let share = 0; share <= 1; share += 0.05) {
		const mixed: Rgb = [mix(rgb[0], end, share), mix(rgb[1], end, share), mix(rgb[2], end, share)];
		if (contrast(mixed, background) >= enough) return hex(mixed);
	}
	return isLight ? '#000000' : '#ffffff';
}

/** The contrast of two colours as WCAG defines it, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
	const [red = 0, green = 0, blue = 0] = colour.map((part) => {
		const value = part / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from: number, to: number, share: number): number {
	return Math.round(from + (to - from) * share);
}

function hex(colour: Rgb): string {
	return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
