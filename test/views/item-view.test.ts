import { type APIButtonComponentWithCustomId, type APIEmbed, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import type { Item } from '../../src/marketplace/schemas.js';
import { itemView, sharedItemView } from '../../src/views/item-view.js';
import { sampleItem, withScreenshots } from './samples.js';

const t = translatorFor('en-US');

function embedOf(item: Item): APIEmbed {
	const [embed] = itemView(t, item).embeds ?? [];
	if (embed === undefined) throw new Error('The item has no embed');
	return embed;
}

function fieldsOf(item: Item): Record<string, string> {
	return Object.fromEntries((embedOf(item).fields ?? []).map(({ name, value }) => [name, value]));
}

function buttonsOf(item: Item): APIButtonComponentWithCustomId[] {
	const rows = (itemView(t, item).components ?? []).filter((row) => row.type === ComponentType.ActionRow);
	return rows.flatMap((row) =>
		row.components.filter((it): it is APIButtonComponentWithCustomId => 'label' in it),
	);
}

function linksOf(item: Item): unknown[] {
	return buttonsOf(item).filter((button) => 'url' in button);
}

const share = { type: ComponentType.Button, style: 2, label: 'Share', custom_id: 'cc1:share:1001' };

const nothing = {
	description: '',
	category: '',
	subCategory: '',
	options: [],
	version: undefined,
	demoUrl: undefined,
	tags: [],
	thumbnailUrl: undefined,
	previewImageUrl: undefined,
	previewVideoUrl: undefined,
	price: { regular: undefined, extended: undefined },
	currency: undefined,
	publishedAt: undefined,
};

describe("an item's card", () => {
	it('shows the name first, linked to the demo, with thumbnail and picture', () => {
		expect(embedOf(sampleItem())).toMatchObject({
			title: 'Aurora Photo Theme',
			url: 'https://demo.example.com/aurora',
			description: 'A quiet theme for photographers.',
			thumbnail: { url: 'https://cdn.example.com/aurora/thumb.png' },
			image: { url: 'https://cdn.example.com/aurora/preview.png' },
			footer: { text: 'Item 1001' },
		});
	});

	it('shows prices in their currency, category, version, date, options and tags', () => {
		expect(fieldsOf(sampleItem())).toEqual({
			Price: '**$29.00** regular licence\n**$99.50** extended licence',
			Category: 'Themes › Photography',
			Version: '2.4.1',
			Published: '<t:1709596800:D>',
			Options: 'Responsive · Dark mode',
			Tags: 'photo · portfolio',
		});
	});

	it('leaves out what the item does not have', () => {
		const item = sampleItem(nothing);
		expect(Object.keys(embedOf(item)).sort()).toEqual(['color', 'fields', 'footer', 'title']);
		expect(fieldsOf(item)).toEqual({});
		expect(buttonsOf(item)).toEqual([share]);
	});

	it('shows one price where there is only one', () => {
		expect(fieldsOf(sampleItem({ price: { regular: undefined, extended: 50 } }))['Price']).toBe(
			'**$50.00** extended licence',
		);
	});

	it('gives an item without a visible name its id as a name', () => {
		expect(embedOf(sampleItem({ name: ' \u200b' })).title).toBe('Item 1001');
	});

	it('cuts a long description to a few lines and reads one that is HTML', () => {
		const { description } = embedOf(
			sampleItem({ description: `<p>Hello <b>you</b></p>${'word '.repeat(500)}` }),
		);
		expect(description).toMatch(/^Hello you\n\nword .*…$/s);
		expect(description?.length).toBeLessThanOrEqual(400);
	});

	it('offers the previews and the demo as link buttons', () => {
		const item = sampleItem({
			previewVideoUrl: 'https://cdn.example.com/a.mp4',
			previewAudioUrl: 'https://cdn.example.com/a.mp3',
		});
		expect(linksOf(item)).toMatchObject([
			{ label: 'Live demo', url: 'https://demo.example.com/aurora' },
			{ label: 'Video preview', url: 'https://cdn.example.com/a.mp4' },
			{ label: 'Audio preview', url: 'https://cdn.example.com/a.mp3' },
		]);
	});

	it('shows a demo address that is too long for a button as a link in the text', () => {
		const demoUrl = `https://demo.example.com/?q=${'a'.repeat(600)}`;
		const item = sampleItem({ demoUrl });
		expect(linksOf(item)).toEqual([]);
		expect(fieldsOf(item)['Links']).toBe(`[Live demo](${demoUrl})`);
	});

	it('leaves out a second long link that the text has no room for', () => {
		const long = (name: string) => `https://cdn.example.com/${name}?q=${'a'.repeat(600)}`;
		const item = sampleItem({ demoUrl: long('demo'), previewVideoUrl: long('video') });
		expect(fieldsOf(item)['Links']).toBe(`[Live demo](${long('demo')})`);
	});

	it('counts the screenshots on the button that opens them', () => {
		const item = { ...withScreenshots(12), demoUrl: undefined };
		expect(buttonsOf(item)[0]).toMatchObject({ label: 'Screenshots (12)', custom_id: 'cc1:shots:1001:0' });
	});

	it.each([
		{ previewImageUrl: 'https://cdn.example.com/a.png' },
		{ previewVideoUrl: 'https://cdn.example.com/a.mp4' },
	])('has a button for its preview where there is one: %j', (media) => {
		const preview = { label: 'Preview', custom_id: 'cc1:preview:1001' };
		expect(buttonsOf(sampleItem({ ...nothing, ...media }))[0]).toMatchObject(preview);
	});

	it('has at most two rows of buttons, its own and the links', () => {
		const item = { ...withScreenshots(3), previewVideoUrl: 'https://cdn.example.com/a.mp4' };
		expect(itemView(t, item).components).toHaveLength(2);
		expect(buttonsOf(item).map((it) => it.label)).toEqual([
			'Screenshots (3)',
			'Preview',
			'Share',
			'Live demo',
			'Video preview',
		]);
	});

	it('that is for everyone names who shared it, pings nobody, and cannot be shared from there', () => {
		const card = sharedItemView(t, sampleItem(), '200000000000000001');
		expect(card.content).toBe('Shared by <@200000000000000001>');
		expect(card.allowedMentions).toEqual({ parse: [] });
		expect(card.embeds).toEqual(itemView(t, sampleItem()).embeds);
		expect(JSON.stringify(card.components)).not.toContain('cc1:share');
	});
});
