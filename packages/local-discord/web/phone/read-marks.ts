import type { PagePerson } from '../../src/page/protocol.js';
import type { Store } from '../store.js';

/** How far each person has read each channel, for as long as the page is open. */
export class ReadMarks {
	readonly #marks = new Map<string, string>();
	/** Messages that existed when the page was opened count as read. */
	#startId: string;

	constructor(startId = '0') {
		this.#startId = startId;
	}

	/** The last message of the channel that the person has seen. */
	lastRead(userId: string, channelId: string): string {
		return this.#marks.get(`${userId} ${channelId}`) ?? this.#startId;
	}

	markRead(userId: string, channelId: string, messageId: string): void {
		if (isAfter(messageId, this.lastRead(userId, channelId))) {
			this.#marks.set(`${userId} ${channelId}`, messageId);
		}
	}
}

/** True if a snowflake is newer than another: they are decimal numbers too big for a double. */
export function isAfter(id: string, other: string): boolean {
	return id.length === other.length ? id > other : id.length > other.length;
}

export function unreadIn(
	channelId: string,
	viewer: PagePerson,
	{ store, marks }: { readonly store: Pick<Store, 'messages'>; readonly marks: ReadMarks },
): number {
	const lastRead = marks.lastRead(viewer.userId, channelId);
	let count = 0;
	for (const { message, visibleTo } of (store.messages.get(channelId) ?? []).toReversed()) {
		if (!isAfter(message.id, lastRead)) break;
		if (visibleTo === undefined || visibleTo === viewer.userId) count += 1;
	}
	return count;
}
