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

/** True if a snowflake is younger than another: decimal numbers too big for a double. */
export function isAfter(id: string, other: string): boolean {
	return id.length === other.length ? id > other : id.length > other.length;
}
