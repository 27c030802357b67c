import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Catalog } from '../marketplace/catalog.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import { ActEffects } from '../moderation/act-effects.js';
import { Checking } from '../moderation/checking.js';
import { FormLabels } from '../moderation/form-labels.js';
import { Giving } from '../moderation/giving.js';
import type { LookedUpCodes } from '../moderation/looked-up-codes.js';
import { MemberPages } from '../moderation/member-page.js';
import { ModeratedRoles } from '../moderation/moderated-roles.js';
import { Moderation } from '../moderation/moderation.js';
import { StaffLimits } from '../moderation/staff-limits.js';
import type { Notices } from '../notifications/notices.js';
import type { Refunds } from '../refunds/refunds.js';
import type { ClaimReport } from '../reporting/claim-report.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { RolesEverywhere } from '../roles/roles-everywhere.js';
import type { Limits } from '../storage/rate-limits.js';
import type { DiscordPort } from './discord-port.js';

export function createModeration(parts: {
	readonly lookedUpCodes: LookedUpCodes;
	readonly served: ServedGuilds;
	readonly guilds: GuildSettingsStore;
	readonly discord: DiscordPort['guilds'];
	readonly roleApi: DiscordPort['roleApi'];
	readonly outbox: GrantOutbox;
	readonly claims: ClaimStore;
	readonly queue: GrantQueue;
	readonly rolesEverywhere: RolesEverywhere;
	readonly purchaseCheck: Pick<PurchaseCheck, 'checkCode'>;
	readonly catalog: Catalog;
	readonly refunds: Refunds;
	readonly limits: Limits;
	readonly report: ClaimReport;
	readonly notices: Notices;
	readonly logger: Logger;
	readonly clock: Clock;
}) {
	const effects = new ActEffects({ ...parts, moderated: parts.claims.moderated });
	const moderation = new Moderation({ ...parts, effects });
	const giving = new Giving({ ...parts, effects, moderation });
	const moderatedRoles = new ModeratedRoles(parts);
	return {
		moderation,
		giving,
		moderatedRoles,
		checking: new Checking({ ...parts, moderatedRoles }),
		staffLimits: new StaffLimits(parts),
		memberPages: new MemberPages({ ...parts, moderation, moderatedRoles }),
		formLabels: new FormLabels(),
	};
}
