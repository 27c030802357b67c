import { buttonsOf, labelsOf, textOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../../src/marketplace/result.js';
import {
	didYouMeanView,
	itemFailureView,
	namesStillLoadingView,
	noSuchItemView,
	searchIsCodeView,
} from '../../../src/views/items/item-lookup-view.js';
import { sampleItem } from '../samples.js';

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

	it('verifies a purchase code that was taken for a name, and carries none along', () => {
		expect(labelsOf(searchIsCodeView(t))).toEqual(['Verify purchase', 'Browse items']);
		const code = '3f2c1d6e-0b7a-4c59-9e18-5a7d2b4c6f10';
		expect(JSON.stringify(namesStillLoadingView(t, code))).not.toContain('3f2c1d6e');
	});
});
