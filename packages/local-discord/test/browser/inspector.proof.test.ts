import { Client, Events, GatewayIntentBits } from 'discord.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { Person } from '../../src/person.js';
import { describeInBrowser, openChromium } from './chromium.js';

const hostile = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

describeInBrowser('the inspector', () => {
	let browser: Browser;
	let discord: LocalDiscord;
	let server: PageServer;
	let client: Client;
	let ana: Person;
	let page: Page;
	const said: string[] = [];

	beforeAll(async () => {
		discord = await startLocalDiscord();
		const guild = discord.createGuild({ name: 'Northlight' });
		ana = discord.person(guild, { name: 'Ana' });
		server = await startPage(discord, {
			title: 'Test',
			people: [{ userId: ana.id, guildId: guild.id, alias: 'member' }],
			webRoot: `${import.meta.dirname}/../../dist/web`,
		});
		client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isChatInputCommand()) void interaction.reply(hostile);
		});
		const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
		await client.login(discord.token);
		await ready;
		await client.application?.commands.set([{ name: 'hi', description: 'Greets' }], guild.id);
		browser = await openChromium();
	});

	afterAll(async () => {
		await browser.close();
		await client.destroy();
		await server.close();
		await discord.close();
	});

	beforeEach(async () => {
		await page?.close();
		said.length = 0;
		page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		page.on('console', (message) => said.push(message.text()));
		page.on('pageerror', (error) => said.push(String(error)));
		await page.goto(server.address);
		await page.getByRole('tab', { name: 'Inspector' }).click();
		await rows().first().waitFor();
	});

	const rows = () => page.getByRole('listbox', { name: 'Requests and events' }).getByRole('option');
	const details = () => page.getByRole('region', { name: 'Payloads' });

	it('shows what passed before the page was opened, and what passes now, as text', async () => {
		await rows().filter({ hasText: 'READY' }).waitFor();
		await ana.chatInput('hi').answered();
		await rows()
			.filter({ hasText: /POST \/interactions\// })
			.last()
			.click();
		await details().getByText('"type": 4').waitFor();
		expect(await details().locator('pre').first().textContent()).toContain(
			JSON.stringify(hostile).slice(1, -1),
		);
		await rows().filter({ hasText: 'INTERACTION_CREATE' }).last().click();
		await details().getByText('"token": "…"').waitFor();
		expect(await page.title()).not.toBe('owned');
		expect(await page.locator('.inspector img, .inspector script').count()).toBe(0);
		expect(said).toEqual([]);
	});

	it('is filtered by source, by words and by what went wrong', async () => {
		await client.rest.get('/guilds/12').catch(() => undefined);
		await rows().filter({ hasText: 'GET /guilds/12' }).first().waitFor();
		await page.getByLabel('Source').selectOption({ label: 'Bot’s requests' });
		await expect.poll(() => rows().filter({ hasText: 'READY' }).count()).toBe(0);
		await page.getByLabel('Problems only').check();
		await expect.poll(() => rows().allTextContents()).toEqual([expect.stringContaining('400, code 50035')]);
		await page.getByLabel('Problems only').uncheck();
		await page.getByLabel('Contains').fill('not snowflake');
		await expect.poll(() => rows().count()).toBe(1);
		await page.getByLabel('Contains').fill('nowhere to be found');
		await page.getByText('Nothing fits the filter.').waitFor();
	});

	it('stands still while paused, and is emptied', async () => {
		await page.getByRole('button', { name: 'Pause' }).click();
		const before = await rows().count();
		await ana.chatInput('hi').answered();
		server.record({
			source: 'shop',
			title: 'GET /late',
			status: '200',
			isProblem: false,
			sent: 1,
			answered: 2,
		});
		// The page has taken in what came after the pause once it shows what came last.
		const shown = page.getByText('Nothing fits').or(rows().first());
		await shown.waitFor();
		expect(await rows().count()).toBe(before);
		await page.getByRole('button', { name: 'Pause' }).click();
		await rows().filter({ hasText: 'GET /late' }).waitFor();
		await page.getByRole('button', { name: 'Clear' }).click();
		await expect.poll(() => rows().count()).toBe(0);
		server.record({
			source: 'shop',
			title: 'GET /new',
			status: '200',
			isProblem: false,
			sent: 1,
			answered: 2,
		});
		await rows().filter({ hasText: 'GET /new' }).waitFor();
	});

	it('is used by the keyboard alone', async () => {
		await page.getByLabel('Problems only').focus();
		for (const stop of ['Pause', 'Clear']) {
			await page.keyboard.press('Tab');
			await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(stop);
		}
		await page.keyboard.press('Tab');
		await page.keyboard.press('Home');
		await expect.poll(() => rows().first().getAttribute('aria-selected')).toBe('true');
		await page.keyboard.press('ArrowDown');
		await expect.poll(() => rows().nth(1).getAttribute('aria-selected')).toBe('true');
		expect(await rows().nth(0).getAttribute('aria-selected')).toBe('false');
		await details().waitFor();
		await page.keyboard.press('Escape');
		await expect.poll(() => details().count()).toBe(0);
		expect(await page.evaluate('document.activeElement.role')).toBe('option');
	});

	it('keeps a few hundred lines, however many there were', async () => {
		for (let count = 1; count <= 1_200; count += 1) {
			server.record({
				source: 'shop',
				title: `Line ${count}`,
				status: '',
				isProblem: false,
				sent: {},
				answered: {},
			});
		}
		await rows().filter({ hasText: 'Line 1200' }).waitFor();
		expect(await rows().count()).toBeLessThanOrEqual(500);
	});
});
