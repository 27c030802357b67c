import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountSchema, itemSchema, purchaseSchema } from '../../src/marketplace/schemas.js';
import { sampleAccount, sampleItem, samplePurchase } from './samples.js';

describe('an item', () => {
	it('is parsed according to the contract', () => {
		expect(itemSchema.parse(sampleItem)).toEqual({
			id: 42,
			name: 'Aurora Admin Template',
			description: 'A dashboard.',
			category: 'Themes',
			subCategory: 'Admin',
			options: ['Responsive'],
			version: '2.4.1',
			demoUrl: 'https://demo.example.com/aurora',
			tags: ['admin', 'dashboard'],
			thumbnailUrl: 'https://cdn.example.com/42/thumbnail.png',
			previewImageUrl: 'https://cdn.example.com/42/preview.png',
			previewVideoUrl: undefined,
			previewAudioUrl: undefined,
			screenshotUrls: ['https://cdn.example.com/42/1.png', 'https://cdn.example.com/42/2.png'],
			price: { regular: 29, extended: 149.5 },
			currency: 'USD',
			publishedAt: Date.UTC(2025, 2, 1, 10),
		});
	});

	it('may list its screenshots as an object of numbered links', () => {
		const screenshots = { 1: 'https://cdn.example.com/1.png', 2: 'https://cdn.example.com/2.png' };
		const item = itemSchema.parse({ ...sampleItem, media: { ...sampleItem.media, screenshots } });
		expect(item.screenshotUrls).toEqual(['https://cdn.example.com/1.png', 'https://cdn.example.com/2.png']);
	});

	it.each([
		['left out', undefined],
		['null', null],
		['an empty string', ''],
		['an empty array, as PHP writes an empty object', []],
	])('has no value for an optional member that is %s', (_, nothing) => {
		const bare = Object.fromEntries(Object.keys(sampleItem).map((key) => [key, nothing]));
		const item = itemSchema.parse({ ...bare, id: 1, name: 'Bare', unknown_member: { deep: true } });
		expect(item).toEqual({
			...itemSchema.parse({ id: 1, name: 'Bare' }),
			description: '',
			options: [],
			screenshotUrls: [],
			version: undefined,
			demoUrl: undefined,
			publishedAt: undefined,
		});
	});

	it('has no link longer than Discord accepts, measured in ASCII', () => {
		const demoUrl = (letters: number) =>
			itemSchema.parse({ ...sampleItem, demo_link: `https://demo.example/${'é'.repeat(letters)}` }).demoUrl;
		expect(demoUrl(300)).toHaveLength(21 + 300 * 6);
		expect(demoUrl(400)).toBeUndefined();
	});

	it('may have numbers in place of texts, strings in place of numbers, and malformed tags', () => {
		const price = { regular: '29.00', extended: ' 149.5 ' };
		const odd = { id: '42', name: 2048, version: 2, tags: ['one', null, {}, ' ', 2], price };
		const read = { id: 42, name: '2048', version: '2', tags: ['one', '2'], price: sampleItem.price };
		expect(itemSchema.parse({ ...sampleItem, ...odd })).toMatchObject(read);
	});

	it.each(['twenty-nine', '0x1d', ' ', {}, true, '1e400'])(
		'is kept without a price if the price is %j',
		(regular) => {
			expect(itemSchema.parse({ ...sampleItem, price: { regular, extended: 5 } }).price).toEqual({
				regular: undefined,
				extended: 5,
			});
		},
	);

	it.each([
		['Rock &amp; Roll &ndash; Kit', 'Rock & Roll – Kit'],
		['Caf&eacute; &#8217;n&#x2019; Bar', 'Café ’n’ Bar'],
		['&amp;lt;b&amp;gt; &unknown; AT&T', '&lt;b&gt; &unknown; AT&T'],
		['&nbsp;', '&nbsp;'],
	])('is named as a page would show it: %j', (name, read) => {
		expect(itemSchema.parse({ id: 1, name }).name).toBe(read);
	});

	it.each([
		{ id: undefined },
		{ id: 'x' },
		{ id: '' },
		{ id: 1.5 },
		{ id: '1e5' },
		{ id: [5] },
		{ id: -1 },
		{ id: 2 ** 60 },
		{ name: '' },
		{ name: '  ' },
		{ name: null },
	])('is refused without a usable id and name: %j', (fault) => {
		expect(itemSchema.safeParse({ ...sampleItem, ...fault }).success).toBe(false);
	});

	it.each([
		'javascript:alert(1)',
		'/relative.png',
		'ftp://files.example.com/a',
		'http://',
		'//cdn.example.com/a.png',
		'xhttps://cdn.example.com/a.png',
	])('does not accept %s as a link', (link) => {
		const item = itemSchema.parse({ ...sampleItem, demo_link: link, media: { screenshots: [link] } });
		expect([item.demoUrl, item.screenshotUrls]).toEqual([undefined, []]);
	});

	it('has only whole characters, however the shop spelled them', () => {
		const { name, category } = itemSchema.parse({ ...sampleItem, name: 'A\ud83d', category: '\udc00B👍' });
		expect([name, category]).toEqual(['A\ufffd', '\ufffdB👍']);
	});

	it('survives any values in its optional members', () => {
		const members = Object.keys(sampleItem).filter((key) => key !== 'id' && key !== 'name');
		const anyItem = fc.record(Object.fromEntries(members.map((key) => [key, fc.anything()])));
		fc.assert(
			fc.property(anyItem, (rest) => {
				const item = itemSchema.parse({ ...rest, id: 7, name: 'Seven' });
				expect(item.id).toBe(7);
				expect(item.tags.every((tag) => tag.trim() !== '')).toBe(true);
				expect(item.price.regular ?? 0).not.toBeNaN();
			}),
		);
	});
});

