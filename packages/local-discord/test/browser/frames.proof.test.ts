import { ButtonStyle, ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { desktop, phone, WatchedPage } from '../../../../test/browser/watched-page.js';
import { api } from '../raw-api.js';
import { describeInBrowser, openChromium } from './chromium.js';
import { SmallServer } from './small-server.js';

const buttons = ['Fast', 'Slow', 'Deaf'].map((label) => ({
	type: ComponentType.Button,
	style: ButtonStyle.Secondary,
	custom_id: label,
	label,
}));

describeInBrowser('the frames', () => {
	let browser: Browser;
	let stage: SmallServer;
	let watched: WatchedPage;
	let page: Page;
	let ana: Locator;
	let ben: Locator;

	beforeAll(async () => {
		[browser, stage] = await Promise.all([openChromium(), SmallServer.open()]);
	});

	afterAll(async () => {
		await browser?.close();
		await stage?.close();
	});

	/** Opens the page again, with nothing read or dismissed yet. */
	async function open(before?: (page: Page) => Promise<void>, options = desktop): Promise<void> {
		watched = await WatchedPage.open(browser, stage.page.address, options, before);
		page = watched.page;
		[ana, ben] = [page.locator('.frame').nth(0), page.locator('.frame').nth(1)];
		await ana.waitFor({ state: 'attached' });
	}

	it('show the first two people, each with their visible channels and the members of their server', async () => {
		await open();
		for (const [frame, channels] of [
			[ana, ['general', 'news']],
			[ben, ['general', 'news', 'staff']],
		] as const) {
			await frame.getByRole('button', { name: 'Channels' }).click();
			expect(await frame.locator('.channel').allInnerTexts()).toEqual(channels);
			await page.keyboard.press('Escape');
		}
		await ben.getByRole('button', { name: 'Members' }).press('Enter');
		expect(await ben.locator('.member .name').allInnerTexts()).toEqual(['Ben', 'Helper', 'Ana', 'Owner']);
		await watched.expectAccessible();
	});

	it('say who used which command, in the language of each reader', async () => {
		await open();
		await ben.locator('.language-select').selectOption('de');
		await stage.respond(stage.ana.chatInput('hi').id, 4, { content: 'Hello' });
		await ana.locator('.used-line', { hasText: 'Ana used /hi' }).first().waitFor();
		await ben.locator('.used-line', { hasText: 'Ana hat /hallo benutzt' }).waitFor();
		await page.reload();
		await ana.locator('.used-line', { hasText: 'Ana used /hi' }).first().waitFor();
		await ben.locator('.language-select').selectOption('en-US');
		await ben.locator('.used-line', { hasText: 'Ana used /hi' }).first().waitFor();
	});

	it('show an ephemeral reply only to its member', async () => {
		await open();
		const data = { content: 'Nobody else reads this', flags: MessageFlags.Ephemeral };
		await stage.respond(stage.ana.chatInput('secret').id, 4, data);
		await ana.getByText('Nobody else reads this').waitFor();
		expect(await ben.getByText('Nobody else reads this').count()).toBe(0);
	});

	it('say so if the bot does not respond to a command', async () => {
		await open();
		stage.ben.chatInput('ignore');
		await ben.getByText('Sending command').waitFor();
		await ben.getByText('The application did not respond').waitFor();
		await ben.locator('.used-line', { hasText: 'Ben used /ignore' }).waitFor();
		expect(await ana.getByText('The application did not respond').count()).toBe(0);
	});

	it('show a press that waits for the bot, and one that failed', async () => {
		await open();
		const components = [{ type: ComponentType.ActionRow, components: buttons }];
		await stage.respond(stage.ben.chatInput('buttons').id, 4, { components });
		const pressed = async (button: string) =>
			(await stage.discord.events.waitFor('interaction-dispatched', ({ target }) => target === button))
				.interactionId;
		const slow = ben.getByRole('button', { name: 'Slow' }).last();
		await slow.click();
		await expect.poll(() => slow.getAttribute('aria-busy')).toBe('true');
		await stage.respond(await pressed('Slow'), 6);
		await expect.poll(() => slow.getAttribute('aria-busy')).toBe('false');
		await ben.getByRole('button', { name: 'Deaf' }).last().click();
		await ben.getByText('This interaction failed').waitFor();
		expect(await ana.getByText('This interaction failed').count()).toBe(0);
		await ben.getByRole('button', { name: 'Fast' }).last().click();
		await stage.respond(await pressed('Fast'), 4, { content: 'Done' });
		await ben.getByText('This interaction failed').waitFor({ state: 'detached' });
	});

	it('mark unread messages, in channels and direct conversations', async () => {
		await open();
		await stage.write('news', 'Fresh news');
		const conversation = { recipient_id: stage.ana.id };
		const { body } = await api(stage.discord, 'POST', '/users/@me/channels', conversation);
		const path = `/channels/${(body as { id: string }).id}/messages`;
		await api(stage.discord, 'POST', path, { content: 'A letter for you' });
		await ana.getByRole('button', { name: 'Channels, some not read' }).click();
		expect(await ana.locator('.channel.unread .name').allInnerTexts()).toEqual(['news', 'Helper']);
		await ana.locator('.channel', { hasText: 'Helper' }).click();
		await ana.getByText('A letter for you').waitFor();
		await ana.getByRole('button', { name: 'Channels, some not read' }).click();
		await ana.getByRole('button', { name: 'news' }).click();
		await ana.getByText('Fresh news').waitFor();
		await ana.getByRole('button', { name: 'Channels', exact: true }).waitFor();
	});

	it('stay at the bottom, unless the reader has scrolled up', async () => {
		await open();
		for (let number = 1; number <= 30; number++) await stage.write('staff', `Line ${number}`);
		await ben.getByRole('button', { name: /^Channels/ }).click();
		await ben.getByRole('button', { name: 'staff' }).click();
		await expect.poll(() => isInView(ben.getByText('Line 30'))).toBe(true);
		await stage.write('staff', 'Line 31');
		await expect.poll(() => isInView(ben.getByText('Line 31'))).toBe(true);
		const first = ben.getByText('Line 1', { exact: true });
		await first.scrollIntoViewIfNeeded();
		await ben.getByRole('button', { name: 'Jump to present' }).waitFor();
		await stage.write('staff', 'Line 32');
		await ben.getByText('Line 32').waitFor({ state: 'attached' });
		expect(await isInView(first)).toBe(true);
		await ben.getByRole('button', { name: 'New messages: 1' }).click();
		await expect.poll(() => isInView(ben.getByText('Line 32'))).toBe(true);
		await ben.getByRole('button', { name: 'Jump to present' }).waitFor({ state: 'detached' });
	});

	it('continue where they were after the connection was lost', async () => {
		const sockets: { close(): Promise<void> }[] = [];
		await open((fresh) =>
			fresh.routeWebSocket(/socket/, (socket) => {
				socket.connectToServer();
				sockets.push(socket);
			}),
		);
		await ana.getByRole('button', { name: /^Channels/ }).click();
		await ana.getByRole('button', { name: 'news' }).click();
		await sockets.at(-1)?.close();
		await page.getByText('The connection is lost').waitFor();
		await stage.write('news', 'Written meanwhile');
		await ana.getByText('Written meanwhile').waitFor();
		await page.getByText('The connection is lost').waitFor({ state: 'detached' });
	});

	it('close what is open over them at the browser’s Back, which leaves the page if nothing is open', async () => {
		await open(undefined, phone);
		const form = ana.getByRole('dialog');
		const openForm = async (id: string) => {
			const input = { type: ComponentType.TextInput, style: 1, custom_id: 'name', label: 'Name' };
			const components = [{ type: ComponentType.ActionRow, components: [input] }];
			await stage.respond(stage.ana.chatInput('hi').id, 9, { custom_id: id, title: id, components });
			await form.waitFor();
		};
		await ana.getByRole('button', { name: /^Channels/ }).click();
		await openForm('Closed by Back');
		await page.goBack();
		await form.waitFor({ state: 'detached' });
		expect(await ana.locator('.side.open').count()).toBe(1);
		await page.goBack();
		await ana.locator('.side.open').waitFor({ state: 'detached' });
		await openForm('Lost by a reload');
		await page.reload();
		await ana.waitFor();
		await openForm('Closed by its button');
		await form.getByRole('button', { name: 'Cancel' }).click();
		await form.waitFor({ state: 'detached' });
		await page.goBack();
		expect(page.url()).toBe('about:blank');
	});

	it('show nothing without the key of the page', async () => {
		await open();
		const stranger = await page.context().newPage();
		await stranger.goto(new URL(stage.page.address).origin);
		await stranger.getByText('lacks its key').waitFor();
		expect(await stranger.getByText('Northlight').count()).toBe(0);
	});
});

/** True if an element lies within the box in which its messages scroll. */
async function isInView(locator: Locator): Promise<boolean> {
	return locator.evaluate((element) => {
		const box = element.closest('.scroller')?.getBoundingClientRect();
		const { top, bottom } = element.getBoundingClientRect();
		return box !== undefined && top >= box.top - 1 && bottom <= box.bottom + 1;
	});
}
