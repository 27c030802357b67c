import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop, WatchedPage } from './watched-page.js';

/** What staff do, in the right frame of a desktop. */
export function staffsWalk(walk: () => Walk): void {
	describe('the staff', () => {
		it('set the server up with selects of roles and of channels, and post the panel', async () => {
			const { playground, browser } = walk();
			const watched = await WatchedPage.open(browser, playground.address, desktop);
			await new Frame(watched.page, 'Iris').actAs('Noor (admin)');
			const noor = new Frame(watched.page, 'Noor');
			await noor.open('general');
			await noor.use('setup server');
			await noor.press('Set up this server', 'Choose');
			await noor.choose('They look after purchases', 'Moderator');
			await noor.message(/Staff roles.*@Moderator/s);
			await watched.expectAccessible();
			// After those of the buyer role and the audit channel.
			await noor.press('Set up this server', 'Change', 2);
			await noor.choose('The message with which buyers verify', 'general');
			await noor.message('Panel is in #general');
			await noor.message('Verify your purchase');
			await watched.close();
		});

		it('look a member up by the context menu, lock a purchase, and read how the shop does', async () => {
			const { playground, browser } = walk();
			const { stage } = playground;
			const { code } = stage.marketplace.addPurchase();
			await stage.newPerson('Walker').chatInput('verify', { code }).answered();
			const watched = await WatchedPage.open(browser, playground.address, desktop);
			const iris = new Frame(watched.page, 'Iris');
			await iris.open('staff-audit');
			await iris.openMember('Walker');
			await iris.root.getByRole('dialog', { name: 'Walker' }).getByText('Purchases').click();
			await iris.press(/@Walker.*Joined/s, 'Open');
			await iris.press('Has it', 'Lock');
			await iris.fillIn({ Reason: 'a walk' });
			await iris.message('locked');
			await watched.expectAccessible();

			await iris.actAs('Noor (admin)');
			const noor = new Frame(watched.page, 'Noor');
			await noor.use('stats');
			const stats = await noor.message('Last 30 days');
			expect(await stats.getByRole('img').count()).toBeGreaterThan(0);
			await noor.use('doctor');
			await noor.message(/Check-up|checks are fine/);
			await noor.begin('claim check');
			// Pasted after the command: it goes into the option that takes it.
			await noor.root.getByLabel('Add an option').fill(code);
			expect(await noor.root.getByRole('combobox', { name: 'code', exact: true }).inputValue()).toBe(code);
			await noor.root.getByRole('button', { name: 'Send', exact: true }).click();
			await noor.message(/Valid.*Has it/s);
			await watched.expectAccessible();
			await watched.close();
		});
	});
}
