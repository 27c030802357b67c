import type { ItemRecord, MediaKind } from './item-record.js';
import { pick, seededRandom } from './seeded-random.js';

const moods = [
	'Quiet',
	'Bright',
	'Amber',
	'Northern',
	'Paper',
	'Copper',
	'Velvet',
	'Rapid',
	'Hollow',
	'Indigo',
] as const;
const subjects = [
	'Harbour',
	'Atlas',
	'Studio',
	'Orchard',
	'Signal',
	'Meadow',
	'Ledger',
	'Beacon',
	'Tandem',
	'Quarry',
] as const;

interface Line {
	readonly category: string;
	readonly subCategory: string;
	readonly product: string;
	readonly kind: MediaKind;
	readonly tags: readonly string[];
}

const lines: readonly [Line, ...Line[]] = [
	{
		category: 'Themes & Templates',
		subCategory: 'WordPress',
		product: 'Theme',
		kind: 'picture',
		tags: ['wordpress', 'theme'],
	},
	{
		category: 'Themes & Templates',
		subCategory: 'Admin Templates',
		product: 'Dashboard',
		kind: 'picture',
		tags: ['admin', 'dashboard'],
	},
	{
		category: 'Plugins',
		subCategory: 'WooCommerce',
		product: 'Plugin',
		kind: 'picture',
		tags: ['woocommerce', 'plugin'],
	},
	{
		category: 'Scripts & Code',
		subCategory: 'PHP',
		product: 'Script',
		kind: 'picture',
		tags: ['php', 'script'],
	},
	{
		category: 'Video',
		subCategory: 'Stock Footage',
		product: 'Footage',
		kind: 'video',
		tags: ['footage', '4k'],
	},
	{
		category: 'Video',
		subCategory: 'After Effects',
		product: 'Opener',
		kind: 'video',
		tags: ['after effects', 'opener'],
	},
	{ category: 'Audio', subCategory: 'Music', product: 'Track', kind: 'audio', tags: ['music', 'loop'] },
	{
		category: '3D Models',
		subCategory: 'Environments',
		product: 'Model Kit',
		kind: 'picture',
		tags: ['3d', 'game ready'],
	},
	{
		category: 'Fonts',
		subCategory: 'Display',
		product: 'Typeface',
		kind: 'picture',
		tags: ['font', 'display'],
	},
	{
		category: 'Graphics',
		subCategory: 'Icons',
		product: 'Icon Set',
		kind: 'picture',
		tags: ['icons', 'svg'],
	},
];

const firstDay = Date.UTC(2019, 0, 1);
const dayMs = 86_400_000;

/** `count` items for a catalogue of any size, always the same ones. Their ids begin where the hand-written end. */
export function generateItems(count: number): ItemRecord[] {
	const random = seededRandom(count);
	return Array.from({ length: count }, (_, index): ItemRecord => {
		const line = pick(random, lines);
		const price = 5 + Math.floor(random() * 90);
		const name = `${pick(random, moods)} ${pick(random, subjects)} ${line.product} ${index + 1}`;
		return {
			id: 30_000 + index * 3,
			name,
			description: `${name}, made for projects that have to be finished on Friday. ${'Documentation and updates included. '.repeat(1 + Math.floor(random() * 5))}`,
			category: line.category,
			subCategory: line.subCategory,
			options: ['Documentation', 'Updates'],
			version:
				line.kind === 'picture'
					? `${1 + Math.floor(random() * 5)}.${Math.floor(random() * 20)}.0`
					: undefined,
			tags: line.tags,
			kind: line.kind,
			hasDemo: random() < 0.5,
			screenshots: line.kind === 'audio' ? 0 : Math.floor(random() * 12),
			regularPrice: price,
			extendedPrice: price * 15,
			publishedAt: new Date(firstDay + Math.floor(random() * 2_400) * dayMs).toISOString(),
		};
	});
}
