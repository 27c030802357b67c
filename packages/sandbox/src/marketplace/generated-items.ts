import { catalogItems } from './catalog-items.js';
import type { ItemRecord } from './item-record.js';
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

const firstDay = Date.UTC(2019, 0, 1);
const dayMs = 86_400_000;

/** `count` items for a catalog of any size, always the same ones. Their ids begin where the handwritten ones end. */
export function generateItems(count: number): ItemRecord[] {
	const random = seededRandom(count);
	return Array.from({ length: count }, (_, index): ItemRecord => {
		const { category, subCategory, kind, tags } = pick(random, catalogItems);
		const price = 5 + Math.floor(random() * 90);
		const name = `${pick(random, moods)} ${pick(random, subjects)} ${subCategory} ${index + 1}`;
		return {
			id: 30_000 + index * 3,
			name,
			description: `${name}, made for projects that have to be finished on Friday. ${'Documentation and updates included. '.repeat(1 + Math.floor(random() * 5))}`,
			category,
			subCategory,
			options: ['Documentation', 'Updates'],
			version:
				kind === 'picture' ? `${1 + Math.floor(random() * 5)}.${Math.floor(random() * 20)}.0` : undefined,
			tags,
			kind,
			hasDemo: random() < 0.5,
			screenshots: kind === 'audio' ? 0 : Math.floor(random() * 12),
			regularPrice: price,
			extendedPrice: price * 15,
			publishedAt: new Date(firstDay + Math.floor(random() * 2_400) * dayMs).toISOString(),
		};
	});
}
