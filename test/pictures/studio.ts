import { type LocalDiscord, startLocalDiscord } from '@claimcheck/local-discord';
import { type PageServer, startPage } from '@claimcheck/local-discord/page/page-server';
import {
	type LocalMarketplace,
	startLocalMarketplace,
} from '@claimcheck/sandbox/marketplace/local-marketplace';
import type { Browser } from 'playwright-core';
import { builtPage } from '../../packages/local-discord/test/browser/find-chromium.js';
import { now } from '../states/sample.js';
import { PhonePage } from './phone-page.js';
import type { Theme } from './picture-markup.js';
import { type SampleWorld, sampleWorld } from './sample-world.js';
import type { Scene } from './scenes.js';
import { SpeakingBot } from './speaking-bot.js';

export type Pictures = Readonly<Record<Theme, Buffer>>;

/** The options of the commands that lead to a scene. */
const typed = (world: SampleWorld): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
	item: { id: '7' },
	whois: { member: world.people.maya.id },
});

/**
 * A Discord on this machine with the corpus's server in it, whose bot says what it is handed, and phones to take
 * pictures of it. Its clock stands still at the corpus's moment. Close it when done.
 */
export class Studio {
	readonly #browser: Browser;
	readonly #discord: LocalDiscord;
	readonly #shop: LocalMarketplace;
	readonly #bot: SpeakingBot;
	readonly #world: SampleWorld;
	readonly #servers: PageServer[] = [];
	readonly #phones = new Map<string, PhonePage>();

	static async open(browser: Browser): Promise<Studio> {
		// No deadline is awaited here, and ids that begin with the clock's time are the same each time.
		const clock = { now: () => now, after: () => () => undefined };
		const discord = await startLocalDiscord({ clock, botName: 'Claimcheck' });
		const shop = await startLocalMarketplace();
		const world = sampleWorld(discord, shop.baseUrl);
		const bot = await SpeakingBot.start(discord, world.guild.id);
		return new Studio({ browser, discord, shop, world, bot });
	}

	private constructor(parts: {
		browser: Browser;
		discord: LocalDiscord;
		shop: LocalMarketplace;
		world: SampleWorld;
		bot: SpeakingBot;
	}) {
		this.#browser = parts.browser;
		this.#discord = parts.discord;
		this.#shop = parts.shop;
		this.#world = parts.world;
		this.#bot = parts.bot;
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
		await this.#bot.stop();
		for (const server of this.#servers) await server.close();
		await Promise.all([this.#discord.close(), this.#shop.close()]);
	}

	async #say({ state, viewer, command }: Scene) {
		const person = this.#world.people[viewer];
		const channelId = this.#world.firstChannelId;
		if ('form' in state) {
			return this.#bot.openForm(this.#world.formOf(state), () => person.chatInput(command ?? ''));
		}
		const view = await this.#world.viewOf(state);
		if (command === undefined) return this.#bot.write(view, channelId);
		const values = typed(this.#world)[command] ?? {};
		return this.#bot.answer(view, () => person.chatInput(command, values, { channelId }));
	}

	async #phone({ viewer }: Scene, theme: Theme): Promise<PhonePage> {
		const known = this.#phones.get(`${viewer} ${theme}`);
		if (known !== undefined) return known;
		const server = await startPage(this.#discord, {
			title: 'Pictures',
			people: [{ userId: this.#world.people[viewer].id, guildId: this.#world.guild.id, alias: viewer }],
			mediaOrigins: [this.#shop.baseUrl],
			webRoot: builtPage,
		});
		this.#servers.push(server);
		const phone = await PhonePage.open(this.#browser, { address: server.address, theme, now });
		this.#phones.set(`${viewer} ${theme}`, phone);
		return phone;
	}
}
