import type { CommandServices } from '../../commands/registry.js';
import { HandlerRunner } from '../discord/interactions/handler-runner.js';
import { LicenceTypes } from '../guilds/licence-types.js';
import { StaffRoles } from '../guilds/staff-roles.js';
import { AlertActions } from '../moderation/alert-actions.js';
import { Proposals } from '../moderation/proposals.js';
import { References } from '../moderation/references/references.js';
import { createPrivacy } from '../purchases/privacy.js';
import { createPurchases } from '../purchases/purchases.js';
import { createUnlinking } from '../purchases/unlinking.js';
import { createClaimReport } from '../reporting/claim-report.js';
import { createServerReport } from '../reporting/server-report.js';
import { createVerificationReport } from '../reporting/verification-report.js';
import { GrantOutbox } from '../roles/grant-outbox.js';
import { VerificationStatistics } from '../statistics/verification-statistics.js';
import { Limits } from '../storage/rate-limits.js';
import { Attempts } from '../verification/attempts.js';
import { Verification } from '../verification/verify.js';
import { WaitingRoom } from '../verification/waiting-room.js';
import { createDisputes } from './create-disputes.js';
import { createItems } from './create-items.js';
import { createModeration } from './create-moderation.js';
import { createNotices } from './create-notices.js';
import { createPruning } from './create-pruning.js';
import { createRecheck, createRefunds, createRenewals } from './create-refunds.js';
import { createRoles } from './create-roles.js';
import { createSeats } from './create-seats.js';
import { createSetup } from './create-setup.js';
import { createStats } from './create-stats.js';
import { createUpdates } from './create-updates.js';
import type { ServiceDependencies } from './service-dependencies.js';

/** Creates all services, those for members and those in the background. Nothing is started yet. */
export function createServices(parts: ServiceDependencies) {
	const { store, claims, guilds, links, home, notes, served, slice, market } = parts;
	const { bursts, alerts, logger, metrics, recheckDays, shopPerMinute, clockGuard } = parts;
	const { clock, random, unguessable } = parts;
	const { now, delay } = clock;
	const { guilds: discord, roleApi, disputeBoard, mentionIn } = parts.discord;
	const { purchaseCheck, catalog, keyCheck } = market;

	const outbox = new GrantOutbox(store, clock, clockGuard);
	const statistics = new VerificationStatistics({ store, logger, clock });
	const claimReport = createClaimReport({ ...parts, statistics });
	const serverReport = createServerReport({ ...parts, outbox, catalog });
	const giving = { ...parts, outbox, roleApi, report: serverReport };
	const { queue, reconciler, standingOf, readers } = createRoles(giving);

	const shop = { purchaseCheck, slice, shopPerMinute, clockGuard };
	const { notices, reminders, choices } = createNotices(parts);
	const asking = { ...shop, store, claims, queue, served, notices, report: claimReport, metrics, random };
	const refunds = createRefunds({ ...asking, logger, clock });
	const renewals = createRenewals({ ...asking, logger, clock }, refunds);
	const recheck = createRecheck({ ...asking, logger, clock }, refunds, recheckDays);

	const limits = new Limits({ store, clock });
	const attempts = new Attempts({ limits, clock });
	const proposals = new Proposals(store, clock, unguessable);
	const references = new References({ store, served, logger, clock, unguessable });

	const licenceTypes = new LicenceTypes();
	const report = createVerificationReport({ ...parts, licenceTypes, statistics });
	const verifying = { attempts, claims, guilds, served, purchaseCheck, renewals, catalog, queue, clock };
	const verification = new Verification({ ...verifying, metrics });
	const waitingRoom = new WaitingRoom({ verification, served, clock });
	const settingUp = createSetup({ ...parts, reconciler, limits, catalog, report: serverReport });
	const disputed = { store, claims, home, guilds, served, discord, references, notices, outbox, queue };
	const disputing = createDisputes({ ...disputed, board: disputeBoard, report: claimReport, logger, clock });
	const { announcements, subscriptions } = createUpdates({ ...parts, catalog, readers, outbox, queue });
	const giver = { ...parts, limits, outbox, queue, notices, discord, report: claimReport };
	const { seats, notifying } = createSeats({ ...giver, disputes: disputing.rows });
	const kept = [limits, proposals, references, bursts, notices, choices, reminders, disputing.rows, seats];
	const pruning = createPruning(kept, { logger, clock });
	const access = { served, staffRoles: new StaffRoles({ guilds, discord }) };
	const moderated = { proposals, notes, home, guilds, discord, roleApi, outbox, claims, queue };
	const moderating = { ...moderated, purchaseCheck, catalog, refunds, limits, notices, logger };
	const owned = { claims, queue, renewals, guilds, standingOf, home, catalog, clock, reminders: choices };
	const unlinking = { claims, home, limits, guilds, outbox, queue, clock, report: claimReport };

	const commands: CommandServices = {
		verification,
		waitingRoom,
		verificationReport: report,
		guilds,
		clock,
		references,
		...createItems({ catalog, claims, guilds, access, links, logger, clock }),
		...disputing.services,
		disputePeople: parts.discord.disputePeople,
		memberNames: parts.discord.memberNames,
		bursts,
		keyCheck,
		serverReport,
		...settingUp,
		licenceTypes,
		purchases: {
			...createPurchases(owned),
			...createUnlinking(unlinking),
			usedHere: report.usedHere,
			now,
			delay,
		},
		seats,
		privacy: createPrivacy({
			...{ claims, limits, outbox, queue, clock, report: claimReport },
			stores: {
				...{ refusals: references, notices, proposals, disputes: disputing.services.disputes },
				...{ seats, updates: subscriptions, reminders: choices },
			},
		}),
		alerts: new AlertActions({
			...{ alerts, store, served, keyCheck, reconciler, clock },
			account: parts.discord.account,
		}),
		subscriptions,
		statistics,
		...createStats({ claims, guilds, served, discord, limits, logger, clock }),
		...createModeration({ ...moderating, report: claimReport, clock }),
		doctor: parts.doctor,
	};
	const waiting = { notices, discord, links };
	const answering = new HandlerRunner({ services: commands, access, mentionIn, waiting, clock });
	return {
		answering,
		commands,
		references,
		notices,
		announcements,
		reminders,
		waitingRoom,
		disputing,
		notifying,
		queue,
		reconciler,
		recheck,
		pruning,
		setup: settingUp.setup,
		licenceTypes,
		statistics,
	};
}

export type Services = ReturnType<typeof createServices>;
