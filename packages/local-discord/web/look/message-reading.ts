/** What is read, seen and followed on a message. */
export interface MessageReading {
	/** The author's line and the body, line by line. */
	readonly text: string;
	/** What screen readers say of its pictures and videos, in their order. */
	readonly alts: readonly string[];
	/** Where its link buttons lead. */
	readonly links: readonly string[];
}
