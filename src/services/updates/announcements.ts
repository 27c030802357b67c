import { z } from 'zod';
import type { Places } from '../../floors.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import { Deliveries, postSchema } from '../../messages/deliveries.js';
import type { Mailbox } from '../../messages/mailbox.js';
import type { GuildSettings } from '../../servers/guild-settings.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';
import { keptMs, type NewsBatch, readNews, recordNews } from './item-news.js';

export interface AnnouncedItem {
	readonly item: ListedItem;
	/** The version that is announced; undefined if the item has none. */
	readonly version: string | undefined;
	/** False for a version of a known item. */
	readonly isNew: boolean;
}

/** The news of one list. */
export interface UpdateLetter {
	readonly kind: 'updates';
	/** The role that it mentions, if it still exists. */
	readonly roleId: string | undefined;
	/** Identifies it in its channel. */
	readonly seq: number;
	/** At least one. */
	readonly news: readonly AnnouncedItem[];
}

/** How far each server has got in the log of news. A damaged row starts anew: older news is dropped anyway. */
export const announcedKind = defineKind({
	prefix: 'announced:',
	schema: z.strictObject({
		v: z.literal(1),
		/** The latest batch that was announced, or dropped. */
		after: z.int().min(0),
		/** The batch that is being announced. */
		seq: z.int().min(1).optional(),
		post: postSchema.optional(),
	}),
});
type Announced = RowOf<typeof announcedKind>;

type Updates = NonNullable<GuildSettings['updates']>;

const nothing: Announced = { v: 1, after: 0 };

type Floor = Places & { readonly mailbox: Mailbox<UpdateLetter> };

/** Announces new items and versions in the servers that chose a channel: one message for each list with news. */
export class Announcements extends Deliveries<Announced, UpdateLetter> {
	readonly #floor: Floor;
	#loadedAt: number | undefined;

	constructor(floor: Floor) {
		const next = ({ after, seq = after }: Announced): Announced => ({ v: 1, after: seq });
		super(
			{
				name: 'updates',
				rows: new Table(announcedKind, floor.store),
				round: () => this.#round(),
				letter: (row, guildId) => this.#letter(row, guildId),
				shown: (row) => (row.seq === undefined ? undefined : next(row)),
				closed: next,
			},
			floor,
		);
		this.#floor = floor;
	}

	/** Looks at the items after each load, too. */
	override start(): void {
		this.#floor.catalog.follow(() => this.wake());
		super.start();
	}

	async #round(): Promise<void> {
		// News of a wrong time would never be announced, or be deleted before they are.
		if (!this.#floor.clock.isTrusted()) return;
		// Recorded news is announced even if the items that were seen before can't be read.
		await this.#compare().catch((err: unknown) =>
			this.#floor.logger.warn({ err }, 'The list of items could not be compared'),
		);
		const { guilds, served, catalog } = this.#floor;
		const batches = await this.#batches();
		if (batches.length === 0 || catalog.snapshot().state === 'loading') return;
		for await (const { guildId, settings } of guilds.all()) {
			const { updates } = settings;
			if (this.signal.aborted) return;
			if (updates === undefined || !served.serves(guildId) || this.isPaused(guildId)) continue;
			await this.#announceIn(guildId, updates, batches);
		}
	}

	async #compare(): Promise<void> {
		const { items, loadedAt } = this.#floor.catalog.snapshot();
		if (loadedAt === this.#loadedAt) return;
		await recordNews(items, this.#floor);
		this.#loadedAt = loadedAt;
	}

	/** In order: while one can't be sent, the later ones wait. A failure in one server doesn't affect the others. */
	async #announceIn(guildId: string, updates: Updates, batches: readonly NewsBatch[]): Promise<void> {
		for (;;) {
			const { seq, after } = (await this.rows.get(guildId)) ?? nothing;
			const next = batches.find((batch) => batch.seq > after && this.#newsFor(updates, batch)?.length !== 0);
			if (seq === undefined) {
				if (next === undefined) return;
				await this.rows.change(guildId, (row = nothing) =>
					row.seq === undefined && row.after === after ? { ...row, seq: next.seq } : undefined,
				);
			}
			const outcome = await this.attempt(guildId);
			if (outcome === 'waits') return;
			if (outcome === 'closed')
				this.#floor.logger.warn(
					{ guildId, channelId: updates.channelId },
					'The updates channel does not accept messages',
				);
		}
	}

	/** The news of the last day. */
	async #batches(): Promise<readonly NewsBatch[]> {
		const now = this.clock.now();
		const log = await readNews(this.#floor.store);
		return log?.batches.filter(({ at }) => now - at < keptMs) ?? [];
	}

	async #letter({ seq }: Announced, guildId: string) {
		const { updates } = await this.#floor.guilds.get(guildId);
		const batch = (await this.#batches()).find((it) => it.seq === seq);
		if (batch === undefined || updates === undefined) return 'none';
		const news = this.#newsFor(updates, batch);
		if (news === undefined) return 'waits';
		if (news.length === 0) return 'none';
		const { channelId, roleId } = updates;
		return {
			place: { guildId, channelId },
			letter: { kind: 'updates' as const, seq: batch.seq, roleId, news },
		};
	}

	/** The news of the chosen categories, about items that are still listed. Undefined while this process is behind. */
	#newsFor({ since, categories }: Updates, { at, news }: NewsBatch): readonly AnnouncedItem[] | undefined {
		const { catalog } = this.#floor;
		const { loadedAt = 0 } = catalog.snapshot();
		if (at < since) return [];
		// Another process has found news about items that this one will only see in its next list.
		if (loadedAt < at && news.some(({ id }) => catalog.get(id) === undefined)) return undefined;
		return news.flatMap(({ id, version, isNew = false }) => {
			const item = catalog.get(id);
			if (item === undefined || categories?.includes(item.category) === false) return [];
			return [{ item, version, isNew }];
		});
	}
}
