import type { Clock } from './base/clock.js';
import type { MemberNames } from './discord/guilds/member-names.js';
import type { PeopleOfDisputes } from './discord/guilds/people-of-disputes.js';
import type { itemSharing } from './discord/interactions/access.js';
import type { BuyerRoleMaker } from './guilds/buyer-role-maker.js';
import type { GuildCheckups } from './guilds/checkup/guild-checkups.js';
import type { GuildSettingsStore } from './guilds/guild-settings.js';
import type { LicenceTypes } from './guilds/licence-types.js';
import type { Panels } from './guilds/panels.js';
import type { LinksOfServers } from './guilds/server-links.js';
import type { Setup } from './guilds/setup.js';
import type { Catalog } from './marketplace/catalog.js';
import type { KeyCheck } from './marketplace/key-check.js';
import type { AlertActions } from './moderation/alert-actions.js';
import type { Checking } from './moderation/checking.js';
import type { Disputes } from './moderation/disputes.js';
import type { FormLabels } from './moderation/form-labels.js';
import type { Giving } from './moderation/giving.js';
import type { MemberPages } from './moderation/member-page.js';
import type { ModeratedRoles } from './moderation/moderated-roles.js';
import type { Moderation } from './moderation/moderation.js';
import type { References } from './moderation/references/references.js';
import type { StaffLimits } from './moderation/staff-limits.js';
import type { OwnedItems } from './purchases/owned-item.js';
import type { createPrivacy } from './purchases/privacy.js';
import type { PurchaseFiles } from './purchases/purchase-file.js';
import type { createPurchases } from './purchases/purchases.js';
import type { TrialPurchases } from './purchases/trial-purchase.js';
import type { createUnlinking } from './purchases/unlinking.js';
import type { ServerReport } from './reporting/server-report.js';
import type { VerificationReport } from './reporting/verification-report.js';
import type { GuildCharts } from './statistics/charts/guild-charts.js';
import type { SupportShares } from './statistics/support-share.js';
import type { VerificationStatistics } from './statistics/verification-statistics.js';
import type { Verification } from './verification/verify.js';
import type { WaitingRoom } from './verification/waiting-room.js';

/** The services of all commands and components. */
export interface Services {
	readonly alerts: AlertActions;
	readonly buyerRole: BuyerRoleMaker;
	/** The items in memory. No page waits for the marketplace. */
	readonly catalogue: Catalog;
	readonly charts: GuildCharts;
	readonly checking: Checking;
	readonly clock: Clock;
	readonly disputePeople: PeopleOfDisputes;
	readonly disputes: Disputes;
	readonly doctor: Pick<GuildCheckups, 'examine'>;
	readonly formLabels: FormLabels;
	readonly giving: Giving;
	readonly guilds: GuildSettingsStore;
	readonly keyCheck: Pick<KeyCheck, 'recent'>;
	/** The licence types seen in purchases so far. From memory, because autocomplete reads it on every keystroke. */
	readonly licenceTypes: LicenceTypes;
	readonly links: LinksOfServers;
	readonly memberNames: Pick<MemberNames, 'of'>;
	readonly memberPages: MemberPages;
	readonly moderatedRoles: ModeratedRoles;
	readonly moderation: Moderation;
	readonly ownedItems: OwnedItems;
	readonly panels: Panels;
	readonly privacy: ReturnType<typeof createPrivacy>;
	readonly purchaseFiles: PurchaseFiles;
	readonly purchases: Clock & ReturnType<typeof createPurchases> & ReturnType<typeof createUnlinking>;
	readonly references: References;
	readonly serverReport: ServerReport;
	readonly setup: Setup;
	readonly sharing: ReturnType<typeof itemSharing>;
	readonly staffLimits: StaffLimits;
	readonly statistics: VerificationStatistics;
	readonly supportShares: SupportShares;
	readonly trials: TrialPurchases;
	readonly verification: Verification;
	/** Receives the outcome of every verification. */
	readonly verificationReport: VerificationReport;
	readonly waitingRoom: WaitingRoom;
}
