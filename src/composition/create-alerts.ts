import type { Logger } from '../base/logger.js';
import type { AuditChannel } from '../guilds/audit-channels.js';
import type { GuildFacts } from '../guilds/guild-facts.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { Alerts } from '../notifications/alerts.js';
import type { ListedStore } from '../storage/update.js';

/** Alerts, kept in `store`. Nothing is shown before their `start`. */
export function createAlerts(store: ListedStore, logger: Pick<Logger, 'error'>, now: () => number): Alerts {
	return new Alerts({
		store,
		now,
		onError: (error) => logger.error({ err: error }, 'An alert could not be kept'),
	});
}

/** Lets an audit channel at home that takes no messages be an alert. */
export function createAuditWatch({
	alerts,
	served,
	factsOf,
}: {
	readonly alerts: Pick<Alerts, 'raise' | 'solve'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly factsOf: (guildId: string) => Pick<GuildFacts, 'channel'> | undefined;
}) {
	return {
		onTroubled({ guildId, channelId }: AuditChannel): void {
			if (!served.isHome(guildId)) return;
			const lacks = [...(factsOf(guildId)?.channel(channelId)?.lacking ?? [])];
			void alerts.raise(undefined, { kind: 'audit-unwritable', channelId, lacks });
		},
		onWritable({ guildId }: AuditChannel): void {
			if (served.isHome(guildId)) void alerts.solve(undefined, 'audit-unwritable');
		},
	};
}
