import { phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import { labelsOf, linksOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { wholeList } from '../../../src/views/custom-ids/item-ids.js';
import { type ItemShown, itemView, sharedItemView } from '../../../src/views/items/item-view.js';
import { sampleItem, withScreenshots } from '../samples.js';

const t = translatorFor('en-US');
const now = Date.UTC(2024, 10, 5);
const day = 86_400_000;

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
	it('says what it is and what it costs, in a few lines', () => {
		expect(textOf(view())).toBe(
			[
				'## Aurora Photo Theme',
				'**$29.00** regular · **$99.50** extended',
				'Themes › Photography · 2.4.1 · <t:1709596800:R>',
				'A quiet theme for photographers.',
				'-# Responsive · Dark mode · photo · portfolio',
			].join('\n'),
		);
	});

	it('gives an item without a visible name its id as a name', () => {
		expect(textOf(view({ item: sampleItem({ name: ' \u200b' }) }))).toContain('## Item 1001');
	});

	it('reads a description that is HTML, and shows two lines of it', () => {
		const item = sampleItem({
			...nothing,
			description: `<p>Hello <b>you</b></p>${'word '.repeat(500)}`,
		});
		expect(textOf(view({ item }))).toMatch(/\nHello you word .*…$/);
		expect(phoneLines(view({ item })) - phoneLines(view({ item: sampleItem(nothing) }))).toBe(2);
	});

	it.each([
		[{ supportedUntil: now + 15 * day }, '✅ You own this · support until <t:1732060800:D>'],
		[{ supportedUntil: now + day }, '✅ You own this · ⏳ support ends <t:1730851200:D> (<t:1730851200:R>)'],
		[{ supportedUntil: now - day }, '✅ You own this · support ended <t:1730678400:R>'],
		[{ supportedUntil: undefined }, '✅ You own this'],
	])('shows its holder that they hold it: %o', (own, line) => {
		expect(textOf(view({ own })).split('\n').at(-1)).toBe(line);
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
