import type { APIMessage } from 'discord-api-types/v10';

/** The ids of the place in which the messages are written. */
export interface LookPlace {
	readonly userId: string;
	readonly roleId: string;
	readonly channelId: string;
	readonly otherChannelId: string;
	readonly guildId: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

export interface LookMessage {
	/** As a bot sends it. */
	readonly body: object;
	/** Files sent along, by name. */
	readonly files?: Readonly<Record<string, Uint8Array>>;
	/**
	 * Changes that no bot can bring about by sending a message: a reply, a deferral, a component that is yet to be
	 * invented.
	 */
	readonly turned?: (message: APIMessage) => APIMessage;
}

/** Messages of one kind, drawn on one picture. */
export interface LookPicture {
	/** Of the file: `buttons`. */
	readonly name: string;
	readonly title: string;
	/** The picture in words, for readers who can't see it. */
	readonly alt: string;
	readonly messages: (place: LookPlace) => readonly LookMessage[];
}

/** A body of Components V2. */
export function v2(...components: readonly object[]): {
	readonly flags: number;
	readonly components: readonly object[];
} {
	return { flags: 1 << 15, components };
}

export const text = (content: string) => ({ type: 10, content });
