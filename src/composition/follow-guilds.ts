import type { Client } from 'discord.js';
import type { Logger } from '../base/logger.js';
import { watchRoleEvents } from '../discord/lifecycle/role-events.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Reconciler } from '../roles/reconciler.js';

/** Notifies the reconciler of changes in the served guilds. */
export function followGuilds(
	client: Client,
	served: Pick<ServedGuilds, 'serves'>,
	reconciler: Reconciler,
	logger: Logger,
): void {
	const isolated = (work: Promise<void>): void => {
		work.catch((error) => logger.error({ err: error }, 'A guild update could not be processed'));
	};
	watchRoleEvents(client, {
		guildChanged: (guildId) => {
			if (served.serves(guildId)) isolated(reconciler.guildChanged(guildId));
		},
		memberReturned: (guildId, userId) => {
			if (served.serves(guildId)) isolated(reconciler.memberReturned({ guildId, userId }));
		},
	});
}
