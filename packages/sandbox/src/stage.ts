import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	type Guild,
	type LocalDiscord,
	type LocalDiscordOptions,
	type Role,
	startLocalDiscord,
} from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { type BotExit, BotProcess } from './bot-process.js';
import { allAcknowledged, begunLately, quiet, stopsBetween } from './clock/stops.js';
import type { WorldClock } from './clock/world-clock.js';
import {
	type LocalMarketplace,
	type LocalMarketplaceOptions,
	startLocalMarketplace,
} from './marketplace/local-marketplace.js';

/** Two busy cores start and restart bots in this time. */
const waitTimeoutMs = 30_000;

/** In milliseconds: longer than the gap between two requests that belong together. */
const momentMs = 50;

export interface StageOptions {
	readonly discord?: LocalDiscordOptions;
	readonly marketplace?: LocalMarketplaceOptions;
	/** Limits the bot's requests as the real Discord does. Default true. */
	readonly isRateLimited?: boolean;
	/** How `startBot` starts a bot with this environment. Default: the compiled one, in a separate process. */
	readonly launch?: (environment: Readonly<Record<string, string>>) => Promise<RunningBot>;
	/** The compiled bot. Default: `dist/src/main.js` of the checkout. */
	readonly entry?: string;
	/** Default: the machine's. With this one, `advance` moves the time of everything here. */
	readonly clock?: WorldClock;
	/** The checkout, with the compiled bot in `dist/`. Default: the working directory. */
	readonly root?: string;
}

/** A bot as the stage's owner handles it, wherever it runs. */
export type RunningBot = Pick<
	BotProcess,
	'exited' | 'lines' | 'stderr' | 'isRunning' | 'logged' | 'ready' | 'output' | 'stop' | 'end'
>;

/** The output and exit of one run of the bot. */
export interface Run {
	readonly exit: BotExit;
	readonly output: string;
}

/** A server with its roles, channels and people. */
interface ServerParts {
	readonly guild: Guild;
	/** The bot ranks above the buyers and below the staff, as the README recommends. */
	readonly roles: { readonly buyer: Role; readonly moderator: Role; readonly admin: Role };
	readonly channels: { readonly verify: string; readonly audit: string };
}

/** Another owner's server, to which the bot was invited. */
export interface SecondServer extends ServerParts {
	readonly people: {
		/** A stranger to the first server and to the application. */
		readonly owner: Person;
		readonly admin: Person;
		readonly moderator: Person;
		readonly member: Person;
	};
}

/**
 * A support server with its people, a shop, and everything that a production bot needs to work there. The demo, the
 * sandbox and the end-to-end tests run on it. Secrets are new for each stage. Close it when done.
 */
export class Stage {
	readonly discord: LocalDiscord;
	readonly marketplace: LocalMarketplace;
	readonly guild: Guild;
	readonly roles: ServerParts['roles'];
	readonly channels: ServerParts['channels'];
	readonly people: {
		readonly buyer: Person;
		readonly friend: Person;
		readonly moderator: Person;
		readonly admin: Person;
	};
	readonly claimSecret = randomBytes(36).toString('base64');
	/** An empty folder for the database. */
	readonly folder: string;
	readonly #root: string;
	readonly #clock: WorldClock | undefined;
	readonly #launch: StageOptions['launch'];
	readonly #entry: string;
	readonly #bots = new Set<RunningBot>();
	/** Chains the moves, so that they happen one after the other. */
	#advancing: Promise<void> = Promise.resolve();

	static async open(options: StageOptions = {}): Promise<Stage> {
		// Comes first, since it can fail: a server already listening would keep the process alive.
		const root = options.root ?? process.cwd();
		const botPermissions = await invitedPermissions(root);
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-stage-'));
		const token = `stage-${randomBytes(24).toString('hex')}`;
		const apiKey = `key-${randomBytes(24).toString('hex')}`;
		const { clock } = options;
		const discord = await startLocalDiscord({
			token,
			botName: 'Claimcheck',
			...(clock !== undefined && { clock }),
			...(botPermissions !== undefined && { botPermissions }),
			waitTimeoutMs,
			...options.discord,
		});
		if (options.isRateLimited ?? true) discord.rateLimits.useRealistic();
		const marketplace = await startLocalMarketplace({
			apiKey,
			...(clock !== undefined && { now: () => clock.now() }),
			...options.marketplace,
		});
		return new Stage(discord, marketplace, folder, { ...options, root });
	}

