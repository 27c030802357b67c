import type { Logger } from '../base/logger.js';
import type { Unguessable } from '../base/secure-random.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { References } from '../moderation/references/references.js';
import type { ListedStore } from '../storage/update.js';

/** The references of refusals and errors. */
export function createReferences(parts: {
	readonly store: ListedStore;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly now: () => number;
	readonly unguessable: Unguessable;
	readonly delay: (ms: number) => Promise<void>;
}): References {
	const { store, served, logger, now, unguessable, delay } = parts;
	return new References({
		store,
		isHome: (guildId) => served.isHome(guildId),
		now,
		random: unguessable.below,
		delay,
		onUnkept: (reference, err) => logger.warn({ err, reference }, 'A reference could not be kept'),
	});
}
