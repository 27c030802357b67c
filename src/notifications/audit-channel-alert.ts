import type { AuditChannel } from '../guilds/audit-channels.js';
import type { GuildQueries } from '../guilds/guild-queries.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Alerts } from './alerts.js';

interface AuditChannelAlertParts {
	readonly alerts: Pick<Alerts, 'raise' | 'solve'>;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
}

/** Raises an alert while home's audit channel accepts no messages. */
export class AuditChannelAlert {
	readonly #parts: AuditChannelAlertParts;
	#isTroubled = false;

	constructor(parts: AuditChannelAlertParts) {
		this.#parts = parts;
	}

	unwritable({ guildId, channelId }: AuditChannel): void {
		const { alerts, served, discord } = this.#parts;
		if (!served.isHome(guildId)) return;
		this.#isTroubled = true;
		const lacks = [...(discord.factsOf(guildId)?.channel(channelId)?.lacking ?? [])];
		void alerts.raise(undefined, { kind: 'audit-unwritable', channelId, lacks });
	}

	writable({ guildId }: AuditChannel): void {
		const { alerts, served } = this.#parts;
		if (!this.#isTroubled || !served.isHome(guildId)) return;
		this.#isTroubled = false;
		void alerts.solve(undefined, 'audit-unwritable');
	}
}
