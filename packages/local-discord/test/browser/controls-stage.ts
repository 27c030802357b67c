import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ChannelType } from 'discord-api-types/v10';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Guild } from '../../src/guild.js';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.js';
import { type PageServer, startPage } from '../../src/page/page-server.js';
import type { Person } from '../../src/person.js';
import { openChromium } from './chromium.js';
import { ControlsBot, hostile } from './controls-bot.js';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** A page that is open in the browser, and what the browser says about it. */
export interface OpenedPage {
	readonly page: Page;
	/** A person's frame, Ana's by default. */
	readonly frame: Locator;
	/** Errors, warnings and alerts: there should be none. */
	readonly said: string[];
	/** Where the person types. */
	readonly box: Locator;
}

/** A server with a bot that has controls of every kind, and the page of both. Close it when done. */
export class ControlsStage {
	readonly discord: LocalDiscord;
	readonly guild: Guild;
	readonly ana: Person;
	readonly bot: ControlsBot;
	readonly #browser: Browser;
	readonly #server: PageServer;

	static async open(): Promise<ControlsStage> {
		const discord = await startLocalDiscord();
		const guild = discord.createGuild({ name: 'Northlight' });
		guild.addChannel({ name: 'Talk', type: ChannelType.GuildVoice });
		const role = guild.addRole({ name: 'Artist', color: 0x2e_cc_71 });
		const ana = discord.person(guild, { name: 'Ana', roleIds: [role.id] });
		const dora = discord.person(guild, { name: 'Dora' });
		discord.person(guild, { name: hostile });
		const bot = await ControlsBot.start(discord, guild.id);
		const server = await startPage(discord, {
			title: 'Controls',
			people: [
				{ userId: ana.id, guildId: guild.id, alias: 'member' },
				{ userId: dora.id, guildId: guild.id, alias: 'German', locale: 'de' },
			],
			webRoot: `${import.meta.dirname}/../../dist/web`,
		});
		return new ControlsStage({ discord, guild, ana, bot, server, browser: await openChromium() });
	}

	private constructor(parts: {
		readonly discord: LocalDiscord;
		readonly guild: Guild;
		readonly ana: Person;
		readonly bot: ControlsBot;
		readonly server: PageServer;
		readonly browser: Browser;
	}) {
		this.discord = parts.discord;
		this.guild = parts.guild;
		this.ana = parts.ana;
		this.bot = parts.bot;
		this.#server = parts.server;
		this.#browser = parts.browser;
	}

	/** Opens the page anew, as a browser of its own that knows nothing yet. */
	async visit(
		viewport: { readonly width: number; readonly height: number },
		options: {
			readonly colorScheme?: 'light' | 'dark';
			readonly hasTouch?: boolean;
			/** Which of the frames; on a desktop alone there is a second one. */
			readonly at?: number;
		} = {},
	): Promise<OpenedPage> {
		const { at = 0, ...look } = options;
		const context = await this.#browser.newContext({ viewport, ...look });
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		const page = await context.newPage();
		const said: string[] = [];
		page.on('console', (message) => said.push(message.text()));
		page.on('pageerror', (error) => said.push(String(error)));
		page.on('dialog', (dialog) => said.push(`alert: ${dialog.message()}`));
		await page.goto(this.#server.address);
		const frame = page.locator('phone-frame').nth(at);
		const box = frame.locator('[data-place="box"]');
		await box.waitFor();
		return { page, frame, said, box };
	}

	async close(): Promise<void> {
		await this.#browser.close();
		await this.#server.close();
		await this.bot.stop();
		await this.discord.close();
	}
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Serious or worse findings of axe-core in an element, one line for each. */
export async function seriousFindings(page: Page, selector: string): Promise<readonly string[]> {
	// Evaluated, not added to the page: its policy takes no scripts but its own.
	await page.evaluate(await readFile(axePath, 'utf8'));
	return page.evaluate(async (within) => {
		const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
		const { violations } = await axe.run(within);
		return violations
			.filter(({ impact }) => impact === 'serious' || impact === 'critical')
			.flatMap(({ id, nodes }) =>
				nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
			);
	}, selector);
}
