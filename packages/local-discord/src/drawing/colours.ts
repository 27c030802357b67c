import type { Style } from './spans.js';

interface Colour {
	readonly name: string;
	/** The terminal's colors. */
	readonly style: Style;
}

const colours: readonly (readonly [name: string, style: Style, rgb: number])[] = [
	['red', 'red', 0xe0_40_40],
	['red', 'red', 0xcf_22_2e],
	['green', 'green', 0x40_c0_60],
	['green', 'green', 0x2e_a0_43],
	['amber', 'yellow', 0xf0_c0_30],
	['amber', 'yellow', 0xd2_99_22],
	['blue', 'blue', 0x50_60_f0],
	['blue', 'blue', 0x4c_8d_ff],
	['violet', 'magenta', 0xc0_50_c0],
	['violet', 'magenta', 0x89_57_e5],
	['cyan', 'cyan', 0x30_b0_d0],
	['white', 'white', 0xf0_f0_f0],
	['grey', 'gray', 0x80_80_80],
];

/** The color nearest to an RGB number; gray if there is none. */
export function nearestColour(rgb: number | null | undefined): Colour {
	if (rgb == null) return { name: 'grey', style: 'gray' };
	const distance = (other: number) =>
		[16, 8, 0].reduce((sum, shift) => sum + (((rgb >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
	const [nearest] = [...colours].sort((left, right) => distance(left[2]) - distance(right[2]));
	const [name = 'grey', style = 'gray'] = nearest ?? [];
	return { name, style };
}
