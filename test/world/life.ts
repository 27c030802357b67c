import type { Logger } from '../../src/base/logger.js';
import { noMeasures } from '../../src/base/measures.js';
import { ClockGuard } from '../../src/base/time/clock-guard.js';
import { createTasks, type Tasks } from '../../src/base/time/periodic-task.js';
import { ClaimStore } from '../../src/claims/claim-store.js';
import { bringToFormat } from '../../src/claims/format.js';
import { bindSecret } from '../../src/claims/secret-guard.js';
import { createServices } from '../../src/create-services.js';
import { marketplaceClient } from '../../src/marketplace/client.js';
import type { KeyReport } from '../../src/marketplace/key-check.js';
import { createMarketplace } from '../../src/marketplace/marketplace.js';
import type { Alert, Alerts } from '../../src/messages/alerts.js';
import { createOperatorReport } from '../../src/messages/operator-report.js';
import { RefusedRequests } from '../../src/roles/blocked-roles.js';
import { SyncRows } from '../../src/roles/sync-rows.js';
import { GuildSettingsStore } from '../../src/servers/guild-settings.js';
import { linksOfServers } from '../../src/servers/server-links.js';
import { watchClock } from '../../src/storage/clock-watch.js';
import { Limits } from '../../src/storage/rate-limits.js';
import type { Store } from '../../src/storage/store.js';
import { noAlerts } from '../messages/no-alerts.js';
import { allUp } from '../operate/all-up.js';
import { checkedStore } from './checked-store.js';
import { discordSideFor } from './discord-side.js';
import { floor } from './floor.js';
import { silence } from './line.js';
import type { Listener } from './simulated-discord.js';
import { itemOf } from './simulated-shop.js';
import type { World } from './world.js';

/** The minimum that `Logger` requires, for a seed's trace. */
type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

export interface LifeOptions {
	/** How far its clock is ahead, in milliseconds. */
	readonly ahead?: number;
	/**
	 * It acts only on request: no round or sweep starts, and it receives no events. It has loaded the shop's items, and
	 * starts even with a refused key.
	 */
	readonly isIdle?: boolean;
	/** By default, the world's schedule. */
	readonly delay?: (ms: number, signal?: AbortSignal) => Promise<void>;
	/** By default, a line to the world's store. */
	readonly store?: Store;
}

/** One process from start to end: the production parts over the world's lines. */
export class Life implements Listener {
	readonly name: string;
	isDead = false;
	/** True if it gets no more requests. */
	isStopping = false;
	/** Resolves after `ms` milliseconds, early if the signal aborts; never in a dead process. */
	readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
	running: Promise<void> | undefined;
	/** How far its clock is ahead, in milliseconds. */
	ahead = 0;
	services: ReturnType<typeof createServices> | undefined;
	readonly inFlight = new Set<string>();
	readonly #world: World;
	readonly #options: LifeOptions;
	readonly now: () => number;
	readonly #clock: ClockGuard;
	readonly #tasks: Tasks;
	readonly #waking = new WeakMap<AbortSignal, Set<() => void>>();

