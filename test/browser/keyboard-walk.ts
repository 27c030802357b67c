import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop, WatchedPage } from './watched-page.js';

/** As far as anything on the page is away by Tab. */
const mostTabs = 120;

/** A whole verification without a mouse: nothing here presses or focuses anything but by the keys. */
export function keyboardWalk(walk: () => Walk): void {
	describe('with the keyboard alone', () => {
		it('somebody verifies a purchase, and shows it', async () => {
			const { playground, browser } = walk();
			const { code } = playground.stage.marketplace.addPurchase();
			const watched = await WatchedPage.open(browser, playground.address, desktop);
			const { page } = watched;
			const { keyboard } = page;
			const maya = new Frame(page, 'Maya');
			await maya.box.waitFor();

			await tabTo(page, '.channels-button');
			await keyboard.press('Enter');
			await tabTo(page, '.channel:has-text("verify")');
			await keyboard.press('Enter');
			await tabTo(page, 'article button:has-text("Verify purchase")');
			await keyboard.press('Enter');
			await maya.form.waitFor();
			await focusIn(page, '[role="dialog"]');
			await keyboard.insertText(code);
			await keyboard.press('Enter');
			await maya.message(/Purchase verified.*You now have @Buyer/s);

			await tabTo(page, '.composer input');
			await keyboard.type('/purchases');
			await keyboard.press('Enter');
			await keyboard.press('Enter');
			await maya.message(/Bought .*verified|Your purchases/s);
			expect(await visiblyFocused(page)).toBe(true);
			await watched.close();
		});

		it('somebody goes through the items by a select', async () => {
			const { playground, browser } = walk();
			const watched = await WatchedPage.open(browser, playground.address, desktop);
			const { page } = watched;
			const { keyboard } = page;
			const maya = new Frame(page, 'Maya');
			await maya.box.waitFor();
			await tabTo(page, '.composer input');
			await keyboard.type('/items');
			await keyboard.press('Enter');
			await keyboard.press('Enter');
			await maya.message(/page 1 of/);
			await tabTo(page, 'page-select button:has-text("Sort")', 'Shift+Tab');
			await keyboard.press('Enter');
			await maya.root.getByRole('listbox').waitFor();
			await keyboard.press('ArrowDown');
			await keyboard.press('Enter');
			await maya.root.getByRole('listbox').waitFor({ state: 'detached' });
			await maya.root.getByRole('button', { name: /Sort: (?!name)/ }).waitFor();
			await watched.close();
		});
	});
}

/** Presses Tab until the focus is on what is looked for. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
	const wanted = page.locator(`${selector}:focus`);
	for (let pressed = 0; pressed < mostTabs; pressed += 1) {
		if ((await wanted.count()) > 0) return;
		await page.keyboard.press(key);
	}
	throw new Error(`Tab does not come to ${selector}`);
}

async function focusIn(page: Page, selector: string): Promise<void> {
	await page.locator(`${selector} :focus`).waitFor();
}

/** Whether one sees where the focus is: on the element itself, or on what it stands in. */
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
