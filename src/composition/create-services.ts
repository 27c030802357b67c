import type { BackgroundTask } from '../base/time/periodic-task.js';
import { PeriodicTask } from '../base/time/periodic-task.js';
import type { AuditLog } from '../discord/channels/audit-log.js';
import { itemSharing } from '../discord/interactions/access.js';
import { Answering } from '../discord/interactions/answering.js';
import type { Servers } from '../floors.js';
import type { Ground } from '../ground.js';
import { BuyerRoleMaker } from '../guilds/buyer-role-maker.js';
import { auditChannels } from '../guilds/guild-settings.js';
import { LicenceTypes } from '../guilds/licence-types.js';
import { Panels } from '../guilds/panels.js';
import { RuleReaches } from '../guilds/rule-reach.js';
import type { LinksOfServers } from '../guilds/server-links.js';
import { Setup } from '../guilds/setup.js';
import { StaffRoles } from '../guilds/staff-roles.js';
import { ActEffects } from '../moderation/act-effects.js';
import { AlertActions } from '../moderation/alert-actions.js';
import { Checking } from '../moderation/checking.js';
import { DisputeCards } from '../moderation/dispute-cards.js';
import { DisputeEffects, RoleNames } from '../moderation/disputes/dispute-effects.js';
import { DisputedPurchases } from '../moderation/disputes/dispute-facts.js';
import { DisputeRows } from '../moderation/disputes/dispute-rows.js';
import { Disputes } from '../moderation/disputes.js';
import { FormLabels } from '../moderation/form-labels.js';
import { Giving } from '../moderation/giving.js';
import { LookedUpCodes } from '../moderation/looked-up-codes.js';
import { MemberPages } from '../moderation/member-page.js';
import { ModeratedRoles } from '../moderation/moderated-roles.js';
import { Moderation } from '../moderation/moderation.js';
import { References } from '../moderation/references/references.js';
import { StaffLimits } from '../moderation/staff-limits.js';
import { Notices } from '../notifications/notices.js';
import type { Metrics } from '../operations/metrics.js';
import { OwnedItems } from '../purchases/owned-item.js';
import { createPrivacy } from '../purchases/privacy.js';
import { PurchaseFiles } from '../purchases/purchase-file.js';
import { createPurchases } from '../purchases/purchases.js';
import { TrialPurchases } from '../purchases/trial-purchase.js';
import { createUnlinking } from '../purchases/unlinking.js';
import { Recheck } from '../refunds/recheck.js';
import { Refunds } from '../refunds/refunds.js';
import { Renewals } from '../refunds/renewals.js';
import { createRevocationBudget } from '../refunds/revocation-budget.js';
import { createClaimReport } from '../reporting/claim-report.js';
import { createServerReport } from '../reporting/server-report.js';
import { createVerificationReport } from '../reporting/verification-report.js';
import type { RefusedRequests } from '../roles/refused-requests.js';
import type { Services } from '../services.js';
import { drawPng } from '../statistics/charts/draw.js';
import { GuildCharts } from '../statistics/charts/guild-charts.js';
import { SupportShares } from '../statistics/support-share.js';
import { VerificationStatistics } from '../statistics/verification-statistics.js';
import { Announcements } from '../updates/announcements.js';
import { Attempts } from '../verification/attempts.js';
import { Verification } from '../verification/verify.js';
import { WaitingRoom } from '../verification/waiting-room.js';
import type { DiscordPort } from './create-discord-port.js';
import { createRoles } from './create-roles.js';
import { createPruning } from './create-storage.js';
import { rowKinds } from './stored-rows.js';

const dayMs = 24 * 60 * 60_000;

export interface ServiceDependencies
	extends Ground,
		Pick<Servers, 'claims' | 'syncRows' | 'guilds' | 'served' | 'alerts' | 'shopPerMinute'> {
	readonly links: LinksOfServers;
	readonly port: DiscordPort;
	readonly refusedRequests: RefusedRequests;
	readonly market: Pick<Servers, 'catalog' | 'purchaseCheck' | 'keyCheck'>;
	readonly audit: Pick<AuditLog, 'write' | 'writeInto'>;
	readonly metrics: Metrics;
	readonly doctor: Services['doctor'];
	readonly recheckDays: number;
}

/** Services that many of the others need. */
function createShared(parts: ServiceDependencies) {
	const { store, served, port, market, clock, unguessable } = parts;
	const { purchaseCheck, catalog, keyCheck } = market;
	const { guilds: discord, roleApi, account } = port;
	const common = {
		...parts,
		discord,
		roleApi,
		account,
		purchaseCheck,
		catalog,
		keyCheck,
		statistics: new VerificationStatistics(parts),
		licenceTypes: new LicenceTypes(),
		references: new References(parts),
		lookedUpCodes: new LookedUpCodes(store, clock, unguessable),
	};
	const serverReport = createServerReport(common);
	const { syncs, reconciler, standingOf } = createRoles({ ...common, report: serverReport });
	const shared = {
		...common,
		serverReport,
		syncs,
		reconciler,
		standingOf,
		revocations: createRevocationBudget(store),
		notices: new Notices({ ...parts, mailbox: port.mailbox }),
		report: createClaimReport(common),
		channelOf: auditChannels(parts.guilds, served),
	};
	const refunds = new Refunds(shared);
	return { ...shared, refunds, renewals: new Renewals({ ...shared, refunds }) };
}

