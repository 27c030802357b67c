import type { PageGuild } from '../../src/page/protocol.js';

/** A viewer's sight as data: functions don't get from a test into a browser. */
export interface SightData {
	readonly locale: string;
	readonly timeZone: string;
	readonly now: number;
	readonly isLight: boolean;
	/** By the ids of users, roles and channels. */
	readonly names: Readonly<Record<string, string>>;
	/** `#rrggbb`, by the ids of users and roles. */
	readonly colours: Readonly<Record<string, string>>;
	/** The origin of pictures that the page itself serves. */
	readonly mediaOrigin: string | undefined;
	readonly guild?: PageGuild;
}
