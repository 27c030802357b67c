import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import { type Item, itemSchema } from '../../../src/marketplace/schemas.js';
import type { Foreign } from '../foreign.js';
import { minute, now } from '../sample.js';
import { sampleItem, withScreenshots } from './sample-items.js';

/** An item as the shop might send it, parsed by the product's own schema like all of the shop's data. */
export function itemOf(foreign: Foreign, about: Partial<Item> = {}): Item {
	const it = sampleItem(about);
	const sent = {
		id: foreign.count(it.id),
		name: foreign.text(it.name),
		description: foreign.text(it.description),
		category: foreign.text(it.category),
		sub_category: foreign.text(it.subCategory),
		options: it.options.map((each) => foreign.text(each)),
		version: foreign.text(it.version ?? ''),
		demo_link: foreign.address(it.demoUrl ?? ''),
		tags: it.tags.map((each) => foreign.text(each)),
		media: {
			thumbnail: foreign.address(it.thumbnailUrl ?? ''),
			preview_image: foreign.address(it.previewImageUrl ?? ''),
			preview_video: foreign.address(it.previewVideoUrl ?? ''),
			preview_audio: foreign.address(it.previewAudioUrl ?? ''),
			screenshots: it.screenshotUrls.map((each) => foreign.address(each)),
		},
		price: {
			regular: foreign.amount(it.price.regular ?? 0),
			extended: foreign.amount(it.price.extended ?? 0),
		},
		currency: foreign.text(it.currency ?? ''),
		published_at: foreign.text(new Date(it.publishedAt ?? 0).toISOString()),
	};
	// The catalog leaves out an unreadable item.
	return itemSchema.safeParse(sent).data ?? itemSchema.parse({ id: it.id, name: `Item ${it.id}` });
}

/** An ordinary item with every field. */
export const auroraOf = (foreign: Foreign, about: Partial<Item> = {}): Item =>
	itemOf(foreign, {
		id: 7,
		name: 'Aurora',
		description:
			'A helpdesk for small shops. Tickets, mail and a knowledge base in one place, on your own server, without a subscription. Agents answer from their phones.',
		category: 'Scripts',
		subCategory: 'Helpdesk',
		version: '4.2.1',
		price: { regular: 29, extended: 149 },
		options: ['PHP', 'MySQL'],
		tags: ['helpdesk', 'tickets', 'support'],
		previewVideoUrl: 'https://cdn.example.com/aurora.mp4',
		screenshotUrls: withScreenshots(8).screenshotUrls,
		publishedAt: Date.UTC(2026, 3, 8),
		...about,
	});

const names = [
	'Basalt',
	'Cinder',
	'Desk Icons',
	'Ember',
	'Fjord',
	'Gale',
	'Harbor',
	'Isle',
	'Juniper',
	'Kelp',
];

/** The shop of the walkthrough. */
export const catalogOf = (foreign: Foreign): readonly Item[] => [
	auroraOf(foreign),
	...names.map((name, at) =>
		itemOf(foreign, { id: at + 8, name, category: 'Graphics', price: { regular: 9, extended: 45 } }),
	),
];

export const failuresOf = (foreign: Foreign): readonly MarketplaceFailure[] => [
	{ kind: 'invalid-code' },
	{ kind: 'item-not-found' },
	{ kind: 'no-items' },
	{ kind: 'bad-key' },
	{ kind: 'rate-limited', retryAt: foreign.moment(now + minute) },
	{ kind: 'unavailable', reason: foreign.text('reset') },
	{ kind: 'malformed', reason: foreign.text('items') },
];