	private constructor(
		discord: LocalDiscord,
		marketplace: LocalMarketplace,
		folder: string,
		{ root, clock, launch, entry }: StageOptions & { readonly root: string },
	) {
		this.discord = discord;
		this.marketplace = marketplace;
		this.folder = folder;
		this.#launch = launch;
		this.#root = resolve(root);
		this.#entry = entry ?? join(this.#root, 'dist/src/main.js');
		this.#clock = clock;
		const guild = discord.createGuild({ name: 'Northlight Support' });
		({ guild: this.guild, roles: this.roles, channels: this.channels } = furnished(guild));
		this.people = {
			buyer: discord.person(guild, { name: 'Maya' }),
			friend: discord.person(guild, { name: 'Tom' }),
			moderator: discord.person(guild, { name: 'Iris', roleIds: [this.roles.moderator.id] }),
			admin: discord.person(guild, { name: 'Noor', roleIds: [this.roles.admin.id] }),
		};
	}

	environment(overrides: Readonly<Record<string, string>> = {}): Record<string, string> {
		return {
			DISCORD_TOKEN: this.discord.token,
			DISCORD_API_URL: this.discord.apiUrl,
			MARKETPLACE_URL: this.marketplace.baseUrl,
			MARKETPLACE_API_KEY: this.marketplace.apiKey,
			BUYER_ROLE_ID: this.roles.buyer.id,
			CLAIM_SECRET: this.claimSecret,
			DISCORD_GUILD_ID: this.guild.id,
			AUDIT_CHANNEL_ID: this.channels.audit,
			DATABASE_URL: `sqlite://${join(this.folder, 'claims.sqlite')}`,
			...overrides,
		};
	}

	/** Registers the bot's commands with the local Discord, as `npm run register` does. */
	async register(overrides: Readonly<Record<string, string>> = {}): Promise<Run> {
		const run = await this.#start(join(this.#root, 'dist/src/register.js'), overrides);
		return { exit: await run.exited, output: run.output() };
	}

	/** Starts the production bot and waits until it is ready. Rejects if it ends before that. */
	async startBot(overrides: Readonly<Record<string, string>> = {}): Promise<RunningBot> {
		const launch = this.#launch;
		if (launch === undefined) return this.startProcess(overrides);
		const bot = await launch(this.environment(overrides));
		this.#keep(bot);
		await bot.ready();
		return bot;
	}

	/** Like `startBot`, but always in a separate process, with its own signals and exit code. */
	async startProcess(overrides: Readonly<Record<string, string>> = {}): Promise<BotProcess> {
		const bot = await this.spawnBot(overrides);
		await bot.ready();
		return bot;
	}

	/** Starts the production bot in a separate process without waiting for anything. */
	async spawnBot(overrides: Readonly<Record<string, string>> = {}): Promise<BotProcess> {
		return this.#start(this.#entry, overrides);
	}

	/**
	 * Moves the time of Discord, the shop and every bot ahead by a positive number of milliseconds. Resolves once all of
	 * them use it. Throws for a stage without a clock.
	 */
	async advance(ms: number): Promise<void> {
		const clock = this.#clock;
		if (clock === undefined) throw new Error('This stage has no clock of its own');
		if (!(ms > 0)) throw new RangeError('The clock can be moved ahead only');
		const moved = this.#advancing.then(() => this.#advance(clock, ms));
		// The caller learns of a failed move; the next one begins where it ended.
		this.#advancing = moved.catch(() => undefined);
		await moved;
	}

