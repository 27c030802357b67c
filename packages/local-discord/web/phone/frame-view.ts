import type { PagePerson } from '../../src/page/protocol.js';

/** Whom a frame shows, where, and how. */
export interface FrameView {
	/** As `keyOf` gives it. */
	readonly personKey: string;
	/** A channel, thread or direct conversation; undefined is the server's first channel. */
	readonly channelId: string | undefined;
	/** Undefined is what the system prefers. */
	readonly theme: 'light' | 'dark' | undefined;
}

/** How a frame names whom it acts as: one user can be there several times, once for each server. */
export function keyOf(person: Pick<PagePerson, 'userId' | 'guildId'>): string {
	return `${person.userId}/${person.guildId}`;
}
