import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser } from './chromium.js';
import { ControlsStage, desktop, type OpenedPage, phone, seriousFindings } from './controls-stage.js';

describeInBrowser('the menus', () => {
	let stage: ControlsStage;
	let opened: OpenedPage;
	let messageId: string;

	beforeAll(async () => {
		stage = await ControlsStage.open();
		messageId = (await stage.ana.chatInput('selects').answered()).id;
	});

	afterAll(() => stage.close());

	beforeEach(() => {
		stage.bot.received.length = 0;
	});

	const message = () => opened.frame.locator(`[data-message-id="${messageId}"]`);
	const items = () => opened.frame.getByRole('menuitem').allInnerTexts();
	const clipboard = () => opened.page.evaluate<string>('navigator.clipboard.readText()');

	it('of a message: its commands and what can be copied, by right click', async () => {
		opened = await stage.visit(desktop);
		await message().getByText('Here they are').click({ button: 'right' });
		expect(await items()).toEqual(['Quote', 'Copy text', 'Copy message ID', 'Copy user ID']);
		await opened.frame.getByRole('menuitem', { name: 'Copy text' }).click();
		await opened.frame.getByText('Copied').waitFor();
		expect(await clipboard()).toBe('Here they are');
		await message().getByText('Here they are').click({ button: 'right' });
		await opened.frame.getByRole('menuitem', { name: 'Quote' }).click();
		await expect.poll(() => stage.bot.received.at(-1)).toMatchObject({ name: 'Quote', target_id: messageId });
		expect(opened.said).toEqual([]);
		await opened.page.context().close();
	});

	it('of a message by the keys alone', async () => {
		opened = await stage.visit(phone);
		await message().getByRole('button', { name: 'More' }).focus();
		await opened.page.keyboard.press('Enter');
		await opened.frame.getByRole('menuitem', { name: 'Quote' }).waitFor();
		await opened.page.keyboard.press('End');
		expect(await opened.page.evaluate('document.activeElement?.textContent')).toBe('Copy user ID');
		await opened.page.keyboard.press('Escape');
		expect(await items()).toEqual([]);
		expect(await opened.page.evaluate('document.activeElement?.ariaLabel')).toBe('More');
		await opened.page.context().close();
	});

	it('of a member: the commands that one may use, and the profile with its roles', async () => {
		opened = await stage.visit(desktop);
		await opened.frame.getByRole('button', { name: 'Members' }).click();
		const ana = opened.frame.locator(`.members [data-user-id="${stage.ana.id}"]`);
		await ana.focus();
		await opened.page.keyboard.press('Shift+F10');
		await expect.poll(items).toEqual(['Profile', 'Inspect', 'Copy user ID']);
		await opened.frame.getByRole('menuitem', { name: 'Profile' }).click();
		const profile = opened.frame.getByRole('dialog', { name: 'Ana' });
		await profile.getByText('Artist').waitFor();
		await profile.getByText(stage.ana.id).waitFor();
		await profile.getByRole('button', { name: 'Inspect' }).click();
		await expect
			.poll(() => stage.bot.received.at(-1))
			.toMatchObject({ name: 'Inspect', target_id: stage.ana.id });
		await opened.page.context().close();
	});

	it('are sound for people who cannot see them', async () => {
		opened = await stage.visit(phone, { colorScheme: 'dark' });
		await message().getByRole('button', { name: 'More' }).focus();
		await opened.page.keyboard.press('Enter');
		await opened.frame.getByRole('menuitem', { name: 'Quote' }).waitFor();
		expect(await seriousFindings(opened.page, 'page-menus')).toEqual([]);
		await opened.page.keyboard.press('Escape');
		await message().locator('.author').click();
		await opened.frame.getByRole('dialog').waitFor();
		expect(await seriousFindings(opened.page, 'page-menus')).toEqual([]);
		await opened.page.context().close();
	});
});
