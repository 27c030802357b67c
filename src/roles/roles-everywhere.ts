import type { Follow } from '../claims/claim-records.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { GrantOutbox } from './grant-outbox.js';

/**
 * The role syncs that follow from a change of claims, in its commit: a claim counts in every served guild. They are
 * checked once more after some minutes, for a call from before the change that arrives late.
 */
export function followWithRoles(
	outbox: Pick<GrantOutbox, 'requestAllIn' | 'tell' | 'goOn'>,
	served: Pick<ServedGuilds, 'ids'>,
): Follow {
	return async (tx, userIds) => {
		const targets = [...new Set(userIds)].flatMap((userId) =>
			served.ids.map((guildId) => ({ guildId, userId })),
		);
		const requests = await outbox.requestAllIn(tx, targets);
		return () => {
			outbox.tell(requests);
			// If it fails, the next look for waiting members goes on.
			if (requests.length < targets.length) outbox.goOn().catch(() => {});
		};
	};
}
