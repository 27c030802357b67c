import type { DrawContext } from '@claimcheck/local-discord/drawing/draw-context';
import type { Guild } from '@claimcheck/local-discord/guild';
import type { Screen } from './screen.js';

/** How messages of this server look on this screen at this moment, with so many columns left free at the side. */
export function sightOf(guild: Guild, screen: Screen, indent = 0): DrawContext {
	return {
		width: screen.width - indent,
		colour: screen.colour,
		now: Date.now(),
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		nameOf: (kind, id) => nameIn(guild, kind, id),
	};
}

/** The name behind an id of this server; undefined where it isn't there (any more). */
export function nameIn(guild: Guild, kind: 'user' | 'role' | 'channel', id: string): string | undefined {
	switch (kind) {
		case 'user':
			return guild.members.get(id)?.user.displayName;
		case 'role':
			return guild.roles.get(id)?.name;
		case 'channel':
			return guild.channels.get(id)?.name;
	}
}
