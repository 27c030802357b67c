import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { snowflake } from '../base/row-fields.js';
import { update, type ValueStore } from '../storage/update.js';

const homeKey = 'meta:home';
const servedKey = 'meta:served';
const generation = z.int().positive();

export const homeSchema = z.strictObject({ v: z.literal(1), home: snowflake, generation });
export const servedSchema = z.strictObject({
	v: z.literal(1),
	list: z.array(snowflake),
	generation,
	/** Every guild is served; absent if only listed ones are. */
	every: z.boolean().optional(),
});

/** The home guild. `generation` counts its moves, from 1. */
export type HomeNote = z.infer<typeof homeSchema>;

/** The list of the latest start. `generation` counts the starts, from 1. */
export type ServedNote = z.infer<typeof servedSchema>;

/** The guilds that one process is configured to serve. */
export interface GuildList {
	readonly ids: readonly string[];
	/** All others are served too. */
	readonly every: boolean;
}

/**
 * The stored notes on home and the served guilds, shared by all processes. Rejects with the store's errors, and with
 * StoreCorruptError on a damaged note.
 */
export class ServedGuildsStore {
	readonly #store: ValueStore;

	constructor(store: ValueStore) {
		this.#store = store;
	}

	/** Undefined if no home is known yet. */
	async home(): Promise<HomeNote | undefined> {
		return parse(homeSchema, await this.#store.get(homeKey));
	}

	/** How often home has moved; undefined if this guild is not home. */
	async generationOf(guildId: string): Promise<number | undefined> {
		const note = await this.home();
		return note?.home === guildId ? note.generation : undefined;
	}

	/**
	 * Notes a first home, or one that replaces `former`.
	 * @returns the effective note: an earlier one is kept
	 */
	async noteHome(guildId: string, former?: string): Promise<HomeNote> {
		return await update(this.#store, homeKey, (stored) => {
			const known = parse(homeSchema, stored);
			// A restart under the same home is no move: the generation stays.
			const stays = known !== undefined && (known.home === guildId || known.home !== former);
			if (stays) return { result: known };
			const first: HomeNote = { v: 1, home: guildId, generation: (known?.generation ?? 0) + 1 };
			return { next: first, result: first };
		});
	}

	async moveHome(guildId: string): Promise<HomeNote> {
		return await update(this.#store, homeKey, (stored) => {
			const { generation: moves = 0 } = parse(homeSchema, stored) ?? {};
			const moved: HomeNote = { v: 1, home: guildId, generation: moves + 1 };
			return { next: moved, result: moved };
		});
	}

	/** Undefined if no bot has started on this store yet. */
	async served(): Promise<ServedNote | undefined> {
		return parse(servedSchema, await this.#store.get(servedKey));
	}

	/** Notes the list of a start: the last start wins. */
	async noteServed({ ids, every }: GuildList): Promise<ServedNote> {
		return await update(this.#store, servedKey, (stored) => {
			const { generation: starts = 0 } = parse(servedSchema, stored) ?? {};
			const next: ServedNote = {
				v: 1,
				list: [...ids],
				generation: starts + 1,
				...(every && { every }),
			};
			return { next, result: next };
		});
	}
}

function parse<Note>(schema: z.ZodType<Note>, stored: unknown): Note | undefined {
	if (stored === undefined) return undefined;
	const parsed = schema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError('The database’s note of the served servers is damaged', {
		cause: parsed.error,
	});
}