type Shared = ReturnType<typeof createShared>;

/** The services of `/setup` and `/panel`. */
function createSetup(shared: Shared) {
	const { guilds, claims, port, reconciler, limits, serverReport, clock } = shared;
	const { guilds: discord, roleMaker: roles, mailbox } = port;
	const panels = new Panels({ ...shared, mailbox, report: serverReport });
	const setup = new Setup({
		settings: guilds,
		policy: claims.policy,
		discord,
		reaches: new RuleReaches(claims.scan, clock),
		panels,
		reconciler,
		report: serverReport,
		clock,
		logger: shared.logger,
	});
	return {
		panels,
		setup,
		buyerRole: new BuyerRoleMaker({ setup, settings: guilds, discord, roles, limits }),
		trials: new TrialPurchases(shared),
	};
}

/** The services of moderators, and disputes, which they decide. */
function createModeration(shared: Shared) {
	const { store, clock, port } = shared;
	const rows = new DisputeRows(store, clock);
	const moderatedRoles = new ModeratedRoles(shared);
	const formLabels = new FormLabels();
	const about = { ...shared, mailbox: port.mailbox, rows, moderatedRoles, formLabels };
	const purchases = new DisputedPurchases(about);
	const cards = new DisputeCards({ ...about, purchases });
	const roleNames = new RoleNames(shared);
	const disputeEffects = new DisputeEffects({ ...about, cards, roleNames });
	const effects = new ActEffects({ ...shared, disputeEffects });
	const moderation = new Moderation({ ...shared, effects });
	return {
		services: {
			disputes: new Disputes({ ...about, purchases, cards, roleNames, disputeEffects, effects }),
			moderation,
			giving: new Giving({ ...shared, effects, moderation }),
			moderatedRoles,
			checking: new Checking({ ...shared, moderatedRoles }),
			staffLimits: new StaffLimits(shared),
			memberPages: new MemberPages({ ...shared, moderation, moderatedRoles }),
			formLabels,
		},
		cards,
	};
}

/** Creates all services, those for members and those in the background. Nothing is started yet. */
export function createServices(parts: ServiceDependencies) {
	const shared = createShared(parts);
	const { claims, guilds, served, port, clock, discord, licenceTypes, keyCheck, logger } = shared;
	const { references, notices, syncs, reconciler, serverReport } = shared;
	const settingUp = createSetup(shared);
	const verification = new Verification({ ...shared, attempts: new Attempts(shared) });
	const waitingRoom = new WaitingRoom({ verification, served, clock });
	const moderating = createModeration(shared);
	const learning = new PeriodicTask({
		...parts,
		name: 'license types',
		everyMs: dayMs,
		work: () => licenceTypes.learn(claims.scan.all()),
	});
	const background: readonly BackgroundTask[] = [
		reconciler,
		...(parts.recheckDays === 0 ? [] : [new Recheck(shared, parts.recheckDays).task]),
		notices,
		settingUp.panels,
		new Announcements({ ...shared, mailbox: port.mailbox }),
		moderating.cards,
		createPruning(rowKinds, shared),
		learning,
	];
	const access = { staffRoles: new StaffRoles({ guilds, discord }) };

	const commands: Services = {
		verification,
		waitingRoom,
		verificationReport: createVerificationReport(shared),
		guilds,
		clock,
		references,
		catalogue: shared.catalog,
		links: shared.links,
		ownedItems: new OwnedItems(claims, logger),
		sharing: itemSharing(guilds, access, shared.limits),
		...moderating.services,
		disputePeople: port.disputePeople,
		memberNames: port.memberNames,
		keyCheck,
		serverReport,
		...settingUp,
		licenceTypes,
		purchases: {
			...createPurchases(shared),
			...createUnlinking(shared),
			now: clock.now,
			delay: clock.delay,
		},
		privacy: createPrivacy({
			...shared,
			kinds: rowKinds,
			cards: moderating.cards,
		}),
		alerts: new AlertActions(shared),
		statistics: shared.statistics,
		supportShares: new SupportShares({ claims: claims.scan, logger, clock }),
		charts: new GuildCharts({ drawPng, logger, clock }),
		purchaseFiles: new PurchaseFiles(shared),
		doctor: parts.doctor,
	};
	const { mentionIn } = port;
	const answering = new Answering({ services: commands, access, mentionIn, waiting: shared, clock });
	return {
		answering,
		commands,
		references,
		waitingRoom,
		syncs,
		reconciler,
		serverReport,
		/** Everything to start once the bot is connected. */
		background,
		setup: settingUp.setup,
		statistics: shared.statistics,
	};
}
