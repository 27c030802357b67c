import type { ListedStore } from '../storage/update.js';
import type { GuildQueries } from './guild-queries.js';
import { panelSchema } from './panels.js';

/** A message with which members verify, in the one channel that it is remembered for. */
export interface PostedPanel {
	readonly channelId: string;
	readonly messageId: string;
}

/** More are nobody's, and each costs a request. */
const mostLookedAt = 5;

/** Which panels a guild has now. */
export class PostedPanels {
	readonly #store: Pick<ListedStore, 'list'>;
	readonly #discord: Pick<GuildQueries, 'isPanelThere'>;

	constructor(store: Pick<ListedStore, 'list'>, discord: Pick<GuildQueries, 'isPanelThere'>) {
		this.#store = store;
		this.#discord = discord;
	}

	/** Those whose message has not been deleted. Rejects with the store's errors. */
	async of(guildId: string): Promise<readonly PostedPanel[]> {
		const prefix = `panel:${guildId}:`;
		const panels: PostedPanel[] = [];
		for await (const { key, value } of this.#store.list(prefix)) {
			const stored = panelSchema.safeParse(value).data;
			if (stored !== undefined)
				panels.push({ channelId: key.slice(prefix.length), messageId: stored.messageId });
		}
		const looked = panels.slice(0, mostLookedAt);
		const areThere = await Promise.all(looked.map((panel) => this.#discord.isPanelThere(panel)));
		return looked.filter((_, index) => areThere[index]);
	}
}
