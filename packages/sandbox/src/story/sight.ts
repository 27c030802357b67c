import type { Guild } from '@claimcheck/local-discord';
import { contextOf, type DrawContext } from '@claimcheck/local-discord/drawing/draw-context';
import type { Screen } from './screen.js';

/** How messages of this server look on this screen at this moment, with so many columns left free at the side. */
export function sightOf(guild: Guild, screen: Screen, indent = 0): DrawContext {
	return contextOf({
		width: screen.width - indent,
		colour: screen.colour,
		now: Date.now(),
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		nameOf: guild.nameOf,
	});
}
