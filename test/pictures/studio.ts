import type { Browser } from 'playwright-core';
import { now } from '../states/sample.js';
import { PhonePage } from './phone-page.js';
import type { Theme } from './picture-markup.js';
import { openSampleWorld, type SampleWorld } from './sample-world.js';
import type { Scene } from './scenes.js';

export type Pictures = Readonly<Record<Theme, Buffer>>;

/** The options of the commands that lead to a scene. */
const typed = (world: SampleWorld): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
	item: { id: '7' },
	whois: { member: world.people.maya.id },
});

/** Phones that show the corpus's server, to take pictures of. Close it when done. */
export class Studio {
	readonly #browser: Browser;
	readonly #world: SampleWorld;
	readonly #phones = new Map<string, PhonePage>();

	static async open(browser: Browser): Promise<Studio> {
		return new Studio(browser, await openSampleWorld());
	}

	private constructor(browser: Browser, world: SampleWorld) {
		this.#browser = browser;
		this.#world = world;
	}

	/** The scene as its viewer's phone shows it, in light and dark, as WebP. */
	async photograph(scene: Scene): Promise<Pictures> {
		const phones = { light: await this.#phone(scene, 'light'), dark: await this.#phone(scene, 'dark') };
		const saying = await this.#say(scene);
		const take = (phone: PhonePage) =>
			'form' in scene.state ? phone.photographForm() : phone.photographMessage(saying.messageId);
		const pictures = { light: await take(phones.light), dark: await take(phones.dark) };
		await saying.takeBack();
		return pictures;
	}

	async close(): Promise<void> {
		for (const phone of this.#phones.values()) await phone.close();
		await this.#world.close();
	}

	async #say({ state, viewer, command }: Scene) {
		const { bot, people, firstChannelId: channelId } = this.#world;
		const person = people[viewer];
		if ('form' in state) {
			return bot.openForm(this.#world.formOf(state), () => person.chatInput(command ?? ''));
		}
		const view = await this.#world.viewOf(state);
		if (command === undefined) return bot.write(view, channelId);
		const values = typed(this.#world)[command] ?? {};
		return bot.answer(view, () => person.chatInput(command, values, { channelId }));
	}

	async #phone({ viewer }: Scene, theme: Theme): Promise<PhonePage> {
		const known = this.#phones.get(`${viewer} ${theme}`);
		if (known !== undefined) return known;
		const address = await this.#world.openPage(viewer);
		const phone = await PhonePage.open(this.#browser, { address, theme, now });
		this.#phones.set(`${viewer} ${theme}`, phone);
		return phone;
	}
}
