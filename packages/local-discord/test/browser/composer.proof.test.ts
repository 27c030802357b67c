import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { describeInBrowser } from './chromium.js';
import { hostile } from './controls-bot.js';
import { ControlsStage, desktop, type OpenedPage, phone, seriousFindings } from './controls-stage.js';

describeInBrowser('the composer', () => {
	let stage: ControlsStage;
	let opened: OpenedPage;

	beforeAll(async () => {
		stage = await ControlsStage.open();
	});

	afterAll(() => stage.close());

	beforeEach(() => {
		stage.bot.received.length = 0;
	});

	const visit = async (viewport = phone): Promise<OpenedPage> => {
		opened = await stage.visit(viewport);
		return opened;
	};
	const type = (text: string) => opened.page.keyboard.type(text);
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) await opened.page.keyboard.press(key);
	};
	const options = () => opened.frame.locator('page-composer').getByRole('option');
	const rows = () => options().allInnerTexts();
	const sent = async (data: object) => {
		await expect.poll(() => stage.bot.received.at(-1)).toMatchObject(data);
		expect(opened.said).toEqual([]);
		await opened.page.context().close();
	};
	const optionValues = (...pairs: readonly (readonly [string, unknown])[]) =>
		pairs.map(([name, value]) => expect.objectContaining({ name, value }));

	it('lists what the member may use, in order, and the subcommands by their whole names', async () => {
		const { box } = await visit();
		await box.click();
		await type('/');
		const names = (await rows()).map((row) => row.split('\n')[0]);
		expect(names).toEqual([
			'/deaf-form',
			'/every',
			'/find',
			'/form',
			'/role add',
			'/role list',
			'/selects',
			'/verify',
		]);
		await opened.page.context().close();
	});

	it('speaks the person’s language, and understands the bot’s own names too', async () => {
		opened = await stage.visit(desktop, { at: 1 });
		const { box, frame } = opened;
		await box.click();
		await type('/prü');
		await frame.getByRole('option', { name: '/prüfen Prüft einen Code' }).waitFor();
		await press('Control+A');
		await type('/verify ABCDE-12345');
		await press('Enter');
		await sent({ name: 'verify', options: optionValues(['code', 'ABCDE-12345']) });
	});

	it('takes a command by the keys alone, and suggestions with it', async () => {
		const { frame, box } = await visit();
		await box.focus();
		await type('/fin');
		await press('Enter');
		await type('la');
		await frame.getByRole('option', { name: 'ladder for la' }).waitFor();
		expect(await rows()).toEqual(['lamp for la', 'lantern for la', 'ladder for la']);
		await press('ArrowDown', 'Enter');
		await type('limit:');
		await type('5');
		await press('Enter');
		await sent({ name: 'find', options: optionValues(['text', 'lantern'], ['limit', 5]) });
	});

	it('takes the same with a finger', async () => {
		opened = await stage.visit(phone, { hasTouch: true });
		const { frame } = opened;
		await frame.getByRole('button', { name: 'Commands' }).tap();
		await frame.getByRole('option', { name: '/find Finds things' }).tap();
		await frame.getByRole('option', { name: 'lamp for' }).tap();
		await frame.getByRole('option', { name: 'sort Which sort' }).tap();
		await frame.getByRole('option', { name: hostile }).tap();
		await frame.getByRole('button', { name: 'Send' }).tap();
		await sent({ name: 'find', options: optionValues(['text', 'lamp'], ['sort', 'o']) });
	});

	it('shows the suggestions for what is typed last, whichever answer comes last', async () => {
		const { frame, box, page } = await visit();
		let answerLate = () => {};
		const late = new Promise<void>((resolve) => {
			answerLate = resolve;
		});
		stage.bot.gates.set('lam', late);
		await page.evaluate(`{
			globalThis.late = [];
			const look = () => document.body.textContent.includes('for lam') && globalThis.late.push('shown');
			new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
		}`);
		await box.click();
		await type('/find lam');
		await frame.getByText('Loading options …').waitFor();
		await expect.poll(() => stage.bot.asked).toContain('lam');
		await press('Backspace');
		await frame.getByRole('option', { name: 'ladder for la' }).waitFor();
		answerLate();
		await expect.poll(() => stage.bot.suggested).toContain('lam');
		// Answers come one after the other: with this one the late one has been there too.
		await type('d');
		await frame.getByRole('option', { name: 'ladder for lad' }).waitFor();
		expect(await rows()).toEqual(['ladder for lad']);
		expect(await page.evaluate('globalThis.late')).toEqual([]);
		await page.context().close();
	});

	it('says that nothing fits, and that the bot has not suggested anything', async () => {
		const { frame, box } = await visit();
		await box.click();
		await type('/find zzz');
		await frame.getByText('No options match what you have typed').waitFor();
		await press('Control+A');
		await type('fail');
		await frame.getByText('Loading options failed').waitFor();
		// A text of one's own is taken all the same.
		await press('Enter');
		await sent({ name: 'find', options: optionValues(['text', 'fail']) });
	});

	it.each([
		['at phone width', phone],
		['on a desktop', desktop],
	])('fills in an option of each kind %s', async (_, viewport) => {
		const { frame, box } = await visit(viewport);
		const { guild, ana } = stage;
		await box.click();
		await type('/every 2,5');
		await press('Enter');
		await type('f');
		await press('Enter');
		await type('@Ana');
		await press('Enter');
		await type('art');
		await press('Tab');
		await type(hostile.slice(0, 6));
		await press('Enter');
		await frame.getByRole('option', { name: 'general' }).waitFor();
		expect(await rows()).toEqual(['general']);
		await press('ArrowDown', 'Enter', 'Enter');
		const role = guild.rolesFromBelow().find(({ name }) => name === 'Artist');
		const stranger = [...guild.members.values()].find(({ user }) => user.displayName === hostile);
		await sent({
			name: 'every',
			options: optionValues(
				['number', 2.5],
				['flag', false],
				['member', ana.id],
				['role', role?.id],
				['anybody', stranger?.user.id],
				['place', [...guild.channels.keys()][0]],
			),
		});
	});

	it('shows immediately what Discord’s client would refuse, and keeps what was typed', async () => {
		const { frame, box } = await visit();
		await box.click();
		await type('/verify abc');
		await press('Enter');
		await frame.getByText('code: Must have at least 5 characters (has 3)').waitFor();
		expect(await frame.getByRole('combobox', { name: 'code' }).inputValue()).toBe('abc');
		await press('Control+A', 'Backspace', 'Enter');
		await frame.getByText('code: This option is required').waitFor();
		await press('Escape');
		await type('/find x');
		await press('Tab');
		await type('limit:99');
		await press('Enter');
		await frame.getByText('limit: Must be at most 25').waitFor();
		await press('Control+A');
		await type('1.5');
		await press('Enter');
		await frame.getByText('limit: Type a whole number').waitFor();
		expect(stage.bot.received).toEqual([]);
		await opened.page.context().close();
	});

	it('takes a long line that is pasted, and words before the first option as the first option', async () => {
		const { box, page } = await visit();
		const code = `ABCDE-${'X'.repeat(150)}`;
		await box.click();
		await page.keyboard.insertText(`/verify code: ${code}`);
		await press('Enter');
		await sent({ name: 'verify', options: optionValues(['code', code]) });
	});

	it('brings back what was sent, and leaves by Escape', async () => {
		const { box, frame } = await visit();
		await box.click();
		await type('/verify AAAAA-1');
		await press('Enter');
		await expect.poll(() => stage.bot.received.length).toBe(1);
		// The box is empty again when the page hears that the command is sent, a moment after the bot received it.
		await frame.locator('[data-place="box"]:focus').waitFor();
		await type('/role list ');
		await press('Enter');
		await expect.poll(() => stage.bot.received.length).toBe(2);
		await frame.locator('[data-place="box"]:focus').waitFor();
		await press('ArrowUp', 'ArrowUp');
		await press('Enter');
		await expect.poll(() => stage.bot.received.length).toBe(3);
		expect(stage.bot.received[2]).toMatchObject({
			name: 'verify',
			options: optionValues(['code', 'AAAAA-1']),
		});
		await press('ArrowUp', 'Escape');
		await expect.poll(() => box.inputValue()).toBe('');
		await opened.page.context().close();
	});

	it('says kindly that plain words are not sent, and what the server refuses', async () => {
		const { box, frame } = await visit();
		await box.click();
		await type('hello');
		await press('Enter');
		await frame.getByText('This Discord takes commands only: begin with /').waitFor();
		await press('Escape');
		await type('/role list ');
		await stage.bot.register(stage.guild.id, 'role');
		await press('Enter');
		await frame.getByText('There is no command role in this server').waitFor();
		await stage.bot.register(stage.guild.id);
		await opened.page.context().close();
	});

	describe('to a person who cannot see it', () => {
		it.each([
			['light', phone],
			['dark', desktop],
		] as const)('is sound: %s', async (colorScheme, viewport) => {
			opened = await stage.visit(viewport, { colorScheme });
			const { page, box } = opened;
			await box.click();
			await type('/');
			expect(await seriousFindings(page, 'page-composer')).toEqual([]);
			await type('every 2,5');
			await press('Tab');
			expect(await seriousFindings(page, 'page-composer')).toEqual([]);
			await page.context().close();
		});
	});
});