	async #advance(clock: WorldClock, ms: number): Promise<void> {
		await allAcknowledged(this.discord);
		// Work that follows the last move happens on its own day.
		await this.#quiet();
		const to = clock.now() + ms;
		for (const stop of stopsBetween(clock.now(), to, begunLately(this.discord))) {
			await this.#moveClock(clock, stop - clock.now());
			await this.#quiet();
		}
		await this.#moveClock(clock, to - clock.now());
	}

	newPerson(name: string): Person {
		return this.discord.person(this.guild, { name });
	}

	/**
	 * Another owner's server, which the bot has joined: its owner and people are strangers, and its roles and channels
	 * are separate. The bot's treatment of it depends on the bot's configuration. A member of the first server joins it
	 * with `stage.discord.person(second.guild, { id: stage.people.buyer.id })`, and acts there as the returned person.
	 */
	secondServer(options: { readonly name?: string; readonly locale?: string } = {}): SecondServer {
		const { discord } = this;
		const guild = discord.createGuild({
			name: 'Lantern Den',
			...options,
			owner: { name: 'Rook' },
		});
		const server = furnished(guild);
		return {
			...server,
			people: {
				owner: discord.person(guild, { id: guild.ownerId }),
				admin: discord.person(guild, { name: 'Vera', roleIds: [server.roles.admin.id] }),
				moderator: discord.person(guild, { name: 'Juno', roleIds: [server.roles.moderator.id] }),
				member: discord.person(guild, { name: 'Pim' }),
			},
		};
	}

	/**
	 * Ends every process and server of the stage in any state. Throws if the bot used a feature that the local Discord
	 * lacks.
	 */
	async close(): Promise<void> {
		const ended = [...this.#bots].map((bot) => bot.end());
		// Not after the bots have ended, because one that runs in this process may still wait for their response.
		try {
			await Promise.all([...ended, this.discord.close(), this.marketplace.close()]);
		} finally {
			await rm(this.folder, { recursive: true, force: true });
		}
	}

	/** Resolves once no bot has sent a request to Discord or the shop for some moments. */
	async #quiet(): Promise<void> {
		const follow = (listener: () => void) => {
			const ends = [
				this.discord.events.on('request', listener),
				this.marketplace.on(({ type }) => {
					if (type === 'call') listener();
				}),
			];
			return () => {
				for (const end of ends) end();
			};
		};
		await quiet(follow, () => this.#moment());
	}

	/** Lets a moment pass here and in each bot. */
	async #moment(): Promise<void> {
		await Promise.all([sleep(momentMs), ...this.#processes().map((bot) => bot.moment(momentMs))]);
	}

	#processes(): BotProcess[] {
		return [...this.#bots].filter((bot) => bot instanceof BotProcess);
	}

	/** Adjusts all clocks together: a bot that reads another day in a response's `Date` distrusts its own clock. */
	async #moveClock(clock: WorldClock, ms: number): Promise<void> {
		// Real time has passed this moment already.
		if (ms <= 0) return;
		const release = this.discord.holdAnswers();
		try {
			await Promise.all(this.#processes().map((bot) => bot.setClock(clock.aheadMs + ms)));
			clock.advance(ms);
		} finally {
			release();
		}
	}

	async #start(entry: string, overrides: Readonly<Record<string, string>>): Promise<BotProcess> {
		const bot = await BotProcess.start(
			entry,
			this.environment(overrides),
			this.#clock && {
				module: join(this.#root, 'packages/sandbox/dist/clock/bot-clock.js'),
				aheadMs: this.#clock.aheadMs,
			},
		);
		this.#keep(bot);
		return bot;
	}

	#keep(bot: RunningBot): void {
		this.#bots.add(bot);
		void bot.exited.finally(() => this.#bots.delete(bot));
	}
}

/** The permissions requested by the invite in the README, if there is one. The bot has to work with only these. */
async function invitedPermissions(root: string): Promise<bigint | undefined> {
	const readme = await readFile(join(root, 'README.md'), 'utf8').catch(() => '');
	const asked = /oauth2\/authorize\S*permissions=(\d+)/.exec(readme)?.[1];
	return asked === undefined ? undefined : BigInt(asked);
}

function furnished(guild: Guild): ServerParts {
	const moderating = PermissionFlagsBits.ManageRoles;
	return {
		guild,
		roles: {
			buyer: guild.addRole({ name: 'Buyer', color: 0x2e_a0_43 }),
			moderator: guild.addRole({
				name: 'Moderator',
				permissions: moderating,
				position: 3,
				color: 0x34_98_db,
			}),
			admin: guild.addRole({
				name: 'Admin',
				permissions: PermissionFlagsBits.Administrator,
				position: 4,
				color: 0xe6_7e_22,
			}),
		},
		channels: {
			verify: guild.addChannel({ name: 'verify' }).id,
			audit: guild.addChannel({ name: 'staff-audit' }).id,
		},
	};
}
