import type { Locator, Page } from 'playwright-core';

/** One person's frame on the page, used the way a person would. Every action waits until it is possible. */
export class Frame {
	readonly root: Locator;

	/** `name`: the person whose view the frame shows. */
	constructor(page: Page, name: string) {
		this.root = page.getByRole('region', { name: new RegExp(`^${name}, `) });
	}

	get box(): Locator {
		return this.root.getByRole('textbox', { name: /^Message #/ });
	}

	get form(): Locator {
		return this.root.getByRole('dialog');
	}

	/** Shows another person in the frame: `Noor (admin)`. */
	async actAs(person: string): Promise<void> {
		await this.root.getByLabel('Person').selectOption({ label: person });
	}

	/** Opens a channel, through the drawer if the frame is as narrow as a phone. */
	async open(channel: string): Promise<void> {
		await this.root.waitFor();
		const drawer = this.root.locator('.channels-button');
		if (await drawer.isVisible()) await drawer.click();
		await this.root.locator('.channels').getByRole('button', { name: channel }).click();
		await this.root.locator('.device-title').filter({ hasText: channel }).waitFor();
	}

	async openMember(name: string): Promise<void> {
		await this.root.waitFor();
		const drawer = this.root.locator('.members-button');
		if (await drawer.isVisible()) await drawer.click();
		await this.root.locator('.members').getByRole('button', { name }).first().click();
	}

	/** Types a command with its options, by the names the person sees, and sends it. */
	async use(command: string, options: Readonly<Record<string, string>> = {}): Promise<void> {
		await this.begin(command);
		for (const [name, text] of Object.entries(options)) await this.option(name).fill(text);
		await this.root.getByRole('button', { name: 'Send', exact: true }).click();
	}

	/** Types a command and leaves its options to be filled in. */
	async begin(command: string): Promise<void> {
		await this.box.fill(`/${command}`);
		await this.root
			.getByRole('button', { name: `/${command}` })
			.first()
			.waitFor();
		await this.box.press('Enter');
		await this.root.getByRole('form', { name: `/${command}`, exact: true }).waitFor();
	}

	/** The input for an option of the command being typed. */
	option(name: string): Locator {
		return this.root.locator('.composer-form').getByLabel(name, { exact: true });
	}

	/** The last message with this text, once it appears. */
	async message(text: string | RegExp): Promise<Locator> {
		const found = this.root.getByRole('article').filter({ hasText: text }).last();
		await found.waitFor();
		return found;
	}

	/** Presses a button of the last message with this text; `index` picks one of several with the same label. */
	async press(text: string | RegExp, label: string, index = 0): Promise<void> {
		const message = await this.message(text);
		await message.getByRole('button', { name: label, exact: true }).nth(index).click();
	}

	/** Chooses in a select of the last message with this text: the first select, or the one with this placeholder. */
	async choose(text: string | RegExp, option: string | RegExp, shown: string | RegExp = ''): Promise<void> {
		await chooseIn(await this.message(text), option, shown);
	}

	/** Chooses in a select of the open form. */
	async pick(label: string, option: string | RegExp): Promise<void> {
		await chooseIn(this.form, option, label);
	}

	async fillIn(fields: Readonly<Record<string, string>>): Promise<void> {
		for (const [label, text] of Object.entries(fields)) await this.form.getByLabel(label).fill(text);
		await this.form.getByRole('button', { name: 'Submit' }).click();
		await this.form.waitFor({ state: 'detached' });
	}
}

async function chooseIn(place: Locator, option: string | RegExp, shown: string | RegExp): Promise<void> {
	const select = place.getByRole('combobox', { name: shown }).first();
	const found = select.locator('option:enabled').filter({ hasText: option }).first();
	await select.selectOption(await found.getAttribute('value'));
}