	constructor(world: World, name: string, options: LifeOptions = {}) {
		this.#world = world;
		this.#options = options;
		this.name = name;
		this.ahead = options.ahead ?? 0;
		this.delay = options.delay ?? this.#sleep;
		this.#tasks = createTasks(this.#logger(), this);
		const { schedule, sometimes } = world;
		const wall = () => Math.floor(schedule.time + this.ahead);
		this.#clock = new ClockGuard({ now: wall, delay: this.delay }, { now: () => schedule.time });
		this.#clock.report = {
			clockOff: () => sometimes.note('a clock is found to be off, and nothing is judged by it'),
			clockRight: () => {},
		};
		this.now = this.#clock.now;
	}

	/** Starts as `src/main.ts` and `src/app.ts` do. Rejects if the store or the key refuses. */
	async start(): Promise<void> {
		const world = this.#world;
		const { schedule, keys, discord } = world;
		const { now, delay } = this;
		const { isTrusted } = this.#clock;
		const { isIdle = false } = this.#options;
		const line = this.#options.store ?? world.store.lineFor(this);
		const store = checkedStore(line);
		await bindSecret(store, keys.check);
		// A damaged row of an earlier format is still damaged afterwards.
		await bringToFormat(line);
		const { served } = world;
		const guilds = new GuildSettingsStore(store, world.environment, served);
		const syncRows = new SyncRows(store, { now, isTrusted });
		const claims = new ClaimStore(
			{
				store,
				clock: { now, isTrusted },
				report: { damaged: world.onDamaged },
				follow: syncRows.follow(served),
			},
			keys,
		);
		const logger = this.#logger() as Logger;
		const alerts = floor<Alerts>({
			...noAlerts,
			raise: async (guildId: string | undefined, event: Alert) => {
				if (event.kind === 'revoking-stopped') world.sometimes.note('no more purchases are revoked on a day');
				world.audit.push({ guildId, event });
			},
		});
		const report = createOperatorReport({ alerts, storeAlerts: alerts, waitingForShop: () => 0, logger });
		const market = this.#market(store, logger, report);
		const key = await market.keyCheck.look({});
		if (!isIdle && !key.ok && key.failure.kind === 'bad-key') throw new Error('The key is refused');
		if (isIdle) await market.catalog.refresh();
		const hasNews = world.newsIn.length > 0;
		// Without announcements, items are looked up only by their names.
		if (!isIdle && !hasNews) market.catalog.get = itemOf as typeof market.catalog.get;
		const discordSide = discordSideFor(this, world);
		this.services = createServices({
			store,
			claims,
			syncRows,
			guilds,
			served,
			...discordSide,
			...market,
			links: linksOfServers(guilds, discordSide.discord),
			refusedRequests: new RefusedRequests({ now }),
			audit: {
				write: (guildIds, event) => {
					if (event.kind === 'renewed') world.sometimes.note('renewed support is heard of');
					for (const guildId of [guildIds].flat()) world.audit.push({ guildId, event });
				},
				writeInto: (guildId, _, event) => void world.audit.push({ guildId, event }),
			},
			alerts: floor<Alerts>(alerts),
			logger,
			metrics: noMeasures,
			states: floor(allUp),
			limits: new Limits({ store, clock: { now } }),
			pictures: { isPicture: async () => true, fetch: async () => [] },
			doctor: { examine: async () => ({ findings: [], at: 0 }) },
			recheckDays: 30,
			shopPerMinute: 60,
			clock: { now, delay, isTrusted },
			random: schedule.dice.random,
			unguessable: world.unguessable,
		});
		discord.connect(this);
		if (isIdle) return;
		// No process is ready before Discord has responded.
		this.clockSeen(new Date(schedule.time).toUTCString());
		const rest = { get: () => discord.call(this, { where: 'gateway', effect: () => {}, lost: () => {} }) };
		this.#tasks.start(watchClock(this.#clock, store, rest, logger));
		if (hasNews) this.#tasks.start(market.catalog.task);
		this.#tasks.start(...this.services.background);
	}

	/** Stops it as a deployment does: work in flight is finished, and nothing new starts. */
	async stop(): Promise<void> {
		this.isStopping = true;
		const { services } = this;
		if (services !== undefined) {
			const { waitingRoom, syncs, statistics } = services.commands;
			waitingRoom.stop();
			await this.#tasks.stop();
			await syncs.stop();
			await statistics.settled();
		}
		this.die('stopped');
	}

	die(how: string): void {
		if (!this.isDead) this.#world.schedule.note(how, this.name);
		this.isDead = true;
	}

	step(where: string, isDone: boolean): void {
		const { schedule, crashes, onKilled } = this.#world;
		if (this.isDead || crashes === 0 || !schedule.dice.chance(crashes)) return;
		this.die(`killed ${isDone ? 'after' : 'before'} ${where}`);
		onKilled(this, isDone);
	}

	guildChanged(guildId: string): void {
		if (!this.#options.isIdle) this.services?.commands.reconciler.guildChanged(guildId).catch(() => {});
	}

	memberReturned(guildId: string, userId: string): void {
		if (!this.#options.isIdle)
			this.services?.commands.reconciler.memberReturned({ guildId, userId }).catch(() => {});
	}

	clockSeen(date: string): void {
		this.#clock.note(date);
	}

	readonly #sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		await new Promise<void>((resolve) => {
			if (signal?.aborted) return resolve();
			const end = (): void => {
				callOff();
				waking?.delete(end);
				resolve();
			};
			const waking = signal && this.#wakingBy(signal);
			const callOff = this.#world.schedule.after(ms, end);
			waking?.add(end);
		});
		if (this.running !== undefined) await this.running;
		if (this.isDead) await silence();
	};

	/**
	 * Waiters to wake on abort. They share one listener, since adding and removing listeners would cost more than the
	 * rest.
	 */
	#wakingBy(signal: AbortSignal): Set<() => void> {
		const known = this.#waking.get(signal);
		if (known !== undefined) return known;
		const waking = new Set<() => void>();
		this.#waking.set(signal, waking);
		signal.addEventListener('abort', () => {
			for (const wake of [...waking]) wake();
		});
		return waking;
	}

	#market(store: Store, logger: Logger, { keyProblem }: Pick<KeyReport, 'keyProblem'>) {
		const { schedule, shop } = this.#world;
		const clock = { now: this.now, delay: this.#sleep };
		const client = marketplaceClient({
			baseUrl: 'https://shop.example',
			apiKey: 'a key',
			body: 'form',
			clock,
			random: schedule.dice.random,
			transport: shop.lineFor(this),
		});
		const { random } = schedule.dice;
		const report = { keyProblem, keyGood() {} };
		const stopwatch = { now: () => this.#world.schedule.time };
		const limits = new Limits({ store, clock });
		return createMarketplace({ client, store, limits, logger, report, clock, stopwatch, random });
	}

	#logger(): Log {
		const { schedule } = this.#world;
		const silent = (): void => {};
		if (!schedule.isTraced) return { info: silent, warn: silent, error: silent, debug: silent };
		const note = (fields: unknown, message?: string): void =>
			schedule.note('    log', this.name, message ?? '', shown(fields));
		return { info: silent, debug: silent, warn: note, error: note };
	}
}

function shown(fields: unknown): string {
	const { err, ...rest } = fields as { err?: unknown };
	return `${err === undefined ? '' : String(err)} ${JSON.stringify(rest)}`;
}
