import { join } from 'node:path';
import type { Guild } from '@claimcheck/local-discord';
import type { PageServer } from '@claimcheck/local-discord/page/page-server';
import { BotKeeper } from '../../bot-keeper.js';
import type { Stage } from '../../stage.js';
import { BotPart } from './bot-part.js';
import { ClockPart } from './clock-part.js';
import { DatabasePart } from './database-part.js';
import { LogPart } from './log-part.js';
import { ServerPart } from './server-part.js';
import { ShopPart } from './shop-part.js';
import type { WorldPart } from './world-part.js';
import type { WorldActs } from './world-state.js';

export interface WorldOptions {
	readonly stage: Stage;
	/** Another owner's server, into which the bot was added; undefined if there is none. */
	readonly second: () => Guild | undefined;
	/** The page that shows it; undefined until it is there. */
	readonly page: () => PageServer | undefined;
}

/** The act that ends each trouble. */
const calmActs = {
	'shop-fault': { fault: null },
	'shop-slow': { ms: 0 },
	'shop-limit': { requestsPerMinute: null },
	'shop-account': { kind: 'author' },
	'server-manage-roles': { isOn: true },
	'server-buyer-role': { isThere: true },
	'server-audit': { state: 'writable' },
	'bot-discord-down': { isOn: false },
	'bot-process': { which: 'second', what: 'stop' },
} satisfies Partial<WorldActs>;

/** Everything beside Discord that the page shows and changes. Close it in the end. */
export class World {
	readonly bot: BotKeeper;
	/** A second one on the same database. */
	readonly another: BotKeeper;
	readonly acts: WorldPart['acts'];
	readonly #parts: readonly WorldPart[];
	readonly #server: ServerPart;
	readonly #shop: ShopPart;
	readonly #unfollow: () => void;

	constructor({ stage, second, page }: WorldOptions) {
		const show = (name: string) => (state: unknown) => page()?.setPart(name, state);
		const isWatched = () => (page()?.viewerCount ?? 0) > 0;
		const log = new LogPart((entries) => page()?.addToPart('log', entries));
		let keyOfBot: string | undefined;
		const keeper = (which: 'first' | 'second') =>
			new BotKeeper(stage, {
				environment: {
					// At this level the log includes each request to the shop.
					LOG_LEVEL: 'debug',
					// This shop has no limit: refund checks should not wait four seconds.
					MARKETPLACE_PER_MINUTE: '1000',
				},
				onLine: (line) => log.add(which, line),
				onChange: () => {
					if (which === 'first' && !this.bot.isReady) keyOfBot = stage.marketplace.apiKey;
					bot.notify();
					shop.notify();
				},
			});
		this.bot = keeper('first');
		this.another = keeper('second');
		const { discord, marketplace } = stage;
		const bot = new BotPart({
			discord,
			first: this.bot,
			second: this.another,
			isWatched,
			onChange: show('bot'),
		});
		const shop = new ShopPart({
			shop: marketplace,
			now: () => discord.now(),
			keyOfBot: () => keyOfBot,
			restartBot: () => bot.restart(),
			onChange: show('shop'),
		});
		const server = new ServerPart({
			stage,
			second,
			onJoined: ({ userId, alias }) => page()?.addPerson({ userId, alias, guildId: stage.guild.id }),
			onChange: show('server'),
		});
		const clock = new ClockPart({
			aheadMs: () => discord.now() - Date.now(),
			advance: async (ms) => {
				await stage.advance(ms);
				page()?.timeChanged();
			},
			aftermath: { discord, guild: stage.guild, marketplace },
			onChange: show('clock'),
		});
		const database = new DatabasePart({
			discord,
			file: join(stage.folder, 'claims.sqlite'),
			isWatched,
			onChange: show('database'),
		});
		this.#server = server;
		this.#shop = shop;
		this.#parts = [shop, server, clock, bot, database, log];
		this.acts = Object.assign({}, ...this.#parts.map(({ acts }) => acts));
		this.#unfollow = marketplace.on((event) => {
			if (event.type !== 'call') return;
			const { endpoint, method, path, status, fault, codeEnding, credential, keyAccepted, encoding, at } =
				event.call;
			page()?.record({
				source: 'shop',
				title: `${method} ${path}`,
				status: status === undefined ? 'no answer' : String(status),
				isProblem: fault !== undefined || status === undefined || status >= 500 || status === 429,
				sent: { encoding, key: credential, code: codeEnding === undefined ? undefined : `••••${codeEnding}` },
				answered: { endpoint, fault: fault ?? 'none', keyAccepted, at: new Date(at).toISOString() },
			});
		});
	}

	/** As it stands now, by the parts' names. */
	readonly parts = (): Readonly<Record<string, unknown>> =>
		Object.fromEntries(this.#parts.map((part) => [part.name, part.state()]));

	/** Moves the clock of everything here ahead. */
	async advance(ms: number): Promise<void> {
		await this.acts['clock-advance']?.({ ms });
	}

	/**
	 * Ends all faults that the person switched on, and gives the ids of the buyer role and the audit channel, which are
	 * new ones if the old ones were deleted.
	 */
	async calm(): Promise<{ readonly buyerRoleId: string; readonly auditId: string }> {
		this.#server.forgetDeparted();
		for (const [name, args] of Object.entries(calmActs)) await this.acts[name]?.(args);
		if (this.#shop.state().itemCount === 0) await this.acts['shop-catalogue']?.({ catalogue: 'usual' });
		if (this.bot.isRunning && this.#shop.state().isKeyForeign) await this.acts['shop-give-key']?.({});
		const { buyerRoleId, audit } = this.#server.state();
		if (buyerRoleId === undefined || audit.channelId === undefined) {
			throw new Error('The server could not be put in order');
		}
		return { buyerRoleId, auditId: audit.channelId };
	}

	close(): void {
		this.#unfollow();
		this.bot.release();
		this.another.release();
		for (const part of this.#parts) part.close();
	}
}
