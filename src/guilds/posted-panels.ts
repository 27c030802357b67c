import type { ListedStore } from '../storage/update.js';
import type { GuildQueries } from './guild-queries.js';
import { panelSchema } from './panels.js';

/** A message with which members verify: the one remembered for its channel. */
export interface PostedPanel {
	readonly channelId: string;
	readonly messageId: string;
}

/** More panels are unlikely, and each costs a request. */
const maxPanels = 5;

export class PostedPanels {
	readonly #store: Pick<ListedStore, 'list'>;
	readonly #discord: Pick<GuildQueries, 'isPanelThere'>;

	constructor(store: Pick<ListedStore, 'list'>, discord: Pick<GuildQueries, 'isPanelThere'>) {
		this.#store = store;
		this.#discord = discord;
	}

	/** The panels whose message has not been deleted. Rejects with the store's errors. */
	async of(guildId: string): Promise<readonly PostedPanel[]> {
		const prefix = `panel:${guildId}:`;
		const panels: PostedPanel[] = [];
		for await (const { key, value } of this.#store.list(prefix)) {
			const stored = panelSchema.safeParse(value).data;
			if (stored !== undefined)
				panels.push({ channelId: key.slice(prefix.length), messageId: stored.messageId });
		}
		const looked = panels.slice(0, maxPanels);
		const areThere = await Promise.all(looked.map((panel) => this.#discord.isPanelThere(panel)));
		return looked.filter((_, index) => areThere[index]);
	}
}
