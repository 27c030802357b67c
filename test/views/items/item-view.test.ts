import { phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import { labelsOf, linksOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { type ItemShown, itemView, sharedItemView } from '../../../commands/items/item.js';
import { wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import { sampleItem, withScreenshots } from '../samples.js';

const t = translatorFor('en-US');
const now = Date.UTC(2024, 10, 5);

const view = (changes: Partial<ItemShown> = {}) => itemView(t, { item: sampleItem(), now, ...changes });

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

describe("an item's page", () => {
	it('reads a description that is HTML, and shows two lines of it', () => {
		const item = sampleItem({
			...nothing,
			description: `<p>Hello <b>you</b></p>${'word '.repeat(500)}`,
		});
		expect(textOf(view({ item }))).toMatch(/\nHello you word .*…$/);
		expect(phoneLines(view({ item })) - phoneLines(view({ item: sampleItem(nothing) }))).toBe(2);
	});

	it('shows an address that is too long for a button as a link in the text, as many as there is room for', () => {
		const long = (name: string) => `https://cdn.example.com/${name}?q=${'a'.repeat(600)}`;
		const item = sampleItem({ demoUrl: long('demo'), previewAudioUrl: long('audio') });
		expect(linksOf(view({ item }))).toEqual([]);
		expect(textOf(view({ item }))).toContain(`[Open demo](${long('demo')})`);
		expect(textOf(view({ item }))).not.toContain('Listen');
	});

	it('leads back to where it was opened from; else to what one has, or to all items', () => {
		const last = (changes: Partial<ItemShown>) => labelsOf(view(changes)).at(-1);
		expect(last({ from: { ...wholeList, page: 3 } })).toBe('Back');
		expect(last({ own: { supportedUntil: undefined } })).toBe('Show my purchases');
		expect(last({})).toBe('Browse items');
	});

	it('that is for everyone names who shared it, and has nothing of one person', () => {
		const card = sharedItemView(t, withScreenshots(2), '200000000000000001');
		expect(textOf(card).split('\n').at(-1)).toBe('-# Shared by <@200000000000000001>');
		expect(card.allowedMentions).toEqual({ parse: [] });
		expect(labelsOf(card)).toEqual(['Open demo', 'View 2 screenshots']);
	});
});