describe('a purchase', () => {
	it('is parsed according to the contract, with the parts of its item that are shown', () => {
		const { id, name, category, ...item } = itemSchema.parse(sampleItem);
		const { thumbnailUrl, previewImageUrl, previewVideoUrl, previewAudioUrl } = item;
		expect(purchaseSchema.parse(samplePurchase)).toEqual({
			code: samplePurchase.purchase_code,
			licenseType: 'regular',
			price: 29,
			currency: 'USD',
			item: { id, name, category, thumbnailUrl, previewImageUrl, previewVideoUrl, previewAudioUrl },
			supportedUntil: Date.UTC(2027, 0, 1),
			downloaded: true,
			purchasedAt: Date.UTC(2026, 0, 1),
			unread: [],
		});
	});

	it.each([
		[true, [true, 1, '1', 'true']],
		[false, [false, 0, '0', 'false']],
		[undefined, ['', null, undefined, {}]],
	])('has a download status, which may be unknown: %j', (downloaded, spellings) => {
		for (const spelling of spellings) {
			const purchase = purchaseSchema.parse({ ...samplePurchase, downloaded: spelling });
			expect(purchase.downloaded).toBe(downloaded);
		}
	});

	it.each([{}, { supported_until: null }, { supported_until: '' }])(
		'has no support if there is no end of support: %j',
		(support) => {
			const { supported_until: _, ...rest } = samplePurchase;
			expect(purchaseSchema.parse({ ...rest, ...support }).supportedUntil).toBeUndefined();
		},
	);

	it('has an unknown end of support, and no date, if they are in unreadable formats', () => {
		const odd = { ...samplePurchase, supported_until: '06/01/2027', date: { $date: 'soon' } };
		expect(purchaseSchema.parse(odd)).toMatchObject({
			supportedUntil: 'unknown',
			purchasedAt: undefined,
			unread: [
				{ field: 'supported_until', form: '99/99/9999' },
				{ field: 'date', form: 'object' },
			],
		});
	});

	it.each([{ purchase_code: '' }, { purchase_code: null }, { item: {} }, { item: [] }, { item: undefined }])(
		'is refused without its code and its item: %j',
		(fault) => {
			expect(purchaseSchema.safeParse({ ...samplePurchase, ...fault }).success).toBe(false);
		},
	);
});

describe('an account', () => {
	it('is parsed according to the contract', () => {
		expect(accountSchema.parse(sampleAccount)).toStrictEqual({
			fullName: 'Ada Author',
			username: 'ada',
			email: 'ada@example.com',
			balance: 12.5,
			currency: 'USD',
			heading: 'Templates',
			description: 'Made with care.',
			contactEmail: 'hello@example.com',
			socialLinks: { x: 'https://x.example/ada' },
			avatarUrl: 'https://cdn.example.com/a.png',
			coverUrl: 'https://cdn.example.com/c.png',
			registeredAt: Date.UTC(2020, 4, 6, 7, 8, 9),
		});
	});

	it('has no more social links than can be shown, and only valid ones', () => {
		const linksOf = (social_links: unknown) =>
			accountSchema.parse({ ...sampleAccount, profile: { ...sampleAccount.profile, social_links } })
				.socialLinks;
		const many = Array.from({ length: 150 }, (_, n) => [`network ${n}`, 'https://x.example/ada']);
		expect(Object.keys(linksOf(Object.fromEntries(many)))).toHaveLength(100);
		for (const none of [null, undefined, 'x', ['https://x.example/ada'], { x: 'ada' }]) {
			expect(linksOf(none)).toStrictEqual({});
		}
	});
});

describe('texts that are too long to be shown', () => {
	const mega = 'x'.repeat(1_000_000);

	it('attack 42: are cut when they are parsed, and lists too', () => {
		const item = itemSchema.parse({
			id: 1,
			name: mega,
			description: mega,
			category: mega,
			tags: Array.from({ length: 5_000 }, () => mega),
			options: { ...Array.from({ length: 5_000 }, () => 'option') },
			demo_link: `https://example.com/${mega}`,
			media: { screenshots: Array.from({ length: 5_000 }, (_, n) => `https://example.com/${n}.png`) },
		});
		expect([item.name.length, item.description.length, item.category.length]).toEqual([300, 20_000, 300]);
		expect([item.tags.length, item.options.length, item.screenshotUrls.length]).toEqual([100, 100, 100]);
		expect(item.tags.every((tag) => tag.length === 300)).toBe(true);
		expect(item.demoUrl).toBeUndefined();
	});
});
