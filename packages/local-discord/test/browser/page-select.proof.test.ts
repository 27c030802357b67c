import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser } from './chromium.js';
import { hostile } from './controls-bot.js';
import { ControlsStage, desktop, type OpenedPage, phone, seriousFindings } from './controls-stage.js';

describeInBrowser('the selects of a message', () => {
	let stage: ControlsStage;
	let opened: OpenedPage;

	beforeAll(async () => {
		stage = await ControlsStage.open();
		await stage.ana.chatInput('selects').answered();
	});

	afterAll(() => stage.close());

	beforeEach(() => {
		stage.bot.received.length = 0;
	});

	const trigger = (name: string) => opened.frame.locator('page-select').getByRole('button', { name });
	const choice = (name: string) => opened.frame.locator('page-select').getByRole('option', { name });
	const received = async (custom_id: string, ...values: readonly (string | undefined)[]) => {
		await expect.poll(() => stage.bot.received.at(-1)).toMatchObject({ custom_id, values });
		expect(stage.bot.received.length).toBe(1);
		expect(opened.said).toEqual([]);
		await opened.page.context().close();
	};

	it('send a single choice immediately, also one that would be markup', async () => {
		opened = await stage.visit(phone);
		await trigger('A fruit').click();
		await choice(hostile).click();
		await received('fruit', 'hostile');
	});

	it('send several choices when the list is closed', async () => {
		opened = await stage.visit(desktop);
		await trigger('Two numbers').click();
		await choice('One').click();
		await choice('Three').click();
		expect(await choice('Two').getAttribute('aria-disabled')).toBe('true');
		expect(stage.bot.received).toEqual([]);
		await opened.box.click();
		await received('numbers', 'one', 'three');
	});

	it('send nothing where too little is chosen', async () => {
		opened = await stage.visit(phone);
		await trigger('Two numbers').click();
		await choice('One').click();
		await opened.page.keyboard.press('Escape');
		await trigger('Two numbers').waitFor();
		await trigger('A fruit').click();
		await choice('Apple').click();
		await received('fruit', 'apple');
	});

	it('are used by the keys alone', async () => {
		opened = await stage.visit(phone);
		const { keyboard } = opened.page;
		await trigger('Two numbers').focus();
		await keyboard.press('ArrowDown');
		await keyboard.press('Space');
		await keyboard.press('t');
		await keyboard.press('Enter');
		await keyboard.press('Tab');
		await received('numbers', 'one', 'two');
	});

	it('find members and roles by what is typed, and channels by their kind', async () => {
		opened = await stage.visit(phone);
		const { keyboard } = opened.page;
		await trigger('A member').focus();
		await keyboard.press('Enter');
		await keyboard.type('app');
		await opened.frame.getByText('Nothing found').waitFor();
		await keyboard.press('Control+A');
		await keyboard.type('an');
		await keyboard.press('Enter');
		await expect.poll(() => stage.bot.received.at(-1)).toMatchObject({ values: [stage.ana.id] });
		await trigger('A voice channel').click();
		expect(await opened.frame.locator('page-select').getByRole('option').allInnerTexts()).toEqual(['Talk']);
		await keyboard.press('Escape');
		stage.bot.received.length = 0;
		await trigger('A role').click();
		await choice('Artist').click();
		await received('role', ...stage.ana.roleIds);
	});

	it('stay within their frame', async () => {
		opened = await stage.visit(desktop);
		await trigger('A member').click();
		const popup = await opened.frame.locator('.select-popup:popover-open').boundingBox();
		const frame = await opened.frame.locator('.device').boundingBox();
		if (popup === null || frame === null) throw new Error('Nothing is drawn');
		expect(popup.x).toBeGreaterThanOrEqual(frame.x);
		expect(popup.x + popup.width).toBeLessThanOrEqual(frame.x + frame.width);
		expect(popup.y).toBeGreaterThanOrEqual(frame.y);
		expect(popup.y + popup.height).toBeLessThanOrEqual(frame.y + frame.height);
		await opened.page.context().close();
	});

	it.each(['light', 'dark'] as const)('are sound for people who cannot see them: %s', async (colorScheme) => {
		opened = await stage.visit(phone, { colorScheme });
		await trigger('A fruit').click();
		expect(await seriousFindings(opened.page, 'message-list')).toEqual([]);
		await opened.page.keyboard.press('Escape');
		await trigger('A member').click();
		expect(await seriousFindings(opened.page, 'message-list')).toEqual([]);
		await opened.page.context().close();
	});
});
