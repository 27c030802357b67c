import fc from 'fast-check';
import type { Account, Item } from '../../../src/marketplace/schemas.js';
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

/** An ordinary account with the changes that a test needs. */
export function sampleAccount(changes: Partial<Account> = {}): Account {
	return {
		fullName: 'Mira Holt',
		username: 'miraholt',
		email: 'private@example.com',
		balance: 1234.56,
		currency: 'USD',
		heading: 'Themes for people who take pictures',
		description: 'Since 2015.',
		contactEmail: 'contact@example.com',
		socialLinks: { facebook: 'https://facebook.com/miraholt', x: 'https://x.com/miraholt' },
		avatarUrl: 'https://cdn.example.com/mira.png',
		coverUrl: 'https://cdn.example.com/cover.png',
		registeredAt: Date.UTC(2015, 0, 9),
		...changes,
	};
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

/** An item with such texts in every possible place. */
export const hostileItem: fc.Arbitrary<Item> = fc
	.record({
		name: hostileText,
		description: hostileText,
		category: hostileText,
		subCategory: hostileText,
		options: fc.array(hostileText, { maxLength: 30 }),
		tags: fc.array(hostileText, { maxLength: 30 }),
		version: hostileText,
		currency: hostileText,
	})
	.map(sampleItem);
