import { dayMs } from './base/clock.js';
import { type BackgroundTask, PeriodicTask } from './base/time/periodic-task.js';
import type { Letter } from './discord/channels/discord-mailbox.js';
import { itemSharing } from './discord/interactions/access.js';
import type { MentionIn } from './discord/registration/command-mentions.js';
import type { Places } from './floors.js';
import type { Mailbox, Pictures } from './messages/mailbox.js';
import { Notices } from './messages/notices.js';
import { BlockedRoles, type RoleFloor } from './roles/blocked-roles.js';
import { createReconciler } from './roles/reconciler.js';
import { Syncs } from './roles/syncs.js';
import { rowKinds } from './row-kinds.js';
import type { Checkup } from './servers/guild-finding.js';
import { LicenceTypes } from './servers/licence-types.js';
import { alertActions } from './services/moderation/alert-actions.js';
import { createAppealCards } from './services/moderation/appeal-cards.js';
import { appealKind, openAppealsKind } from './services/moderation/appeal-rows.js';
import { createAppeals } from './services/moderation/appeals.js';
import { CaseRows } from './services/moderation/case-rows.js';
import { createDisputeCards } from './services/moderation/dispute-cards.js';
import { disputeKind, openDisputesKind } from './services/moderation/dispute-rows.js';
import { createDisputes } from './services/moderation/disputes.js';
import { createGiving } from './services/moderation/giving.js';
import { createModeratedRoles } from './services/moderation/moderated-roles.js';
import { Moderation } from './services/moderation/moderation.js';
import { createPrivacy } from './services/purchases/privacy.js';
import { createPurchases } from './services/purchases/purchases.js';
import { createRecheck } from './services/refunds/recheck.js';
import { createRefunds } from './services/refunds/refunds.js';
import { createRenewals } from './services/refunds/renewals.js';
import { Panels } from './services/setup/panels.js';
import { createSetup } from './services/setup/setup.js';
import { createStaffRoles } from './services/setup/staff-roles.js';
import { createCharts } from './services/statistics/charts.js';
import { createVerificationStatistics } from './services/statistics/verification-statistics.js';
import { Announcements } from './services/updates/announcements.js';
import { createReferences } from './services/verification/references.js';
import { createVerification } from './services/verification/verify.js';
import { WaitingRoom } from './services/verification/waiting-room.js';
import { createPruning } from './store-tasks.js';

/** The connected bot that the services work for. Tests replace it with an in-memory world. */
export interface Connected extends Places {
	readonly doctor: { examine(guildId: string): Promise<Checkup> };
	readonly mailbox: Mailbox<Letter>;
	readonly pictures: Pictures;
	readonly mentionIn: MentionIn;
}

/** The engines that sync roles and find drift. Tests build them alone. */
export function createRoles(floor: RoleFloor) {
	const blockedRoles = new BlockedRoles(floor);
	const syncs = new Syncs({ ...floor, blockedRoles });
	return { blockedRoles, syncs, reconciler: createReconciler({ ...floor, blockedRoles, syncs }) };
}

/** Creates all services, those for members and those in the background. Nothing is started yet. */
export function createServices(connected: Connected) {
	const base = {
		...connected,
		...createRoles(connected),
		statistics: createVerificationStatistics(connected),
		licenceTypes: new LicenceTypes(),
		notices: new Notices(connected),
		references: createReferences(connected),
		disputeRows: new CaseRows(disputeKind, openDisputesKind, connected),
		appealRows: new CaseRows(appealKind, openAppealsKind, connected),
	};
	const refunds = createRefunds(base);
	const renewals = createRenewals({ ...base, refunds });
	const servers = { ...base, refunds, renewals, moderatedRoles: createModeratedRoles(base) };
	const { claims, clock, licenceTypes, logger } = servers;
	const panels = new Panels(servers);
	const verification = createVerification(servers);
	const cards = createDisputeCards(servers);
	const appealCards = createAppealCards(servers);
	const moderation = new Moderation({ ...servers, cards, appealCards });
	const giving = createGiving({ ...servers, moderation });
	const staffRoles = createStaffRoles(servers);
	const learning = new PeriodicTask({
		name: 'license types',
		everyMs: dayMs,
		work: () => licenceTypes.learn(claims.scan.all()),
		logger,
		clock,
	});
	return {
		commands: {
			...servers,
			disputes: createDisputes({ ...servers, cards, moderation }),
			moderation,
			giving,
			appeals: createAppeals({ ...servers, appealCards, giving }),
			alerts: alertActions(servers),
			charts: createCharts(servers),
			panels,
			privacy: createPrivacy({ ...servers, kinds: rowKinds, cards, appealCards }),
			purchases: createPurchases(servers),
			setup: createSetup({ ...servers, panels }),
			sharing: itemSharing(servers, staffRoles),
			verification,
			waitingRoom: new WaitingRoom({ ...servers, verification }),
		},
		staffRoles,
		/** Everything to start once the bot is connected. */
		background: [
			...servers.reconciler.tasks,
			...(servers.recheckDays === 0 ? [] : [createRecheck(servers, servers.recheckDays).task]),
			servers.notices,
			panels,
			new Announcements(servers),
			cards,
			appealCards,
			createPruning(rowKinds, servers),
			learning,
		] satisfies readonly BackgroundTask[],
	};
}

export type Services = ReturnType<typeof createServices>['commands'];
