/** A channel, or a member. The guild decides the language, and is undefined only for messages to operators. */
export type Place =
	| { readonly guildId: string; readonly channelId: string }
	| { readonly guildId: string | undefined; readonly userId: string };

export interface SentMessage {
	readonly channelId: string;
	readonly messageId: string;
	/** The names of the files that it was sent with; absent without any. */
	readonly files?: string[] | undefined;
}

export interface LetterFile {
	readonly name: string;
	readonly attachment: Buffer;
}

export interface Sent extends SentMessage {
	/** False if only the first line was sent, which phones push: an edit shows the rest. */
	readonly isWhole: boolean;
	/** Discord accepted it only without its links and pictures. */
	readonly isBare?: boolean;
}

/** `gone`, `lost`: the message or its channel was deleted. `worn`: it was edited too often. */
export type Edited = 'edited' | 'bare' | 'gone' | 'lost' | 'worn';

/**
 * Sends messages to Discord, in the language of their place. Rejects with Discord's errors if the outcome is unknown.
 * `closed`: the place was deleted, or refuses the bot. `later`: Discord asks to wait, and nothing was done.
 */
export interface Mailbox<Letter> {
	/** The mark by which `find` recognizes the letter, as it would be sent now. */
	markOf(place: Place, letter: Letter): Promise<string>;
	/** Finds a message of the bot that has one of the marks, and was sent since then, in milliseconds since the epoch. */
	find(place: Place, marks: readonly string[], since: number): Promise<SentMessage | 'later' | undefined>;
	/** Leaves out files that are refused there. `nonce`: at most 25 characters; Discord ignores a repeat for minutes. */
	send(
		place: Place,
		letter: Letter,
		nonce: string,
		files?: readonly LetterFile[],
	): Promise<Sent | 'closed' | 'later'>;
	/** Removes the files that the letter no longer shows. */
	edit(place: Place, message: SentMessage, letter: Letter): Promise<Edited | 'closed' | 'later'>;
	/** Deletes a message. Never rejects. */
	remove(place: Place, message: SentMessage): Promise<void>;
}

/** A file that a member has put into a form. The address is Discord's, and expires. */
export interface Upload {
	readonly address: string;
	readonly size: number;
}

/** The pictures among members' uploads: PNG, JPEG and WebP, of at most 8 MiB. */
export interface Pictures {
	/** Tells pictures by their first bytes. True if Discord doesn't respond, so that `fetch` decides. Never rejects. */
	isPicture(upload: Upload): Promise<boolean>;
	/** Downloads pictures. Skips what has expired or is none; rejects if Discord doesn't respond. */
	fetch(addresses: readonly string[]): Promise<readonly LetterFile[]>;
}
