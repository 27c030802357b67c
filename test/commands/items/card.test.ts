import { buttonsOf, labelsOf, mediaOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { searchIsCodeView } from '../../../commands/items/find.js';
import { type ItemShown, itemView, screenshotsView } from '../../../commands/items/item.js';
import { openScreenshots, wholeList } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/ui/message.js';
import { sampleItem, withScreenshots } from '../../states/items/sample-items.js';

const t = translatorFor('en-US');
const now = Date.UTC(2024, 10, 5);

const view = (changes: Partial<ItemShown> = {}) => itemView(t, { item: sampleItem(), now, ...changes });

describe("an item's page", () => {
	it('leads back to where it was opened from; else to what one has, or to all items', () => {
		const last = (changes: Partial<ItemShown>) => labelsOf(view(changes)).at(-1);
		expect(last({ from: { ...wholeList, page: 3 } })).toBe('Back');
		expect(last({ own: { supportedUntil: undefined } })).toBe('Show my purchases');
		expect(last({})).toBe('Browse items');
	});
});

const urlsOf = (view: MessageView) => mediaOf(view).map(({ url }) => url);

/** The page that each button leads to; undefined where it is disabled. */
function turns(view: MessageView): (number | undefined)[] {
	return buttonsOf(view)
		.filter(({ label }) => label !== 'Back')
		.map(({ customId = '', isDisabled }) => (isDisabled ? undefined : openScreenshots.decode(customId)?.[1]));
}

describe('the screenshots of an item', () => {
	it('are all reached by their own buttons, ten at a time', () => {
		const item = withScreenshots(23);
		const seen: string[] = [];
		let next: number | undefined = 0;
		while (next !== undefined) {
			const view = screenshotsView(t, item, next);
			expect(urlsOf(view).length).toBeLessThanOrEqual(10);
			seen.push(...urlsOf(view));
			next = turns(view)[1];
		}
		expect(seen).toEqual(item.screenshotUrls);
	});
});

describe('the answer to a look-up that found nothing', () => {
	it('verifies a purchase code that was taken for a name', () => {
		expect(labelsOf(searchIsCodeView(t))).toEqual(['Verify purchase', 'Browse items']);
	});
});
