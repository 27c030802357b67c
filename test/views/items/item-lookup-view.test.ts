import { buttonsOf, labelsOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import { showItems } from '../../../src/views/custom-ids/item-list-ids.js';
import {
	didYouMeanView,
	itemFailureView,
	namesStillLoadingView,
	noSuchItemView,
	searchIsCodeView,
} from '../../../src/views/items/item-lookup-view.js';
import { sampleItem, sampleItems } from '../samples.js';
import { optionsOf } from '../shown.js';

const t = translatorFor('en-US');

describe('the answer to a look-up that found nothing', () => {
	it.each([{ kind: 'item-not-found' }, { kind: 'no-items' }] satisfies MarketplaceFailure[])(
		'says that there is no such item where the shop said so ($kind)',
		(failure) => {
			expect(itemFailureView(t, failure, 42)).toEqual(noSuchItemView(t));
			expect(textOf(noSuchItemView(t))).toBe('**No matching items**');
			expect(labelsOf(noSuchItemView(t))).toEqual(['Browse items']);
		},
	);

	it.each([
		{ kind: 'unavailable', reason: 'ECONNRESET at 10.0.0.1' },
		{ kind: 'malformed', reason: 'items.0.id' },
	] satisfies MarketplaceFailure[])('says nothing about the item otherwise ($kind)', (failure) => {
		const answer = itemFailureView(t, failure, 42);
		expect(textOf(answer)).toBe('⏳ The shop isn’t responding. Try again in a minute.');
		expect(buttonsOf(answer)[0]).toMatchObject({ label: 'Try again', customId: 'cc1:item:42' });
	});

	it('says when to try again where the shop did', () => {
		const failure = { kind: 'rate-limited', retryAt: 1_700_000_030_000 } as const;
		expect(textOf(itemFailureView(t, failure, 42))).toBe(
			'⏳ The shop isn’t responding. Try again <t:1700000030:R>.',
		);
	});

	it('blames no member for a refused key', () => {
		expect(textOf(itemFailureView(t, { kind: 'bad-key' }, 42))).toContain('Staff have been notified.');
	});

	it('opens each item that may be meant', () => {
		const answer = didYouMeanView(t, [sampleItem({ id: 5, name: 'A *star*' }), sampleItem(), sampleItem()]);
		expect(textOf(answer)).toBe(
			'Did you mean …?\n**A \\*star\\***\nfrom $29.00 · Themes\n**Aurora Photo Theme**\nfrom $29.00 · Themes',
		);
		expect(buttonsOf(answer).map(({ customId }) => customId)).toEqual([
			'cc1:item:5',
			'cc1:item:1001',
			'cc1:items-all',
		]);
	});

	it('offers more than three in a select', () => {
		const answer = didYouMeanView(t, sampleItems(4));
		expect(textOf(answer)).toBe('Did you mean …?');
		expect(optionsOf(answer).map(({ value }) => value)).toEqual(['1', '2', '3', '4']);
		expect(labelsOf(answer)).toEqual(['Browse items']);
	});

	it('searches for what was typed while no names were known, once they are', () => {
		const [again] = buttonsOf(namesStillLoadingView(t, 'photo: theme'));
		expect(showItems.decode(again?.customId ?? '')).toEqual([0, 'name', '-', 'photo theme']);
	});

	it('verifies a purchase code that was taken for a name, and carries none along', () => {
		expect(labelsOf(searchIsCodeView(t))).toEqual(['Verify purchase', 'Browse items']);
		const code = '3f2c1d6e-0b7a-4c59-9e18-5a7d2b4c6f10';
		expect(JSON.stringify(namesStillLoadingView(t, code))).not.toContain('3f2c1d6e');
	});
});
