import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookPictures } from '../look/look-pictures.js';
import { LookWorld } from '../look/look-world.js';
import { describeInBrowser, openChromium } from './chromium.js';
import { MessageStagePage } from './message-stage.js';

// The messages of docs/look.md: each kind of component and each limit of Discord's documentation. The local Discord has
// taken them, so they are what Discord would take.

const width = 390;

describeInBrowser('messages of every kind', () => {
	let browser: Browser;
	let world: LookWorld;
	let stage: MessageStagePage;

	beforeAll(async () => {
		browser = await openChromium();
		world = await LookWorld.start();
		stage = await MessageStagePage.open(browser, { width, media: world.media });
		await stage.page.evaluate(axe.source);
	});

	afterAll(async () => {
		await stage.close();
		await world.close();
		await browser.close();
	});

	// The video is left to the pictures themselves: here its bytes don't matter.
	describe.each(lookPictures(new Uint8Array()).map((picture) => [picture.name, picture] as const))(
		'%s',
		(_, picture) => {
			it.each([true, false])(
				'fits a phone, and is readable for every viewer (light: %s)',
				async (isLight) => {
					const messages = await world.messagesOf(picture);
					const sight = { ...world.sight, isLight };
					const read = await stage.readAll(messages, sight);
					expect(read).toHaveLength(messages.length);
					expect(read.every(({ text }) => text.split('\n').length > 1)).toBe(true);
					expect(await widthOf(stage)).toBe(width);
					expect(await faultsOf(stage)).toEqual([]);
				},
			);
		},
	);

	it('writes nothing to the console, and requests nothing from elsewhere', () => {
		// A video without bytes can't be played, which is not said.
		expect(stage.said).toEqual([]);
		expect(stage.requested).toEqual([]);
	});
});

function widthOf({ page }: MessageStagePage): Promise<number> {
	return page.evaluate<number>('document.documentElement.scrollWidth');
}

/** Serious findings of axe-core, with their places. */
async function faultsOf({ page }: MessageStagePage): Promise<string[]> {
	const { violations } = await page.evaluate<axe.AxeResults>(
		"axe.run('main', { resultTypes: ['violations'], rules: { region: { enabled: false } } })",
	);
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
