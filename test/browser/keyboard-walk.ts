import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop } from './watched-page.js';

/** Enough Tab presses to reach any element of the page. */
const maxTabs = 120;

/** Without a mouse: every press and every change of focus here is made with keys. */
export function keyboardWalk(walk: () => Walk): void {
	describe('with only the keyboard', () => {
		it('a member verifies a purchase and shows it', async () => {
			const { playground, open } = walk();
			const { code } = playground.stage.marketplace.addPurchase();
			const watched = await open(desktop);
			const { page } = watched;
			const { keyboard } = page;
			const maya = new Frame(page, 'Maya');
			await maya.message('Verify your purchase');

			await watched.reach('keyboard user: verify from the panel', async () => {
				await skipTo(page, 'Maya');
				await tabTo(page, 'article button:has-text("Verify purchase")');
				await keyboard.press('Enter');
				await maya.form.waitFor();
				await focusIn(page, 'dialog');
				await keyboard.insertText(code);
				await keyboard.press('Enter');
				await maya.message(/Purchase verified.*You now have @Buyer/s);
			});
			await watched.reach('keyboard user: see what was bought', async () => {
				await tabTo(page, 'article button:has-text("Show my purchases")');
				await keyboard.press('Enter');
				await maya.message(new RegExp(`••••${code.slice(-4)}.*Bought`, 's'));
			});
			expect(await visiblyFocused(page)).toBe(true);
		});

		it('a moderator looks a member up', async () => {
			const { playground, open } = walk();
			const { stage } = playground;
			const watched = await open(desktop);
			const { page } = watched;
			const { keyboard } = page;
			const iris = new Frame(page, 'Iris');
			await iris.box.waitFor();
			await watched.reach('keyboard user: skip to the moderator’s phone', async () => {
				await skipTo(page, 'Iris');
				await page.locator('.frame:focus[aria-label^="Iris"]').waitFor();
			});
			expect(await visiblyFocused(page)).toBe(true);
			await watched.reach('keyboard user: look a member up', async () => {
				await keyboard.type('/whois');
				await keyboard.press('Enter');
				await iris.option('member').waitFor();
				await keyboard.type(stage.guild.nameOf('user', stage.people.buyer.id) ?? '');
				await keyboard.press('Enter');
				await iris.message(/@Maya.*Joined/s);
			});
		});

		it('a member moves through the items with a select', async () => {
			const watched = await walk().open(desktop);
			const { page } = watched;
			const { keyboard } = page;
			const maya = new Frame(page, 'Maya');
			await maya.box.waitFor();
			await tabTo(page, '.composer input');
			await keyboard.type('/items');
			await keyboard.press('Enter');
			await keyboard.press('Enter');
			await maya.message(/page 1 of/);
			await tabTo(page, 'select[aria-label="Choose an item"]', 'Shift+Tab');
			// The first key only opens the list.
			await keyboard.press('ArrowDown');
			await keyboard.press('ArrowDown');
			await keyboard.press('ArrowDown');
			await keyboard.press('Enter');
			await maya.message(/Share here/);
		});
	});
}

/** Goes to a region of the page by its skip link. */
async function skipTo(page: Page, region: string): Promise<void> {
	await tabTo(page, `.skip-links button:has-text("Skip to ${region}")`);
	await page.keyboard.press('Enter');
}

/** Presses Tab until the wanted element has the focus. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	const wanted = page.locator(`${selector}:focus`);
	for (let pressed = 0; pressed < maxTabs; pressed += 1) {
		if ((await wanted.count()) > 0) return;
		await page.keyboard.press(key);
	}
	throw new Error(`Tab does not come to ${selector}`);
}

async function focusIn(page: Page, selector: string): Promise<void> {
	await page.locator(`${selector} :focus`).waitFor();
}

/** True if the focus is visible on the element itself or on its container. */
async function visiblyFocused(page: Page): Promise<boolean> {
	return page.evaluate<boolean>(`(() => {
		const focused = document.activeElement;
		const around = [focused, focused.parentElement, focused.parentElement.parentElement];
		return around.some((element) => {
			const { outlineStyle, outlineWidth } = getComputedStyle(element);
			return outlineStyle !== 'none' && outlineWidth !== '0px';
		});
	})()`);
}
