import { z } from 'zod';
import type { Stage } from '../../stage.js';
import { groupsOf } from './mask-row.js';
import { readRows } from './read-rows.js';
import { actsOf, settled, type WorldPart } from './world-part.js';
import type { DatabaseActs, DatabaseState } from './world-state.js';

/** After an interaction the bot still writes for a moment. */
const settleMs = 700;

export interface DatabasePartOptions {
	readonly discord: Stage['discord'];
	/** The bot's SQLite file. */
	readonly file: string;
	/** True while a page is open. */
	readonly isWatched: () => boolean;
	readonly onChange: (state: DatabaseState) => void;
}

/** The bot's stored rows, as a thief of the file would find them. */
export class DatabasePart implements WorldPart {
	readonly name = 'database';
	readonly acts: WorldPart['acts'] = actsOf<DatabaseActs>({
		'database-read': { args: z.object({}), run: () => this.#read() },
	});
	readonly #options: DatabasePartOptions;
	readonly #readLater: ReturnType<typeof settled>;
	readonly #unfollow: (() => void)[];
	#state: DatabaseState = { readAt: undefined, size: 0, groups: [], problem: undefined };

	constructor(options: DatabasePartOptions) {
		this.#options = options;
		this.#readLater = settled(() => {
			if (options.isWatched()) void this.#read();
		}, settleMs);
		this.#unfollow = (['interaction-acknowledged', 'message-edited', 'guild-changed'] as const).map((type) =>
			options.discord.events.on(type, () => this.#readLater()),
		);
	}

	state(): DatabaseState {
		return this.#state;
	}

	close(): void {
		for (const end of this.#unfollow) end();
		this.#readLater.cancel();
	}

	async #read(): Promise<void> {
		const { discord, file, onChange } = this.#options;
		const readAt = discord.now();
		try {
			const { rows, size } = await readRows(file);
			const groups = groupsOf(rows, (id) => nameOf(discord, id));
			this.#state = { readAt, size, groups, problem: undefined };
		} catch (error) {
			const problem = error instanceof Error ? error.message : String(error);
			this.#state = { ...this.#state, readAt, problem };
		}
		onChange(this.#state);
	}
}

function nameOf(discord: Stage['discord'], id: string): string | undefined {
	for (const guild of discord.guilds.values()) {
		if (guild.id === id) return guild.name;
		const user = guild.nameOf('user', id);
		if (user !== undefined) return `@${user}`;
		const channel = guild.nameOf('channel', id);
		if (channel !== undefined) return `#${channel}`;
		const role = guild.nameOf('role', id);
		if (role !== undefined) return `role ${role}`;
	}
	return undefined;
}
