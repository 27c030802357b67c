import type { ChannelNeed, GuildQueries } from '../guilds/guild-facts.js';
import type { AuditChannel } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Alerts } from './alerts.js';

interface AuditChannelAlertParts {
	readonly alerts: Pick<Alerts, 'raise' | 'solve' | 'isLastingIn'>;
	readonly served: Pick<ServedGuilds, 'ids'>;
	readonly discord: Pick<GuildQueries, 'factsOf'>;
}

const needs: ChannelNeed[] = ['ViewChannel', 'SendMessages'];

/** Why a channel takes no messages. `unusable`: it is no channel for messages, or none of this guild. */
export type ChannelRefusal = 'deleted' | 'unseen' | 'refused' | 'unusable';

/** Raises an alert while the first server's audit channel, which has the alerts for operators, accepts no messages. */
export class AuditChannelAlert {
	readonly #parts: AuditChannelAlertParts;

	constructor(parts: AuditChannelAlertParts) {
		this.#parts = parts;
	}

	unwritable({ guildId, channelId }: AuditChannel, refusal: ChannelRefusal): void {
		const { alerts, served, discord } = this.#parts;
		if (guildId !== served.ids[0]) return;
		const facts = discord.factsOf(guildId);
		const channel = facts?.channel(channelId);
		const isUnseen = channel === 'hidden' || refusal === 'unseen';
		const lacks = isUnseen ? needs : [...(channel?.lacking ?? [])];
		const isGone = facts !== undefined && channel === undefined && refusal === 'unusable';
		const isThere = refusal !== 'deleted' && !isGone;
		void alerts.raise(undefined, {
			kind: 'audit-unwritable',
			channelId,
			lacks: refusal === 'deleted' ? [] : lacks,
			...(isThere && { isThere }),
		});
	}

	writable({ guildId }: AuditChannel): void {
		const { alerts, served } = this.#parts;
		// An earlier process may have raised it.
		if (guildId !== served.ids[0] || !alerts.isLastingIn(undefined, 'audit-unwritable')) return;
		void alerts.solve(undefined, 'audit-unwritable');
	}
}
