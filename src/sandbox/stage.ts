import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PermissionFlagsBits } from 'discord.js';
import { type BotExit, BotProcess } from './bot-process.js';
import type { Guild, Role } from './discord/guild.js';
import { type LocalDiscord, type LocalDiscordOptions, startLocalDiscord } from './discord/local-discord.js';
import type { Person } from './discord/person.js';
import {
	type LocalMarketplace,
	type LocalMarketplaceOptions,
	startLocalMarketplace,
} from './marketplace/local-marketplace.js';

export interface StageOptions {
	readonly discord?: LocalDiscordOptions;
	readonly marketplace?: LocalMarketplaceOptions;
	/** The checkout, in which the compiled bot lies under `dist/`. Default: the working directory. */
	readonly root?: string;
}

/** What a run of the bot printed, and how it ended. */
export interface Run {
	readonly exit: BotExit;
	readonly output: string;
}

/**
 * A support server with its people, a shop, and everything that a production bot needs to work there: what the demo,
 * the sandbox and the end-to-end tests play on. Secrets are new for each stage. Close it in the end.
 */
export class Stage {
	readonly discord: LocalDiscord;
	readonly marketplace: LocalMarketplace;
	readonly guild: Guild;
	readonly roles: { readonly buyer: Role; readonly moderator: Role; readonly admin: Role };
	readonly channels: { readonly verify: string; readonly audit: string };
	readonly people: {
		readonly buyer: Person;
		readonly friend: Person;
		readonly moderator: Person;
		readonly admin: Person;
	};
	readonly claimSecret = randomBytes(36).toString('base64');
	/** An empty folder for the database. */
	readonly folder: string;
	readonly #dist: string;
	readonly #bots = new Set<BotProcess>();

	static async open(options: StageOptions = {}): Promise<Stage> {
		// First, since it can fail: a server that is listening already would keep the process alive.
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-stage-'));
		const token = `stage-${randomBytes(24).toString('hex')}`;
		const apiKey = `key-${randomBytes(24).toString('hex')}`;
		const discord = await startLocalDiscord({ token, ...options.discord });
		const marketplace = await startLocalMarketplace({ apiKey, ...options.marketplace });
		return new Stage({ discord, marketplace, folder, root: options.root ?? process.cwd() });
	}

	private constructor(parts: {
		discord: LocalDiscord;
		marketplace: LocalMarketplace;
		folder: string;
		root: string;
	}) {
		const { discord, marketplace, folder, root } = parts;
		this.discord = discord;
		this.marketplace = marketplace;
		this.folder = folder;
		this.#dist = resolve(root, 'dist/src');
		const guild = discord.createGuild({ name: 'Northlight Support' });
		this.guild = guild;
		// The bot above the buyers and below the staff, as the README asks for.
		const moderating = PermissionFlagsBits.ManageRoles;
		this.roles = {
			buyer: guild.addRole({ name: 'Buyer', color: 0x2e_a0_43 }),
			moderator: guild.addRole({ name: 'Moderator', permissions: moderating, position: 3 }),
			admin: guild.addRole({ name: 'Admin', permissions: PermissionFlagsBits.Administrator, position: 4 }),
		};
		this.channels = {
			verify: guild.addChannel({ name: 'verify' }).id,
			audit: guild.addChannel({ name: 'staff-audit' }).id,
		};
		this.people = {
			buyer: discord.person(guild, { name: 'Maya' }),
			friend: discord.person(guild, { name: 'Tom' }),
			moderator: discord.person(guild, { name: 'Iris', roleIds: [this.roles.moderator.id] }),
			admin: discord.person(guild, { name: 'Noor', roleIds: [this.roles.admin.id] }),
		};
	}

	/** What the bot is configured with. */
	environment(overrides: Readonly<Record<string, string>> = {}): Record<string, string> {
		return {
			DISCORD_TOKEN: this.discord.token,
			DISCORD_API_URL: this.discord.apiUrl,
			MARKETPLACE_URL: this.marketplace.baseUrl,
			MARKETPLACE_API_KEY: this.marketplace.apiKey,
			BUYER_ROLE_ID: this.roles.buyer.id,
			CLAIM_SECRET: this.claimSecret,
			AUDIT_CHANNEL_ID: this.channels.audit,
			DATABASE_URL: `sqlite://${join(this.folder, 'claims.sqlite')}`,
			...overrides,
		};
	}

	/** Tells the local Discord the bot's commands, as `npm run register` does. */
	async register(overrides: Readonly<Record<string, string>> = {}): Promise<Run> {
		const run = await this.#start('register.js', overrides);
		return { exit: await run.exited, output: run.output() };
	}

	/** Starts the production bot and waits until it is ready. Rejects where it ends before that. */
	async startBot(overrides: Readonly<Record<string, string>> = {}): Promise<BotProcess> {
		const bot = await this.spawnBot(overrides);
		await bot.ready();
		return bot;
	}

	/** Starts the production bot and doesn't wait for anything. */
	async spawnBot(overrides: Readonly<Record<string, string>> = {}): Promise<BotProcess> {
		return this.#start('main.js', overrides);
	}

	/** A further member of the server. */
	newPerson(name: string): Person {
		return this.discord.person(this.guild, { name });
	}

	/** Ends every process and server of the stage, however they are. */
	async close(): Promise<void> {
		await Promise.all([...this.#bots].map((bot) => bot.kill()));
		await Promise.all([this.discord.close(), this.marketplace.close()]);
		await rm(this.folder, { recursive: true, force: true });
	}

	async #start(entry: string, overrides: Readonly<Record<string, string>>): Promise<BotProcess> {
		const bot = await BotProcess.start(join(this.#dist, entry), this.environment(overrides));
		this.#bots.add(bot);
		void bot.exited.finally(() => this.#bots.delete(bot));
		return bot;
	}
}
