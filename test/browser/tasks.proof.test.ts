import { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import { desktop, phone, WatchedPage } from './watched-page.js';

describeInBrowser('the guided tasks in the page', () => {
	let browser: Browser;
	let playground: Playground;
	let watched: WatchedPage;
	let page: Page;

	beforeAll(async () => {
		[browser, playground] = await Promise.all([
			openChromium(),
			Playground.open({ root: process.cwd(), port: 0, onStep: () => undefined }),
		]);
	});
	afterAll(async () => {
		await browser?.close();
		await playground?.close();
	});
	afterEach(() => watched.close());

	async function open(options = desktop): Promise<void> {
		watched = await WatchedPage.open(browser, playground.address, options);
		page = watched.page;
	}
	const isDone = (words: string) => page.locator('.tasks-done', { hasText: words }).waitFor();

	/** The list of the tasks, whatever another page has begun. */
	async function toList(): Promise<void> {
		const back = page.getByRole('button', { name: 'All tasks' });
		if (await back.isVisible()) await back.click();
		await page.locator('.tasks-list').waitFor();
	}

	/** Verifies as a keyboard user does: the command opens the form. */
	async function verify(index: number, code: string): Promise<void> {
		const frame = page.locator('.frame').nth(index);
		await frame.locator('.composer-input').focus();
		await page.keyboard.type('/verify');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await frame.getByRole('dialog').waitFor();
		await page.keyboard.type(code);
		await page.keyboard.press('Enter');
	}

	it('are done by hand, with the keys alone: a hint for a wrong try, and the page loaded anew in the middle', async () => {
		await open();
		await toList();
		await page.getByRole('button', { name: /^(Begin: )?The same code/ }).press('Enter');
		const code = await page.locator('.step.present .copy-text').innerText();

		await verify(0, 'hello');
		await page.locator('.step-hint', { hasText: 'That’s not a purchase code' }).waitFor();
		await verify(0, code);
		// The result stays in both frames until Next is pressed, with a ring around it.
		const ringed = page.locator('message-entry.ringed');
		await ringed.filter({ hasText: 'Purchase verified' }).waitFor();
		await page.getByRole('button', { name: 'Next' }).press('Enter');
		await page.locator('.step.done').waitFor();
		await expect.poll(() => ringed.count()).toBe(0);

		await page.reload();
		await page.locator('.step.present', { hasText: 'Tom' }).waitFor();
		expect(await page.locator('.step.present .copy-text').innerText()).toBe(code);
		await verify(1, code);
		await isDone('Done. Every check holds.');
		await ringed.filter({ hasText: 'This code is in use' }).waitFor();
		await page.getByRole('button', { name: 'All tasks' }).click();
		expect(await page.locator('.task', { hasText: 'from a friend' }).innerText()).toContain('✔ Done');
	});

	it('can be read by all', async () => {
		await open(phone);
		await page.getByRole('button', { name: 'Tasks' }).click();
		await toList();
		await watched.expectAccessible();
		await page
			.getByRole('button', { name: /^(Begin: )?A dispute/ })
			.first()
			.click();
		await page.locator('.step.present').waitFor();
		await watched.expectAccessible();
	});
});
