import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeWalks } from '../../../../test/browser/walk.js';
import { desktop, phone, type WatchedPage } from '../../../../test/browser/watched-page.js';

const panels = ['Shop', 'Server', 'Clock', 'Bot', 'Database', 'Inspector'] as const;

// All tests share one playground with the real bot, and none depends on what another one leaves behind.
describeWalks('the panels of the playground', (walk) => {
	let watched: WatchedPage;

	async function open(options = desktop): Promise<Page> {
		watched = await walk().open(options);
		const shown = options === phone ? 'World' : 'Behind the scenes';
		await watched.page.getByRole('button', { name: shown, exact: true }).click();
		return watched.page;
	}
	const show = (page: Page, panel: string) => page.getByRole('tab', { name: panel, exact: true }).click();

	it.each([
		['phone', phone],
		['desktop', desktop],
	])('can be read and used on a %s', async (_, options) => {
		const page = await open(options);
		const tabs = page.locator('.panels [role="tab"]');
		await tabs.first().waitFor();
		const tops = await tabs.evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
		expect(new Set(tops).size, 'rows of tabs').toBe(1);
		for (const panel of panels) {
			await show(page, panel);
			await page.locator('.panel > *').first().waitFor();
			const overflow = await page.locator('.panel').evaluate((it) => it.scrollWidth - it.clientWidth);
			expect(overflow, `${panel} is wider than its place`).toBeLessThanOrEqual(0);
			await watched.expectAccessible();
		}
	});

	it('sell with only the keyboard, and show the whole code', async () => {
		const page = await open();
		await page.getByRole('tab', { name: 'Shop', exact: true }).focus();
		await page.keyboard.press('Enter');
		const items = page.getByLabel(/^Item/);
		await items.locator('option', { hasText: 'Kolibri' }).waitFor({ state: 'attached' });
		await items.focus();
		await page.keyboard.type('kolibri');
		for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		const code = await page.locator('.world-receipt .copy-text').textContent();
		expect(walk().playground.stage.marketplace.purchases.at(-1)).toMatchObject({ code, item: { id: 20157 } });
	});

	it('forget a version that was typed for another item', async () => {
		const page = await open();
		await show(page, 'Shop');
		const version = page.getByLabel('Version', { exact: true });
		await version.fill('99.9');
		await page.getByLabel(/^Item/).selectOption({ index: 1 });
		await expect.poll(() => version.inputValue()).not.toBe('99.9');
	});

	it('show hostile items as plain text', async () => {
		const page = await open(phone);
		await show(page, 'Shop');
		await page.getByLabel(/^Catalogue/).selectOption('hostile');
		const items = page.getByLabel(/^Item/);
		await items.locator('option', { hasText: 'onerror' }).waitFor({ state: 'attached' });
		for (const tag of ['img', 'script', 'svg', 'iframe', 'a']) {
			expect(await page.locator(`.panel ${tag}`).count()).toBe(0);
		}
		const overflow = await page.locator('.panel').evaluate((it) => it.scrollWidth - it.clientWidth);
		expect(overflow).toBeLessThanOrEqual(0);
		await page.getByLabel(/^Catalogue/).selectOption('usual');
	});

	it('move the clock of the whole page', async () => {
		const page = await open();
		await show(page, 'Clock');
		const before = walk().playground.stage.discord.now();
		await page.getByRole('button', { name: '+1 month' }).click();
		await page.getByText('30 days ahead of this machine.').waitFor();
		expect(walk().playground.stage.discord.now() - before).toBeGreaterThan(29 * 86_400_000);
		await expect.poll(() => page.locator('.message-time').first().innerText()).toContain('/');
	});

	it('kill the bot, say so, and restart it', async () => {
		const page = await open();
		await show(page, 'Bot');
		await page.getByRole('button', { name: 'Kill -9 the bot' }).click();
		await page.getByText('It was killed (SIGKILL)').waitFor();
		await page.getByRole('button', { name: 'Start the bot' }).click();
		await page
			.getByRole('status')
			.filter({ hasText: /^Running/ })
			.first()
			.waitFor();
		await show(page, 'Inspector');
		await page
			.locator('.record-title')
			.filter({ hasText: /^Ready$/ })
			.first()
			.waitFor();
	});
});
