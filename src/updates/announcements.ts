import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { nonceOf } from '../base/nonce.js';
import { timestamp } from '../base/row-fields.js';
import type { ClockGuard } from '../base/time/clock-guard.js';
import { type BackgroundTask, PeriodicTask } from '../base/time/periodic-task.js';
import type { GuildSettings, GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Catalog } from '../marketplace/catalog.js';
import type { ListedItem } from '../marketplace/schemas.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
import { recordNews } from './item-news.js';
import { keptMs, type NewsBatch, readNews } from './news-log.js';

export interface AnnouncedItem {
	readonly item: ListedItem;
	/** The version that is announced; undefined if the item has none. */
	readonly version: string | undefined;
	/** False for a version of a known item. */
	readonly isNew: boolean;
}

/** The news of one list for one server. */
export interface Announcement {
	readonly guildId: string;
	readonly channelId: string;
	/** The role that it mentions, if it still exists. */
	readonly roleId: string | undefined;
	/** Identifies it in its channel. */
	readonly seq: number;
	/** At least one. */
	readonly news: readonly AnnouncedItem[];
}

/** Posts announcements. Rejects with Discord's errors if the outcome is unknown. */
export interface UpdateBoard {
	/** True if an earlier request has posted it after that time, in milliseconds since the epoch. */
	find(announcement: Announcement, since: number): Promise<boolean>;
	/**
	 * @param nonce at most 25 characters
	 * @returns `refused` if the channel was deleted or the bot may not post there
	 */
	post(announcement: Announcement, nonce: string): Promise<'posted' | 'refused'>;
}

/**
 * How far each server has got in the log of news. A damaged row would keep the server silent, and everything older than
 * a day is dropped anyway.
 */
export const announcedKind = defineKind({
	prefix: 'announced:',
	schema: z.strictObject({
		v: z.literal(1),
		/** The latest batch that was announced, or dropped. */
		after: z.int().min(0),
		/** The batch of which a request may be in flight, or was when the process died, and when that request began. */
		sending: z.strictObject({ seq: z.int().min(1), at: timestamp }).optional(),
	}),
});
type Announced = RowOf<typeof announcedKind>;

type Updates = NonNullable<GuildSettings['updates']>;

export interface AnnouncementsParts {
	readonly store: ListedStore;
	readonly catalog: Pick<Catalog, 'follow' | 'snapshot' | 'get'>;
	readonly board: UpdateBoard;
	readonly guilds: Pick<GuildSettingsStore, 'all'>;
	/** Nothing is announced in servers that this process does not serve. */
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly clockGuard: Pick<ClockGuard, 'isTrusted'>;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly clock: Clock;
}

const nothing: Announced = { v: 1, after: 0 };

const againMs = 60_000;
/** A request that takes longer belongs to a dead process. */
const callMs = 5_000;
/** The pause after a failure in a server, doubled with each further one. */
const pauseMs = { first: againMs, max: 60 * 60_000 };

/**
 * Announces new items and versions in the servers that chose a channel for them: one message for each list with news,
 * recorded before it is sent, so that a kill loses none and none is sent twice.
 */
export class Announcements implements BackgroundTask {
	readonly name = 'updates';
	readonly #parts: AnnouncementsParts;
	readonly #rows: Table<Announced>;
	/** Looks at the items immediately, after each load, and once a minute for what has failed. */
	readonly #task: PeriodicTask;
	/** Servers in which Discord has failed, and when they are tried again. */
	readonly #paused = new Map<string, { readonly until: number; readonly ms: number }>();
	#loadedAt: number | undefined;

