/** What drawing needs to know of the place and the time that a message is seen in. */
export interface DrawContext {
	/** Columns of the terminal. */
	readonly width: number;
	/** Whether colours are welcome. */
	readonly colour: boolean;
	/** Milliseconds since the epoch: "in 3 days" is counted from here. */
	readonly now: number;
	/** An IANA time zone such as `Europe/Berlin`. */
	readonly timeZone: string;
	/** The name behind a mention; undefined where it is unknown. */
	readonly nameOf: (kind: 'user' | 'role' | 'channel', id: string) => string | undefined;
}
