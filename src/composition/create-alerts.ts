import type { AuditChannel } from '../guilds/audit-channels.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Alerts } from '../notifications/alerts.js';

/** Lets an audit channel at home that takes no messages be an alert. */
export function createAuditWatch({
	alerts,
	served,
	guildFacts,
}: {
	readonly alerts: Pick<Alerts, 'raise' | 'solve'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly guildFacts: Pick<GuildQueries, 'factsOf'>;
}) {
	let isTroubled = false;
	return {
		onTroubled({ guildId, channelId }: AuditChannel): void {
			if (!served.isHome(guildId)) return;
			isTroubled = true;
			const lacks = [...(guildFacts.factsOf(guildId)?.channel(channelId)?.lacking ?? [])];
			void alerts.raise(undefined, { kind: 'audit-unwritable', channelId, lacks });
		},
		onWritable({ guildId }: AuditChannel): void {
			if (!isTroubled || !served.isHome(guildId)) return;
			isTroubled = false;
			void alerts.solve(undefined, 'audit-unwritable');
		},
	};
}
