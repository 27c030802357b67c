import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { auditChannels } from '../guilds/audit-channels.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import { DisputeRows } from '../moderation/disputes/dispute-rows.js';
import { DisputedPurchases } from '../moderation/disputes/disputed-purchases.js';
import { Disputes } from '../moderation/disputes/disputes.js';
import { LettingGo } from '../moderation/disputes/letting-go.js';
import { RoleNames } from '../moderation/disputes/notify-outcome.js';
import { Rulings } from '../moderation/disputes/rulings.js';
import { Settlement } from '../moderation/disputes/settlement.js';
import type { References } from '../moderation/references/references.js';
import type { Notices } from '../notifications/notices.js';
import type { ClaimReport } from '../reporting/claim-report.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { RolesEverywhere } from '../roles/roles-everywhere.js';
import type { ListedStore } from '../storage/update.js';
import type { DiscordPort } from './discord-port.js';

/** Disputes about purchases. */
export function createDisputes(parts: {
	readonly store: ListedStore;
	readonly claims: ClaimStore;
	readonly guilds: GuildSettingsStore;
	readonly served: ServedGuilds;
	readonly discord: DiscordPort['guilds'];
	readonly board: DiscordPort['disputeBoard'];
	readonly references: References;
	readonly notices: Notices;
	readonly outbox: GrantOutbox;
	readonly queue: GrantQueue;
	readonly rolesEverywhere: RolesEverywhere;
	readonly report: Pick<ClaimReport, 'disputed' | 'movedByMember'>;
	readonly logger: Logger;
	readonly clock: Clock;
}) {
	const { store, claims, guilds, served, clock } = parts;
	const channelOf = auditChannels(guilds, served);
	const roleNames = new RoleNames(parts);
	const rows = new DisputeRows(store, clock, claims);
	const purchases = new DisputedPurchases({ ...parts, rows });
	const settling = new Settlement({ ...parts, rows, purchases, channelOf, roleNames });
	const disputes = new Disputes({ ...parts, rows, settling, purchases, channelOf });
	const rulings = new Rulings({ ...parts, rows, settling, purchases, moderated: claims.moderated });
	const lettingGo = new LettingGo({ ...parts, rows, settling, purchases, roleNames });
	return {
		services: { disputes, rulings, lettingGo },
		rows,
		background: [settling],
	};
}
