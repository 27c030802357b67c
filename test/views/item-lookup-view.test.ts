import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import type { MarketplaceFailure } from '../../src/marketplace/result.js';
import { itemFailureView, unknownNameView } from '../../src/views/item-lookup-view.js';
import { sampleItem } from './samples.js';

const t = translatorFor('en-US');

describe('the answer to a lookup that found nothing', () => {
	it.each([{ kind: 'item-not-found' }, { kind: 'no-items' }] satisfies MarketplaceFailure[])(
		'says that there is no such item where the marketplace said so ($kind)',
		(failure) => {
			expect(itemFailureView(t, failure, 42).content).toBe('There is no item with the id 42.');
		},
	);

	it.each([
		{ kind: 'bad-key' },
		{ kind: 'unavailable', reason: 'ECONNRESET at 10.0.0.1' },
		{ kind: 'malformed', reason: 'items.0.id' },
	] satisfies MarketplaceFailure[])('says nothing about the item otherwise ($kind)', (failure) => {
		expect(itemFailureView(t, failure, 42).content).toBe(
			'Items can’t be looked up right now. Please try again in a few minutes.',
		);
	});

	it('says when to try again where the marketplace did', () => {
		const failure = { kind: 'rate-limited', retryAt: 1_700_000_030_000 } as const;
		expect(itemFailureView(t, failure, 42).content).toContain('try again <t:1700000030:R>');
	});

	it('offers similar names, escaped and with their ids', () => {
		const { content } = unknownNameView(t, [sampleItem({ id: 5, name: 'A *star*' }), sampleItem()]);
		expect(content).toBe(
			'I found no item with exactly that name. Did you mean one of these?\n• A \\*star\\* (`5`)\n• Aurora Photo Theme (`1001`)',
		);
	});

	it('says how to find an item where no name is similar', () => {
		expect(unknownNameView(t, []).content).toMatch(/pick one from the list, or use its id/);
	});
});
