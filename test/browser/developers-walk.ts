import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop, phone, type WatchedPage } from './watched-page.js';

export function developersWalk(walk: () => Walk): void {
	describe('a developer', () => {
		it('completes the first task and looks behind the scenes', async () => {
			const { playground, open } = walk();
			const watched = await open({
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
		});

		it('does a task by hand, with a hint after a wrong try and a page reload halfway', async () => {
			const watched = await walk().open(desktop);
			const { page } = watched;
			const toList = page.getByRole('button', { name: 'All tasks' });
			if (await toList.isVisible()) await toList.click();
			await watched.expectAccessible('.tasks-list');
			await page.getByRole('button', { name: /^(Begin: )?The same code/ }).click();
			const copied = page.locator('.step.present .copy-text');
			const code = await copied.innerText();
			await new Frame(page, 'Maya').use('verify', { code: 'hello' });
			await page.locator('.step-hint', { hasText: 'That’s not a purchase code' }).waitFor();
			await watched.expectAccessible();
			await new Frame(page, 'Maya').use('verify', { code });
			// The result stays in both frames, with a ring around it, until Next is pressed.
			const ringed = page.locator('message-entry.ringed');
			await ringed.filter({ hasText: 'Purchase verified' }).waitFor();
			await page.getByRole('button', { name: 'Next' }).click();
			await page.locator('.step.done').waitFor();
			await expect.poll(() => ringed.count()).toBe(0);

			await page.reload();
			await page.locator('.step.present', { hasText: 'Tom' }).waitFor();
			expect(await copied.innerText()).toBe(code);
			await new Frame(page, 'Tom').use('verify', { code });
			await page.locator('.tasks-done', { hasText: 'Done. Every check holds.' }).waitFor();
			await ringed.filter({ hasText: 'This code is in use' }).waitFor();
			await toList.click();
			expect(await page.locator('.task', { hasText: 'from a friend' }).innerText()).toContain('✔ Done');
		});

		it('sees on a phone what the bot sends and receives', async () => {
			const watched = await walk().open(phone);
			await seeTraffic(watched);
			await watched.expectAccessible();
		});
	});
}

async function seeTraffic(watched: WatchedPage): Promise<void> {
	const { page } = watched;
	await watched.reach('developer: see what the bot sends and is sent', async () => {
		// Opened by its tab, or by the shortcut if the tab is out of sight.
		await page
			.getByRole('tab', { name: 'Inspector' })
			.or(page.getByRole('button', { name: 'Inspector' }))
			.click();
		await page.getByRole('tabpanel', { name: 'Inspector' }).getByText('/interactions/').first().waitFor();
	});
}
