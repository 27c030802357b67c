/** A message as a person reads, sees and follows it. */
export interface MessageReading {
	/** The author's line and the body, line by line. */
	readonly text: string;
	/** Screen readers' descriptions of its pictures and videos, in order. */
	readonly alts: readonly string[];
	/** Where its link buttons lead. */
	readonly links: readonly string[];
}
