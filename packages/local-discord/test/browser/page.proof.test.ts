import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import { describeInBrowser, openChromium } from './chromium.js';

describeInBrowser('the page', () => {
	let browser: Browser;
	let discord: LocalDiscord;
	let server: PageServer;

	beforeAll(async () => {
		discord = await startLocalDiscord();
		const guild = discord.createGuild({ name: 'Northlight' });
		const ana = discord.person(guild, { name: 'Ana' });
		server = await startPage(discord, {
			title: 'Test',
			people: [{ userId: ana.id, guildId: guild.id, alias: 'member' }],
			webRoot: `${import.meta.dirname}/../../dist/web`,
		});
		browser = await openChromium();
	});

	afterAll(async () => {
		await browser.close();
		await server.close();
		await discord.close();
	});

	it('shows a person’s server, and says nothing in the console', async () => {
		const page = await browser.newPage();
		const said: string[] = [];
		page.on('console', (message) => said.push(message.text()));
		page.on('pageerror', (error) => said.push(String(error)));
		await page.goto(server.address);
		await page.getByText('Northlight').first().waitFor();
		expect(said).toEqual([]);
		await page.close();
	});

	it('reveals nothing without its key', async () => {
		const page = await browser.newPage();
		await page.goto(new URL(server.address).origin);
		await page.getByText('lacks its key').waitFor();
		expect(await page.getByText('Northlight').count()).toBe(0);
		await page.close();
	});
});
