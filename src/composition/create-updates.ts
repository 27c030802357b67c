import { Announcements, type AnnouncementsParts } from '../updates/announcements.js';
import { ItemMemory } from '../updates/item-memory.js';
import { ItemNews, type ItemNewsParts } from '../updates/item-news.js';
import { NewsLog } from '../updates/news-log.js';
import type { DiscordPort } from './discord-port.js';

/** Announcements of new items and versions. Nothing is started yet. */
export function createUpdates(
	parts: Omit<AnnouncementsParts, 'news' | 'log' | 'board'> &
		Pick<ItemNewsParts, 'logger'> & { readonly port: Pick<DiscordPort, 'updateBoard'> },
): Announcements {
	const log = new NewsLog(parts.store);
	const news = new ItemNews({ ...parts, memory: new ItemMemory(parts.store), log });
	return new Announcements({ ...parts, news, log, board: parts.port.updateBoard });
}
