import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeInBrowser } from './chromium.js';
import { hostile } from './controls-bot.js';
import { ControlsStage, desktop, type OpenedPage, phone, seriousFindings } from './controls-stage.js';

describeInBrowser('a form', () => {
	let stage: ControlsStage;
	let opened: OpenedPage;

	beforeAll(async () => {
		stage = await ControlsStage.open();
	});

	afterAll(() => stage.close());

	beforeEach(() => {
		stage.bot.received.length = 0;
	});

	const dialog = () => opened.frame.getByRole('dialog');
	const submit = () => dialog().getByRole('button', { name: 'Submit' });
	const visit = async (command: string, ...rest: Parameters<ControlsStage['visit']>) => {
		opened = await stage.visit(...rest);
		await opened.box.click();
		await opened.page.keyboard.type(`/${command} `);
		await opened.page.keyboard.press('Enter');
		await dialog().waitFor();
	};
	const isClosed = () => dialog().waitFor({ state: 'detached' });
	const submitted = () =>
		expect.poll(() => stage.bot.received.find(({ custom_id }) => custom_id === 'report')).toBeDefined();

	it('brings back what is typed, ticked and picked, with the mouse', async () => {
		await visit('form', phone);
		expect(await dialog().getByText(hostile).count()).toBeGreaterThan(0);
		expect(await dialog().locator('strong', { hasText: 'Please' }).count()).toBe(1);
		await dialog().getByLabel('Reason').fill('They were rude');
		await dialog().getByText('14 / 50').waitFor();
		await dialog().getByLabel('green').check();
		await dialog().getByRole('button', { name: 'Who' }).click();
		await dialog().getByRole('option', { name: 'Ana' }).click();
		await dialog().getByRole('option', { name: 'Dora' }).click();
		await dialog().getByRole('button', { name: 'Done' }).click();
		await submit().click();
		await isClosed();
		await submitted();
		const dora = [...stage.guild.members.values()].find(({ user }) => user.displayName === 'Dora');
		expect(stage.bot.received.at(-1)?.components).toMatchObject([
			{},
			{ component: { custom_id: 'reason', value: 'They were rude' } },
			{ component: { custom_id: 'code', value: 'filled in' } },
			{ component: { custom_id: 'colour', value: 'green' } },
			{ component: { custom_id: 'who', values: [stage.ana.id, dora?.user.id] } },
		]);
		expect(opened.said).toEqual([]);
		await opened.page.context().close();
	});

	it('is filled in by the keys alone, keeps the focus, and gives it back', async () => {
		await visit('form', desktop);
		const { keyboard } = opened.page;
		const focused = () => opened.page.evaluate('document.activeElement?.tagName');
		expect(await focused()).toBe('TEXTAREA');
		await keyboard.type('By the keys');
		await keyboard.press('Tab');
		await keyboard.press('Tab');
		await keyboard.press('ArrowDown');
		await keyboard.press('Shift+Tab');
		// Enter in a line of text sends it.
		await keyboard.press('Enter');
		await isClosed();
		await submitted();
		expect(stage.bot.received.at(-1)?.components).toMatchObject([
			{},
			{ component: { value: 'By the keys' } },
			{},
			{ component: { custom_id: 'colour' } },
			{ component: { values: [] } },
		]);
		await opened.frame.locator('[data-place="box"]:focus').waitFor();
		await opened.page.context().close();
	});

	it('keeps Tab inside, and closes by Escape and for good', async () => {
		await visit('form', phone);
		const { keyboard } = opened.page;
		for (let presses = 0; presses < 12; presses += 1) {
			await keyboard.press('Tab');
			expect(await opened.page.evaluate('document.activeElement?.closest("page-form") !== null')).toBe(true);
		}
		await keyboard.press('Escape');
		await isClosed();
		await stage.ana.chatInput('role list').answered();
		expect(await dialog().count()).toBe(0);
		await opened.page.context().close();
	});

	it('says what is missing and what is too short, and sends nothing', async () => {
		await visit('form', phone);
		await submit().click();
		expect(await dialog().getByText('This field is required').count()).toBe(2);
		await dialog().getByLabel('Reason').fill('Hm');
		await dialog().getByText('Must have at least 5 characters (has 2)').waitFor();
		await dialog().getByLabel('red').check();
		await submit().click();
		expect(await dialog().getByText('This field is required').count()).toBe(0);
		expect(stage.bot.received.length).toBe(1);
		await opened.page.context().close();
	});

	it('stays open with what was typed where the bot does not answer, and still closes', async () => {
		await visit('deaf-form', phone);
		await dialog().getByLabel('Word').fill('lost');
		await submit().click();
		await dialog().getByRole('button', { name: 'Submitting …' }).waitFor();
		await dialog().getByText('Something went wrong. Try again.').waitFor();
		expect(await dialog().getByLabel('Word').inputValue()).toBe('lost');
		await dialog().getByRole('button', { name: 'Cancel' }).click();
		await isClosed();
		await opened.page.context().close();
	});

	it('is only for the one who has asked for it', async () => {
		await visit('form', desktop);
		expect(await opened.page.locator('phone-frame').nth(1).getByRole('dialog').count()).toBe(0);
		expect(await opened.page.locator('phone-frame').nth(1).locator('[inert]').count()).toBe(0);
		await opened.page.context().close();
	});

	it.each([
		['light', phone],
		['dark', desktop],
	] as const)('is sound for a person who cannot see it: %s', async (colorScheme, viewport) => {
		await visit('form', viewport, { colorScheme });
		await submit().click();
		await dialog().getByText('This field is required').first().waitFor();
		expect(await seriousFindings(opened.page, 'page-form')).toEqual([]);
		await opened.page.context().close();
	});
});