	constructor(parts: AnnouncementsParts) {
		const { logger, clock } = parts;
		this.#parts = parts;
		this.#rows = new Table(announcedKind, parts.store);
		this.#task = new PeriodicTask({
			name: this.name,
			everyMs: againMs,
			work: () => this.#pass(),
			logger,
			clock,
		});
	}

	start(): void {
		this.#parts.catalog.follow(() => this.#task.wake());
		this.#task.start();
	}

	/** Finishes the request in flight. */
	async stop(): Promise<void> {
		await this.#task.stop();
	}

	async #pass(): Promise<void> {
		// News of a wrong time would never be announced, or be deleted before they are.
		if (!this.#parts.clockGuard.isTrusted()) return;
		await this.#compare();
		await this.#announceAll();
	}

	async #compare(): Promise<void> {
		const { items, loadedAt } = this.#parts.catalog.snapshot();
		if (loadedAt === this.#loadedAt) return;
		await recordNews(items, this.#parts);
		this.#loadedAt = loadedAt;
	}

	async #announceAll(): Promise<void> {
		const { store, guilds, served, catalog, clock } = this.#parts;
		const now = clock.now();
		const batches = (await readNews(store))?.batches.filter(({ at }) => Math.abs(now - at) < keptMs) ?? [];
		if (batches.length === 0 || catalog.snapshot().state === 'loading') return;
		for await (const { guildId, settings } of guilds.all()) {
			const { updates } = settings;
			if (this.#task.signal.aborted) return;
			if (updates === undefined || !served.serves(guildId)) continue;
			if (!this.#isPaused(guildId)) await this.#announceIn(guildId, updates, batches);
		}
	}

	/** In order: while one can't be sent, the later ones wait. A failure in one server doesn't affect the others. */
	async #announceIn(guildId: string, updates: Updates, batches: readonly NewsBatch[]): Promise<void> {
		try {
			const { after } = await this.#progressOf(guildId);
			for (const batch of batches.filter(({ seq }) => seq > after)) {
				if (this.#task.signal.aborted || !(await this.#announce(guildId, updates, batch))) return;
			}
			this.#paused.delete(guildId);
		} catch (error) {
			const { ms } = this.#paused.get(guildId) ?? { ms: 0 };
			const next = Math.min(Math.max(pauseMs.first, 2 * ms), pauseMs.max);
			this.#paused.set(guildId, { until: this.#parts.clock.now() + next, ms: next });
			this.#parts.logger.warn({ err: error, guildId }, 'Updates could not be announced yet');
		}
	}

	/** @returns false if it has to wait: another process is about it, or knows items that this one has yet to load */
	async #announce(guildId: string, updates: Updates, batch: NewsBatch): Promise<boolean> {
		const { board, logger, clock } = this.#parts;
		const { seq } = batch;
		const { channelId, roleId } = updates;
		if (this.#isBehind(batch)) return false;
		const news = this.#newsFor(updates, batch);
		if (news.length === 0) return true;
		let row = await this.#progressOf(guildId);
		if (seq <= row.after) return true;
		if (row.sending?.seq === seq) {
			// Another process may be working on it. A time in the future was written before a clock was set back.
			const age = Math.abs(clock.now() - row.sending.at);
			if (age < callMs) await clock.delay(callMs - age, this.#task.signal);
			const { at } = row.sending;
			row = await this.#progressOf(guildId);
			if (row.sending?.seq !== seq || row.sending.at !== at || this.#task.signal.aborted) return false;
		}
		const announcement = { guildId, channelId, roleId, seq, news };
		const wasSent = row.sending?.seq === seq && (await board.find(announcement, row.sending.at));
		if (!wasSent) {
			const sending: Announced = { v: 1, after: row.after, sending: { seq, at: clock.now() } };
			if (!(await this.#replace(guildId, row, sending))) return false;
			row = sending;
			const outcome = await board.post(announcement, nonceOf(guildId, String(seq)));
			if (outcome === 'refused') {
				logger.warn({ guildId, channelId }, 'The updates channel does not accept messages');
			}
		}
		return await this.#replace(guildId, row, { v: 1, after: seq });
	}

	async #progressOf(guildId: string): Promise<Announced> {
		return (await this.#rows.get(guildId)) ?? nothing;
	}

	/** @returns false if another process has changed it meanwhile */
	async #replace(guildId: string, expected: Announced, next: Announced): Promise<boolean> {
		const changed = await this.#rows.change(guildId, (row = nothing) =>
			isDeepStrictEqual(row, expected) ? next : undefined,
		);
		return changed !== undefined;
	}

	/** True if another process found news about items that this one will only see in its next list. */
	#isBehind({ at, news }: NewsBatch): boolean {
		const { catalog } = this.#parts;
		const { loadedAt = 0 } = catalog.snapshot();
		return loadedAt < at && news.some(({ id }) => catalog.get(id) === undefined);
	}

	/** The news of the chosen categories, about items that are still listed. */
	#newsFor({ since, categories }: Updates, { at, news }: NewsBatch) {
		if (at < since) return [];
		return news.flatMap(({ id, version, isNew = false }) => {
			const item = this.#parts.catalog.get(id);
			if (item === undefined || categories?.includes(item.category) === false) return [];
			return [{ item, version, isNew }];
		});
	}

	#isPaused(guildId: string): boolean {
		const left = (this.#paused.get(guildId)?.until ?? 0) - this.#parts.clock.now();
		// A longer pause comes from a clock that was set back.
		return left > 0 && left <= pauseMs.max;
	}
}
