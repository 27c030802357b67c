import type { Guild } from '@claimcheck/local-discord';
import { contextOf, type DrawContext } from '@claimcheck/local-discord/drawing/draw-context';
import type { Screen } from './screen.js';

/** The current look of this server's messages on this screen, with `indent` columns left free at the side. */
export function sightOf(guild: Guild, screen: Screen, indent = 0): DrawContext {
	return contextOf({
		width: screen.width - indent,
		colour: screen.colour,
		now: Date.now(),
		timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
		nameOf: guild.nameOf,
	});
}
