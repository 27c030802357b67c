/** The names under which `/privacy` shows rows about a person. */
export type PersonalName = 'refusals' | 'notices' | 'lookUps' | 'disputes';

/** A row about a person, as `/privacy` shows it to them. */
export interface PersonalRow {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly guildId?: string | undefined;
	/** The kind's own word for it, such as `taken`. */
	readonly what: string;
	readonly note?: string | undefined;
}
