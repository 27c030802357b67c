import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openChromium } from './chromium.js';
import { FrameStage, WatchedPage } from './frame-stage.js';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

type OpenOptions =
	Parameters<typeof WatchedPage.open> extends [unknown, unknown, ...infer Rest] ? Rest : never;

/** Serious or worse findings of axe-core on the page as it is. */
async function seriousProblems(page: Page): Promise<string[]> {
	await page.evaluate(await readFile(axePath, 'utf8'));
	return page.evaluate(async () => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		const { violations } = await axe.run();
		return violations
			.filter(({ impact }) => impact === 'serious' || impact === 'critical')
			.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
	});
}

/** Presses Tab until the focus is on the element, as a person without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	for (let presses = 0; presses < 80; presses++) {
		if (await target.evaluate((element) => element.matches(':focus'))) return;
		await page.keyboard.press('Tab');
	}
	throw new Error(`The Tab key does not reach ${target}`);
}

describeInBrowser('the frames', () => {
	let browser: Browser;
	let stage: FrameStage;
	let watched: WatchedPage;
	let page: Page;
	let ana: Locator;
	let ben: Locator;

	beforeAll(async () => {
		[browser, stage] = await Promise.all([openChromium(), FrameStage.open()]);
	});

	afterAll(async () => {
		await browser?.close();
		await stage?.close();
	});

	/** Opens the page anew: nothing is read or put away yet. */
	async function open(...options: OpenOptions): Promise<void> {
		watched = await WatchedPage.open(browser, stage.server.address, ...options);
		page = watched.page;
		ana = watched.frame(0);
		ben = watched.frame(1);
	}

	afterEach(async () => {
		const { complaints } = watched;
		await watched.close();
		expect(complaints).toEqual([]);
	});

	it('show the first two people, each with channels, members and threads of their server', async () => {
		await open();
		await ana.locator('.device-title', { hasText: 'general' }).waitFor();
		await ana.getByRole('button', { name: 'Channels' }).click();
		await ana.getByText('Reading room').waitFor();
		expect(await ana.locator('.channel').allInnerTexts()).toEqual(['general', 'news', 'an old story']);
		await ben.getByRole('button', { name: 'Channels' }).click();
		expect(await ben.locator('.channel').allInnerTexts()).toEqual([
			'general',
			'staff',
			'news',
			'an old story',
		]);
		await ben.getByRole('button', { name: 'Members' }).click();
		expect(await ben.locator('.member .name').allInnerTexts()).toEqual(['Ben', 'Helper', 'Ana', 'Owner']);
		expect(
			await ben
				.locator('.person-select optgroup')
				.evaluateAll((all) => all.map((it) => it.getAttribute('label'))),
		).toEqual(['Northlight', 'Lantern Den']);
	});

	it('say who used which command, in the language of each reader', async () => {
		await open();
		await ben.locator('.language-select').selectOption('de');
		await stage.ana.chatInput('hi').answered();
		await ana.locator('.used-line', { hasText: 'Ana used /hi' }).first().waitFor();
		await ben.locator('.used-line', { hasText: 'Ana hat /hallo benutzt' }).waitFor();
		await page.reload();
		await ana.locator('.used-line', { hasText: 'Ana used /hi' }).first().waitFor();
		await ben.locator('.language-select').selectOption('en-US');
		await ben.locator('.used-line', { hasText: 'Ana used /hi' }).first().waitFor();
	});

	it('show an answer for one alone to that one, who can put it away', async () => {
		await open();
		await stage.ana.chatInput('secret').answered();
		const secret = ana.getByText('Nobody else reads this');
		await secret.waitFor();
		expect(await ben.getByText('Nobody else reads this').count()).toBe(0);
		await ana.getByRole('button', { name: 'Dismiss message' }).click();
		await secret.waitFor({ state: 'detached' });
	});

	it('say so where the bot does not answer a command', async () => {
		await open();
		stage.ben.chatInput('ignore');
		await ben.getByText('Sending command').waitFor();
		await ben.getByText('The application did not respond').waitFor();
		await ben.locator('.used-line', { hasText: 'Ben used /ignore' }).waitFor();
		expect(await ana.getByText('The application did not respond').count()).toBe(0);
		await ben.getByRole('button', { name: 'Dismiss message' }).click();
		await ben.getByText('The application did not respond').waitFor({ state: 'detached' });
	});

	it('show a press that waits for the bot, and one in vain', async () => {
		await open();
		await stage.ben.chatInput('buttons').answered();
		const slow = ben.getByRole('button', { name: 'Slow' }).last();
		await slow.click();
		await expect.poll(() => slow.getAttribute('aria-busy')).toBe('true');
		await expect.poll(() => stage.held.length).toBe(1);
		await stage.held.pop()?.deferUpdate();
		await expect.poll(() => slow.getAttribute('aria-busy')).toBe('false');
		await ben.getByRole('button', { name: 'Deaf' }).last().click();
		await ben.getByText('This interaction failed').waitFor();
		expect(await ana.getByText('This interaction failed').count()).toBe(0);
		await ben.getByRole('button', { name: 'Fast' }).last().click();
		await ben.getByText('This interaction failed').waitFor({ state: 'detached' });
	});

	it('mark what was not read, in channels and direct conversations', async () => {
		await open();
		await stage.write(stage.channels.news, 'Fresh news');
		await stage.ana.chatInput('write').answered();
		await ana.getByRole('button', { name: 'Channels, some not read' }).click();
		expect(await ana.locator('.channel.unread .name').allInnerTexts()).toEqual(['news', 'Helper']);
		await ana.locator('.channel', { hasText: 'Helper' }).click();
		await ana.getByText('A letter for you').waitFor();
		await ana.locator('.new-line').waitFor();
		await ana.getByRole('button', { name: 'Channels, some not read' }).click();
		await ana.getByRole('button', { name: 'news' }).click();
		await ana.getByText('Fresh news').waitFor();
		await ana.getByRole('button', { name: 'Channels', exact: true }).waitFor();
	});

	it('stay at the bottom, unless one reads further up', async () => {
		await open();
		for (let number = 1; number <= 30; number++) await stage.write(stage.channels.staff, `Line ${number}`);
		await ben.getByRole('button', { name: /^Channels/ }).click();
		await ben.getByRole('button', { name: 'staff' }).click();
		await expect.poll(() => isInView(ben.getByText('Line 30'))).toBe(true);
		await stage.write(stage.channels.staff, 'Line 31');
		await expect.poll(() => isInView(ben.getByText('Line 31'))).toBe(true);
		const first = ben.getByText('Line 1', { exact: true });
		await first.scrollIntoViewIfNeeded();
		await ben.getByRole('button', { name: 'Jump to present' }).waitFor();
		await stage.write(stage.channels.staff, 'Line 32');
		await ben.getByText('Line 32').waitFor({ state: 'attached' });
		expect(await isInView(first)).toBe(true);
		await ben.getByRole('button', { name: 'New messages: 1' }).click();
		await expect.poll(() => isInView(ben.getByText('Line 32'))).toBe(true);
		await ben.locator('.new-line').waitFor();
		await ben.getByRole('button', { name: 'Jump to present' }).waitFor({ state: 'detached' });
	});

	it('go on where they were after the connection was lost', async () => {
		const sockets: { close(): Promise<void> }[] = [];
		await open({}, (fresh) =>
			fresh.routeWebSocket(/socket/, (socket) => {
				socket.connectToServer();
				sockets.push(socket);
			}),
		);
		await ana.getByRole('button', { name: /^Channels/ }).click();
		await ana.getByRole('button', { name: 'news' }).click();
		await sockets.at(-1)?.close();
		await page.getByText('The connection is lost').waitFor();
		await stage.write(stage.channels.news, 'Written meanwhile');
		await ana.getByText('Written meanwhile').waitFor();
		await page.getByText('The connection is lost').waitFor({ state: 'detached' });
	});

	it('can be used with the keys alone', async () => {
		await open({ colorScheme: 'light' });
		await page.locator('playground-page').evaluate((element) => {
			const panels = [1, 2].map((id) => ({
				id: `p${id}`,
				label: `Panel ${id}`,
				render: () => `Body ${id}`,
			}));
			Object.assign(element, { panels });
		});
		const { keyboard } = page;

		await tabTo(page, ana.locator('.person-select'));
		await keyboard.press('End');
		await ana.locator('.device-place', { hasText: 'Lantern Den' }).waitFor();
		await keyboard.press('Home');
		await ana.locator('.device-place', { hasText: 'Northlight' }).waitFor();

		await tabTo(page, ana.locator('.language-select'));
		await keyboard.type('Deutsch');
		await ana.getByText('Hier beginnt #general.').waitFor();

		await tabTo(page, ana.locator('.theme-button'));
		await keyboard.press('Space');
		await expect.poll(() => ana.getAttribute('class')).toContain('theme-dark');

		await tabTo(page, ana.locator('.channels-button'));
		await keyboard.press('Enter');
		await expect.poll(() => focused(page)).toContain('general');
		await keyboard.press('Tab');
		await keyboard.press('Enter');
		await ana.locator('.device-title', { hasText: 'news' }).waitFor();
		await expect
			.poll(() => ana.locator('.channels-button').evaluate((it) => it.matches(':focus')))
			.toBe(true);
		await keyboard.press('Enter');
		await keyboard.press('Escape');
		await expect.poll(() => ana.locator('.side.open').count()).toBe(0);

		await tabTo(page, ana.locator('.composer-input'));
		await keyboard.type('/sa');
		await keyboard.press('Enter');
		await ana.getByRole('textbox', { name: 'text' }).waitFor();
		await keyboard.type('By the keys');
		await keyboard.press('Enter');
		await ana.getByText('By the keys').waitFor();

		await tabTo(page, page.getByRole('tab', { name: 'Panel 1' }));
		await keyboard.press('ArrowRight');
		await page.getByText('Body 2').waitFor();
		await keyboard.press('Home');
		await page.getByText('Body 1').waitFor();
		await ana.locator('.language-select').selectOption('en-US');
	});

	it('show nothing without the key of the page', async () => {
		await open();
		const stranger = await page.context().newPage();
		await stranger.goto(new URL(stage.server.address).origin);
		await stranger.getByText('lacks its key').waitFor();
		expect(await stranger.getByText('Northlight').count()).toBe(0);
	});

	it('are one at a time on a telephone', async () => {
		await open({ viewport: { width: 390, height: 844 } });
		expect(await ana.isVisible()).toBe(true);
		expect(await ben.isVisible()).toBe(false);
		await page.getByRole('button', { name: 'Ben' }).click();
		expect(await ana.isVisible()).toBe(false);
		expect(await ben.isVisible()).toBe(true);
		expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(390);
	});

	it.each([
		['dark', 390],
		['light', 1440],
	] as const)('have no serious problem for axe-core (%s, %i wide)', async (colorScheme, width) => {
		await open({ colorScheme, viewport: { width, height: 900 } });
		await stage.ana.chatInput('secret').answered();
		await stage.ana.chatInput('buttons').answered();
		await ana.getByText('Nobody else reads this').last().waitFor();
		expect(await seriousProblems(page)).toEqual([]);
		await ana.getByRole('button', { name: /^Channels/ }).click();
		expect(await seriousProblems(page)).toEqual([]);
		await page.keyboard.press('Escape');
		await ana.getByRole('button', { name: 'Members' }).click();
		expect(await seriousProblems(page)).toEqual([]);
	});
});

async function focused(page: Page): Promise<string> {
	return page.locator(':focus').innerText();
}

/** True if an element lies within the box in which its messages scroll. */
async function isInView(locator: Locator): Promise<boolean> {
	return locator.evaluate((element) => {
		const box = element.closest('.scroller')?.getBoundingClientRect();
		const { top, bottom } = element.getBoundingClientRect();
		return box !== undefined && top >= box.top - 1 && bottom <= box.bottom + 1;
	});
}
