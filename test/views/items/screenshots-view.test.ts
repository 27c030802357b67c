import { buttonsOf, mediaOf, textOf } from '@claimcheck/local-discord/reading';
import { MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { wholeList } from '../../../src/views/custom-ids/item-list-ids.js';
import { listIn, openItem, openScreenshots } from '../../../src/views/custom-ids/item-page-ids.js';
import { screenshotsView } from '../../../src/views/items/screenshots-view.js';
import type { MessageView } from '../../../src/views/kit/message.js';
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

	it('say where one is, and name every picture for those who cannot see it', () => {
		const view = screenshotsView(t, withScreenshots(23), 2);
		expect(textOf(view)).toBe('**Aurora Photo Theme** · 21–23 of 23');
		expect(mediaOf(view).at(-1)?.alt).toBe('Aurora Photo Theme, screenshot 23 of 23');
		expect(view.flags).toBe(MessageFlags.IsComponentsV2);
	});

	it('need no turning where there is a single page', () => {
		expect(turns(screenshotsView(t, withScreenshots(10), 0))).toEqual([]);
	});

	it('can be turned back, and not past either end', () => {
		expect(turns(screenshotsView(t, withScreenshots(30), 0))).toEqual([undefined, 1]);
		expect(turns(screenshotsView(t, withScreenshots(30), 1))).toEqual([0, 2]);
		expect(turns(screenshotsView(t, withScreenshots(30), 2))).toEqual([1, undefined]);
	});

	it('show the last page to a button from when there were more', () => {
		expect(urlsOf(screenshotsView(t, withScreenshots(12), 7))).toHaveLength(2);
	});

	it('lead back to the item, which still knows the list that it was opened from', () => {
		const from = { ...wholeList, page: 4, search: 'photo' };
		const back = buttonsOf(screenshotsView(t, withScreenshots(30), 1, from)).at(-1);
		const [id, ...list] = openItem.decode(back?.customId ?? '') ?? [];
		expect(id).toBe(1001);
		expect(listIn(list as Parameters<typeof listIn>[0])).toEqual(from);
	});

	it('leave out what Discord could not show', () => {
		const item = sampleItem({
			screenshotUrls: ['https://a.example/1.png', `https://a.example/${'2'.repeat(3000)}`],
		});
		expect(urlsOf(screenshotsView(t, item, 0))).toEqual(['https://a.example/1.png']);
	});
});
