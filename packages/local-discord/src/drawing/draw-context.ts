/** The place and time in which a message is seen. */
export interface DrawContext {
	/** Columns of text. Default 80. */
	readonly width: number;
	/** Uses colors. Default false. */
	readonly colour: boolean;
	/** Milliseconds since the epoch, from which "in 3 days" is counted. Default: now. */
	readonly now: number;
	/** An IANA time zone such as `Europe/Berlin`. Default `UTC`. */
	readonly timeZone: string;
	/** The language of times and dates, such as `de`. Default `en-GB`. */
	readonly locale: string;
	/** The name behind a mention; undefined if it is unknown. By default, all are unknown. */
	readonly nameOf: (kind: 'user' | 'role' | 'channel', id: string) => string | undefined;
}

/** A context with its defaults. */
export function contextOf(given: Partial<DrawContext>): DrawContext {
	return {
		width: 80,
		colour: false,
		now: Date.now(),
		timeZone: 'UTC',
		locale: 'en-GB',
		nameOf: () => undefined,
		...given,
	};
}
