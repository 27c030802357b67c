import fc from 'fast-check';
import type { Item } from '../../../src/marketplace/schemas.js';
import { pieces } from '../hostile-texts.js';

/** An ordinary item with the changes that a test needs. */
export function sampleItem(changes: Partial<Item> = {}): Item {
	return {
		id: 1001,
		name: 'Aurora Photo Theme',
		description: 'A quiet theme for photographers.',
		category: 'Themes',
		subCategory: 'Photography',
		options: ['Responsive', 'Dark mode'],
		version: '2.4.1',
		demoUrl: 'https://demo.example.com/aurora',
		tags: ['photo', 'portfolio'],
		thumbnailUrl: 'https://cdn.example.com/aurora/thumb.png',
		previewImageUrl: 'https://cdn.example.com/aurora/preview.png',
		previewVideoUrl: undefined,
		previewAudioUrl: undefined,
		screenshotUrls: [],
		price: { regular: 29, extended: 99.5 },
		currency: 'USD',
		publishedAt: Date.UTC(2024, 2, 5),
		...changes,
	};
}

export function sampleItems(count: number): Item[] {
	return Array.from({ length: count }, (_, index) =>
		sampleItem({ id: index + 1, name: `Item number ${index + 1}` }),
	);
}

export function withScreenshots(count: number): Item {
	return sampleItem({
		screenshotUrls: Array.from(
			{ length: count },
			(_, index) => `https://cdn.example.com/shot-${index + 1}.png`,
		),
	});
}

const fragments = fc.constantFrom(...pieces);

/** Undesirable text: long, empty, formatted, right-to-left, broken. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
	fc.constantFrom('', ' ', '\n', '\u200b', '\u202e', '…'),
	fc.string({ unit: 'binary', maxLength: 400 }),
	fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join('')),
	fc
		.tuple(fc.array(fragments, { minLength: 1, maxLength: 6 }), fc.integer({ min: 100, max: 3000 }))
		.map(([parts, times]) => parts.join('').repeat(times)),
);
