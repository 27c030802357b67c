import type { PageGuild, PagePerson } from '../src/page/protocol.js';
import type { Store } from './store.js';

/** A viewer's sight: everything that turns raw message JSON into readable text. */
export interface Sight {
	readonly viewer: PagePerson;
	/** The server that the viewer is looking at; undefined in a direct conversation. */
	readonly guild: PageGuild | undefined;
	/** The viewer's language, for times, dates, commands and the client's own words. */
	readonly locale: string;
	/** An IANA time zone such as `Europe/Berlin`. */
	readonly timeZone: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** The same at the moment of the call, for texts that change while they are shown. */
	readonly clock: () => number;
	/** The name behind a mention; undefined if it is unknown. */
	readonly nameOf: (kind: 'user' | 'role' | 'channel', id: string) => string | undefined;
	/** `#rrggbb` of a member's highest colored role, or of a role; undefined if there is none. */
	readonly colourOf: (kind: 'user' | 'role', id: string) => string | undefined;
	/** The local replacement for an external address; the address itself if there is none. */
	readonly standInFor: (address: string) => string;
	/** The page's own address of an image, video or file; undefined if it is external. */
	readonly mediaUrl: (address: string) => string | undefined;
}

/** Handlers of the viewer's presses on a message. */
export interface MessageActs {
	readonly press: (messageId: string, customId: string) => void;
	readonly select: (messageId: string, customId: string, values: readonly string[]) => void;
	/** Opens a member's context menu next to the element. */
	readonly openMember: (userId: string, beside: Element) => void;
	/** Passes a pressed command mention on to the composer. */
	readonly typeCommand: (name: string) => void;
}

/** A color of the API as `#rrggbb`. */
export function hexOf(colour: number): string {
	return `#${colour.toString(16).padStart(6, '0')}`;
}

/** The current sight of `viewer` in `guild`. */
export function sightOf(store: Store, viewer: PagePerson, guild: PageGuild | undefined): Sight {
	const members = new Map(guild?.members.map((member) => [member.userId, member]));
	const rolesFromAbove = guild?.roles.toReversed() ?? [];
	const hex = (colour: number) => (colour === 0 ? undefined : hexOf(colour));
	const { world } = store;
	const standInFor = (address: string) => {
		const [start, here] =
			Object.entries(world?.standIns ?? {}).find(([start]) => address.startsWith(start)) ?? [];
		return start === undefined ? address : `${here}${address.slice(start.length)}`;
	};
	return {
		viewer,
		guild,
		locale: viewer.locale,
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		now: store.now(),
		clock: store.now,
		nameOf(kind, id) {
			if (kind === 'user') {
				if (id === world?.applicationId) return world.botName;
				return members.get(id)?.name ?? store.people.find(({ userId }) => userId === id)?.name;
			}
			return (kind === 'role' ? guild?.roles : guild?.channels)?.find((it) => it.id === id)?.name;
		},
		colourOf(kind, id) {
			if (kind === 'role') return hex(guild?.roles.find((role) => role.id === id)?.color ?? 0);
			const held = members.get(id)?.roleIds ?? [];
			return hex(rolesFromAbove.find((role) => held.includes(role.id) && role.color !== 0)?.color ?? 0);
		},
		standInFor,
		mediaUrl(address) {
			const here = standInFor(address);
			if (world === undefined || !URL.canParse(here)) return undefined;
			if (!world.mediaOrigins.includes(new URL(here).origin)) return undefined;
			return `/media/${world.mediaKey}?url=${encodeURIComponent(here)}`;
		},
	};
}
