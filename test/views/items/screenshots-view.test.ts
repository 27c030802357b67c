import { buttonsOf, mediaOf } from '@claimcheck/local-discord/reading';
import { describe, expect, it } from 'vitest';
import { screenshotsView } from '../../../commands/items/item.js';
import { openScreenshots } from '../../../commands/items/list-state.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/ui/message.js';
import { sampleItem, withScreenshots } from '../samples.js';

const t = translatorFor('en-US');

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

	it('leave out what Discord could not show', () => {
		const item = sampleItem({
			screenshotUrls: ['https://a.example/1.png', `https://a.example/${'2'.repeat(3000)}`],
		});
		expect(urlsOf(screenshotsView(t, item, 0))).toEqual(['https://a.example/1.png']);
	});
});
