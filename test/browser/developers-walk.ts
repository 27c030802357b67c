import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop, phone, WatchedPage } from './watched-page.js';

/** The goals of developers who see the bot for the first time. */
export function developersWalk(walk: () => Walk): void {
	describe('a developer', () => {
		it('does the first task, and looks behind the scenes', async () => {
			const { playground, browser } = walk();
			const watched = await WatchedPage.open(browser, playground.address, {
				...desktop,
				permissions: ['clipboard-read', 'clipboard-write'],
			});
			const { page } = watched;
			const maya = new Frame(page, 'Maya');
			await watched.reach('developer: do the first task', async () => {
				await page.getByRole('button', { name: 'Begin: The first verification' }).click();
				const code = await page.locator('.step.present .copy-text').innerText();
				await maya.press('Verify your purchase', 'Verify purchase');
				await maya.fillIn({ 'Purchase code': code });
				await page.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'Next' }).click();
				await maya.press('Purchase verified', 'Show my purchases');
				await page.locator('.tasks-done', { hasText: 'Done. Every check holds.' }).waitFor();
			});
			await watched.reach('developer: copy the link of a task', async () => {
				await page.getByRole('button', { name: 'Copy link' }).click();
				await page.getByRole('button', { name: 'Copied' }).waitFor();
			});
			expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${playground.address}&story=first`);
			await seeTraffic(watched);
			await watched.expectAccessible();
			await watched.reach('developer: look into the database', async () => {
				await page.getByRole('tab', { name: 'Database' }).click();
				await page.getByText('who holds a code, by the code’s fingerprint').click();
				await page.locator('details[open] .world-rows li').first().waitFor();
			});
			await watched.reach('developer: move the clock by a month', async () => {
				await page.getByRole('tab', { name: 'Clock' }).click();
				await page.getByRole('button', { name: '+1 month' }).click();
				await page.getByText(/^In that month: /).waitFor();
			});
			await watched.expectAccessible();
			await watched.close();
		});

		it('sees on a phone what the bot sends and is sent', async () => {
			const { playground, browser } = walk();
			const watched = await WatchedPage.open(browser, playground.address, phone);
			await seeTraffic(watched);
			await watched.expectAccessible();
			await watched.close();
		});
	});
}

async function seeTraffic(watched: WatchedPage): Promise<void> {
	const { page } = watched;
	await watched.reach('developer: see what the bot sends and is sent', async () => {
		await page.getByRole('button', { name: 'Inspector' }).click();
		await page.getByRole('tabpanel', { name: 'Inspector' }).getByText('/interactions/').first().waitFor();
	});
}
