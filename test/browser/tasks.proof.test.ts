import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Playground } from '@claimcheck/sandbox/playground/playground';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import { WatchedPage } from '../../packages/local-discord/test/browser/frame-stage.js';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The findings of axe-core on the page, of every severity. */
async function problemsOf(page: Page): Promise<string[]> {
	await page.evaluate(await readFile(axePath, 'utf8'));
	return page.evaluate(async () => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		const { violations } = await axe.run();
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
	});
}

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
	afterEach(async () => {
		const { complaints } = watched;
		await watched.close();
		expect(complaints).toEqual([]);
	});

	async function open(fragment = '', options: Parameters<typeof WatchedPage.open>[2] = {}): Promise<void> {
		watched = await WatchedPage.open(browser, `${playground.address}${fragment}`, options);
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
	async function verify(frame: number, code: string): Promise<void> {
		await watched.frame(frame).locator('.composer-input').focus();
		await page.keyboard.type('/verify');
		await page.keyboard.press('Enter');
		await page.keyboard.press('Enter');
		await watched.frame(frame).getByRole('dialog').waitFor();
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

	it.each([
		['light', 1440],
		['dark', 390],
	] as const)('have no problem for axe-core (%s, %i wide)', async (colorScheme, width) => {
		await open('', { colorScheme, viewport: { width, height: 844 } });
		if (width < 768) await page.getByRole('button', { name: 'Tasks' }).click();
		await toList();
		expect(await problemsOf(page)).toEqual([]);
		await page
			.getByRole('button', { name: /^(Begin: )?A dispute/ })
			.first()
			.click();
		await page.locator('.step.present').waitFor();
		expect(await problemsOf(page)).toEqual([]);
	});
});
