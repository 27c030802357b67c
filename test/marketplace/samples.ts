import type { MarketplaceFailure, MarketplaceResult } from '../../src/marketplace/result.js';
import { type Account, accountSchema } from '../../src/marketplace/schemas.js';

/** Bodies that match the contract, for tests to modify. */
export const sampleCode = '6f1c2f1e-54a5-4b7a-9d2e-0c6a3c1b7e11';

export const sampleItem = {
	id: 42,
	name: 'Aurora Admin Template',
	description: 'A dashboard.',
	category: 'Themes',
	sub_category: 'Admin',
	options: ['Responsive'],
	version: '2.4.1',
	demo_link: 'https://demo.example.com/aurora',
	tags: ['admin', 'dashboard'],
	media: {
		thumbnail: 'https://cdn.example.com/42/thumbnail.png',
		preview_image: 'https://cdn.example.com/42/preview.png',
		screenshots: ['https://cdn.example.com/42/1.png', 'https://cdn.example.com/42/2.png'],
	},
	price: { regular: 29, extended: 149.5 },
	currency: 'USD',
	published_at: '2025-03-01T10:00:00Z',
};

export const samplePurchase = {
	purchase_code: sampleCode,
	license_type: 'regular',
	price: 29,
	currency: 'USD',
	item: sampleItem,
	supported_until: '2027-01-01T00:00:00Z',
	downloaded: true,
	date: '2026-01-01T00:00:00Z',
};

export const sampleAccount = {
	name: { firstname: 'Ada', lastname: 'Author', full_name: 'Ada Author' },
	username: 'ada',
	email: 'ada@example.com',
	balance: 12.5,
	currency: 'USD',
	profile: {
		heading: 'Templates',
		description: 'Made with care.',
		contact: { email: 'hello@example.com' },
		social_links: { x: 'https://x.example/ada', facebook: '' },
		media: { avatar: 'https://cdn.example.com/a.png', cover: 'https://cdn.example.com/c.png' },
	},
	registered_at: '2020-05-06T07:08:09Z',
};

export const accountBody = { status: 'success', data: sampleAccount };
export const itemBody = { status: 'success', item: sampleItem };
export const itemsBody = { status: 'success', items: [sampleItem] };
export const validationBody = { status: 'success', data: { purchase: samplePurchase } };

export const goodKey: MarketplaceResult<Account> = { ok: true, value: accountSchema.parse(sampleAccount) };
export const failed = (failure: MarketplaceFailure) => ({ ok: false, failure }) as const;
export const down = failed({ kind: 'unavailable', reason: 'HTTP 500' });
