import type { MarketplaceEvent } from '../../marketplace/events.js';
import type { Stage } from '../../stage.js';
import { BotPart } from './bot-part.js';
import { ClockPart } from './clock-part.js';
import { DatabasePart } from './database-part.js';
import { ServerPart } from './server-part.js';
import { ShopPart } from './shop-part.js';
import type { WorldOptions, WorldPart } from './world-part.js';
import { type WorldActs, worldActs } from './world-state.js';

/** The act that ends each fault. */
const calmActs = {
	'shop-fault': { fault: null },
	'server-manage-roles': { isOn: true },
	'bot-discord-down': { isOn: false },
} satisfies Partial<WorldActs>;

/** Everything outside Discord that the page shows and changes. Close it when done. */
export class World {
	readonly stage: Stage;
	readonly page: WorldOptions['page'];
	readonly bot: BotPart;
	readonly acts: Readonly<Record<string, (args: unknown) => unknown>>;
	readonly #parts: readonly WorldPart[];
	readonly #server: ServerPart;
	readonly #shop: ShopPart;
	readonly #clock: ClockPart;
	readonly #unfollow: () => void;

	constructor(options: WorldOptions) {
		this.stage = options.stage;
		this.page = options.page;
		this.bot = new BotPart(options, () => this.#shop.notify());
		const database = new DatabasePart(options);
		this.#shop = new ShopPart(options, this.bot);
		this.#server = new ServerPart(options);
		this.#clock = new ClockPart(options);
		this.#parts = [this.#shop, this.#server, this.#clock, this.bot, database];
		const run: { readonly [Name in keyof WorldActs]: (args: WorldActs[Name]) => unknown } = {
			...this.#shop.acts,
			...this.#server.acts,
			...this.#clock.acts,
			...this.bot.acts,
			...database.acts,
		};
		this.acts = Object.fromEntries(
			(Object.keys(worldActs) as (keyof WorldActs)[]).map((name) => [
				name,
				(args) => run[name](worldActs[name].parse(args) as never),
			]),
		);
		this.#unfollow = this.stage.marketplace.on((event) => this.#record(event));
	}

	/** The current state, by the parts' names. */
	readonly parts = (): Readonly<Record<string, unknown>> =>
		Object.fromEntries(this.#parts.map((part) => [part.name, part.state()]));

	/** Moves the clock of everything here ahead. */
	async advance(ms: number): Promise<void> {
		await this.#clock.advance(ms);
	}

	/** Ends every failure that the person has started, and refills an empty catalogue. Unusual items stay. */
	async calm(): Promise<void> {
		this.#server.forgetDeparted();
		for (const [name, args] of Object.entries(calmActs)) await this.acts[name]?.(args);
		if (this.#shop.state().itemCount === 0) await this.acts['shop-catalogue']?.({ catalogue: 'usual' });
		if (this.bot.isRunning && this.#shop.state().isKeyForeign) await this.acts['shop-give-key']?.({});
	}

	close(): void {
		this.#unfollow();
		for (const part of this.#parts) part.close();
	}

	#record(event: MarketplaceEvent): void {
		if (event.type !== 'call') return;
		const { endpoint, method, path, status, fault, codeEnding, credential, keyAccepted, encoding, at } =
			event.call;
		this.page()?.records.add({
			source: 'shop',
			title: `${method} ${path}`,
			status: status === undefined ? 'no answer' : String(status),
			isProblem: fault !== undefined || status === undefined || status >= 500 || status === 429,
			sent: { encoding, key: credential, code: codeEnding === undefined ? undefined : `••••${codeEnding}` },
			answered: { endpoint, fault: fault ?? 'none', keyAccepted, at: new Date(at).toISOString() },
		});
	}
}
