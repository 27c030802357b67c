import type { ListedItem } from '../marketplace/schemas.js';

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
