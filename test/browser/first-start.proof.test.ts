import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { describeInBrowser, openChromium } from '../../packages/local-discord/test/browser/chromium.js';
import { verify } from '../e2e/acts.js';
import { apiKey, type InitPlace, openInitPlace, secretsIn, token } from '../e2e/init-place.js';
import { savedIn } from '../e2e/init-process.js';
import { headline } from '../e2e/reading.js';
import { desktop, phone, WatchedPage } from './watched-page.js';

// From an empty folder to a verified buyer, using only the keyboard.

describeInBrowser('the first start on its page', () => {
	let browser: Browser;
	let place: InitPlace;
	let watched: WatchedPage;
	let page: Page;
	let presses: number;
	/** How many pages have asked something. */
	let questions: number;
	/** The source of every page shown so far. */
	let sources: string;

	beforeAll(async () => {
		browser = await openChromium();
	});
	afterAll(() => browser?.close());

	async function start(options: BrowserContextOptions) {
		place = await openInitPlace();
		onTestFinished(() => place.close());
		const bot = place.start({ program: 'main', environment: { BROWSER: 'none', SETUP_PORT: '0' } });
		await bot.printed('Set it up on this page:\n');
		await bot.printed('\n');
		[presses, questions, sources] = [0, 0, ''];
		watched = await WatchedPage.open(browser, /http:\S+/.exec(bot.output)?.[0] ?? '', options);
		({ page } = watched);
		return bot;
	}

	async function press(key: string): Promise<void> {
		presses += 1;
		await page.keyboard.press(key);
	}

	/** Types into the focused field, which each page chooses itself, then presses Enter. */
	async function give(text: string): Promise<void> {
		presses += 1;
		await page.keyboard.insertText(text);
		await press('Enter');
	}

	/** Resolves once the page with this heading is shown. It must be complete, fit its window and be accessible. */
	async function reached(heading: string, isClosing = false): Promise<void> {
		await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
		questions += isClosing ? 0 : 1;
		sources += isClosing ? '' : await page.content();
		const overflow = await page.evaluate<number>(
			'document.documentElement.scrollWidth - document.documentElement.clientWidth',
		);
		expect(overflow, heading).toBe(0);
		await watched.expectAccessible();
	}

	async function refused(words: string): Promise<void> {
		await page.getByRole('alert').filter({ hasText: words }).waitFor();
		sources += await page.content();
		await watched.expectAccessible();
	}

	it('leads from an empty folder to a verified buyer in six questions and eight presses on a phone', async () => {
		const bot = await start(phone);
		await reached('Your bot');
		await give(token);
		await reached('Members who come back');
		await press('Enter');
		await reached('Your server');
		// The owner has followed the link.
		const support = place.discord.createGuild({ name: 'Maren’s Support' });
		await reached('Your shop');
		await give(place.shop.baseUrl);
		await reached('Your shop’s key');
		await give(apiKey);
		await reached('Where purchases are kept');
		await press('Enter');
		await reached('Ready', true);
		expect({ questions, presses }).toEqual({ questions: 6, presses: 8 });
		expect(secretsIn(sources + bot.output)).toEqual([]);

		const { code } = place.shop.addPurchase();
		const buyer = place.discord.person(support, { name: 'Maya' });
		expect(headline(await verify(buyer, code))).toContain('Purchase verified');
	});

	it.each([
		['a phone', phone],
		['a desktop', desktop],
	])('explains what is wrong with each answer, on %s', async (_, options) => {
		const bot = await start(options);
		await give('not a token');
		await refused('It has three parts with dots');
		await give('a-token.of.nobody');
		await refused('Discord rejected this token');
		await give(token);
		await reached('Members who come back');
		await press('Tab');
		await press('Enter');
		await reached('Your server');
		place.discord.createGuild({ name: 'Lantern Den', owner: { name: 'Rook' } });
		await page.getByText('someone else’s').waitFor();
		await reached('Your server');
		await page.getByRole('button', { name: 'Use these' }).press('Enter');
		await refused('Choose the servers that are yours');
		place.discord.createGuild({ name: 'Maren’s Support' });
		await page.getByLabel('Maren’s Support').press('Space');
		await page.getByRole('button', { name: 'Use these' }).press('Enter');
		await reached('Your shop');
		await give('http://127.0.0.1:1');
		await refused('Nothing responds there');
		await expect(page.getByLabel('Shop address').inputValue()).resolves.toBe('http://127.0.0.1:1');
		await press('ControlOrMeta+A');
		await give(new URL(place.discord.apiUrl).origin);
		await reached('Your shop’s key');
		// Discord's address is not a shop.
		await give(apiKey);
		await refused('Nothing responds there');
		await give(place.shop.baseUrl);
		await reached('Your shop’s key');
		await give('a-key-of-nobody');
		await refused('The shop rejected this key');
		await give(apiKey);
		await reached('Where purchases are kept');
		await page.getByText('I have PostgreSQL or Redis').press('Enter');
		await page.getByLabel('Its address').fill('postgresql://bot:a-password-of-the-store@127.0.0.1:1/claims');
		await press('Enter');
		await refused('Nothing responds there');
		await page.getByRole('button', { name: 'Keep them in a file here' }).press('Enter');
		await reached('Ready', true);
		expect(secretsIn(sources + bot.output)).toEqual([]);
		expect(sources + bot.output).not.toContain('a-password-of-the-store');
		expect(await savedIn(place.folder)).toMatchObject({ MEMBERS_INTENT: 'false' });
	});
});
