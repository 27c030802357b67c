import { ComponentType, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/views/message.js';
import { screenshotsView, turnScreenshots } from '../../src/views/screenshots-view.js';
import { sampleItem, withScreenshots } from './samples.js';

const t = translatorFor('en-US');

function urlsOf(view: MessageView): string[] {
	return (view.components ?? []).flatMap((component) =>
		component.type === ComponentType.MediaGallery ? component.items.map((item) => item.media.url) : [],
	);
}

function textOf(view: MessageView): string | undefined {
	return (view.components ?? []).find((component) => component.type === ComponentType.TextDisplay)?.content;
}

/** The page that each button leads to; undefined where it is disabled. */
function turns(view: MessageView): (number | undefined)[] {
	const rows = (view.components ?? []).filter((component) => component.type === ComponentType.ActionRow);
	return rows.flatMap((row) =>
		row.components.map((button) => {
			if (!('custom_id' in button) || button.disabled) return undefined;
			return turnScreenshots.decode(button.custom_id)?.[1];
		}),
	);
}

describe('the gallery of screenshots', () => {
	it('reaches every screenshot by its own buttons, ten at a time', () => {
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

	it('says where one is, and names every picture for those who cannot see it', () => {
		const view = screenshotsView(t, withScreenshots(23), 2);
		expect(textOf(view)).toBe('**Aurora Photo Theme**\nScreenshots 21–23 of 23');
		const gallery = view.components?.find((component) => component.type === ComponentType.MediaGallery);
		expect(gallery?.items.at(-1)?.description).toBe('Screenshot 23 of 23: Aurora Photo Theme');
		expect(view.flags).toBe(MessageFlags.IsComponentsV2);
	});

	it('has no buttons for a single page', () => {
		expect(turns(screenshotsView(t, withScreenshots(10), 0))).toEqual([]);
		expect(textOf(screenshotsView(t, withScreenshots(1), 0))).toContain('The only screenshot');
	});

	it('can be turned back, and not past either end', () => {
		expect(turns(screenshotsView(t, withScreenshots(30), 0))).toEqual([undefined, 1]);
		expect(turns(screenshotsView(t, withScreenshots(30), 1))).toEqual([0, 2]);
		expect(turns(screenshotsView(t, withScreenshots(30), 2))).toEqual([1, undefined]);
	});

	it('shows the last page to a button from when there were more', () => {
		expect(urlsOf(screenshotsView(t, withScreenshots(12), 7))).toHaveLength(2);
	});

	it('says that the screenshots are gone in a message of the same kind, which a gallery can be turned into', () => {
		const view = screenshotsView(t, sampleItem(), 0);
		expect(view.flags).toBe(MessageFlags.IsComponentsV2);
		expect(textOf(view)).toBe('This item has no screenshots any more.');
	});

	it('leaves out what Discord could not show', () => {
		const item = sampleItem({
			screenshotUrls: ['https://a.example/1.png', `https://a.example/${'2'.repeat(3000)}`],
		});
		expect(urlsOf(screenshotsView(t, item, 0))).toEqual(['https://a.example/1.png']);
	});
});
