import type { CommandServices } from '../../commands/registry.js';
import { HandlerRunner } from '../discord/interactions/handler-runner.js';
import { LicenceTypes } from '../guilds/licence-types.js';
import { Panels } from '../guilds/panels.js';
import { PostedPanels } from '../guilds/posted-panels.js';
import { Setup } from '../guilds/setup.js';
import { StaffRoles } from '../guilds/staff-roles.js';
import { AlertActions } from '../moderation/alert-actions.js';
import { Proposals } from '../moderation/proposals.js';
import { References } from '../moderation/references/references.js';
import { Notices } from '../notifications/notices.js';
import { createPrivacy } from '../purchases/privacy.js';
import { createPurchases } from '../purchases/purchases.js';
import { createUnlinking } from '../purchases/unlinking.js';
import { createClaimReport } from '../reporting/claim-report.js';
import { createServerReport } from '../reporting/server-report.js';
import { createVerificationReport } from '../reporting/verification-report.js';
import { GrantOutbox } from '../roles/grant-outbox.js';
import { drawPng } from '../statistics/charts/draw.js';
import { GuildCharts } from '../statistics/charts/guild-charts.js';
import { SupportShares } from '../statistics/support-share.js';
import { VerificationStatistics } from '../statistics/verification-statistics.js';
import { createLimits } from '../storage/rate-limits.js';
import { createAttempts } from '../verification/attempts.js';
import { Verification } from '../verification/verify.js';
import { WaitingRoom } from '../verification/waiting-room.js';
import { createDisputes } from './create-disputes.js';
import { createItems } from './create-items.js';
import { createModeration } from './create-moderation.js';
import { createPruning } from './create-pruning.js';
import { createRecheck, createRefunds, createRenewals } from './create-refunds.js';
import { createRoles } from './create-roles.js';
import type { ServiceDependencies } from './service-dependencies.js';

/** Puts together everything that answers people or runs by itself. Nothing is started yet. */
export function createServices(parts: ServiceDependencies) {
	const { store, claims, guilds, links, home, notes, served, slice, discord, market, audit } = parts;
	const { alerts, logger, metrics, recheckDays, shopPerMinute, clockGuard } = parts;
	const { clock, random, unguessable } = parts;
	const { now, delay } = clock;
	const { roleApi, mentionIn } = discord;
	const { purchaseCheck, catalog, keyCheck } = market;

	const outbox = new GrantOutbox(store, now, clockGuard);
	const waitingIn = (guildId: string) => outbox.waitingIn(guildId);
	const statistics = new VerificationStatistics({ store, logger, clock });
	const reportParts = { audit, alerts, waitingIn, logger, served };
	const claimReport = createClaimReport({ ...reportParts, statistics });
	const serverReport = createServerReport(reportParts);
	const { queue, reconciler, standingOf } = createRoles({ ...parts, outbox, roleApi, report: serverReport });

	const shop = { purchaseCheck, slice, shopPerMinute, clockGuard };
	const asking = { store, claims, queue, served, ...shop, report: claimReport, metrics, logger, random };
	const refunds = createRefunds({ ...asking, clock });
	const renewals = createRenewals({ ...asking, clock }, refunds);
	const recheck = createRecheck({ ...asking, clock }, refunds, recheckDays);

	const limits = createLimits({ store, now });
	const attempts = createAttempts({ store, now });
	const proposals = new Proposals(store, clock, unguessable);
	const references = new References({ store, served, logger, clock, unguessable });
	const notices = new Notices({ store, board: discord.noticeBoard, served, logger, clock });

	const licenceTypes = new LicenceTypes();
	const report = createVerificationReport({ metrics, audit, logger, licenceTypes, statistics, served });
	const verifying = { attempts, claims, guilds, served, purchaseCheck, renewals, catalog, queue, clock };
	const verification = new Verification({ ...verifying, metrics });
	const waitingRoom = new WaitingRoom({ verification, served, clock });
	const posted = new PostedPanels(store, discord);
	const panels = new Panels({ store, guilds, discord, report: serverReport, logger, clock });
	const settingUp = { settings: guilds, served, discord, posted, panels, reconciler, logger };
	const setup = new Setup({ ...settingUp, report: serverReport });
	const disputed = { store, claims, home, guilds, served, discord, references, notices, outbox, queue };
	const disputing = createDisputes({ ...disputed, report: claimReport, logger, clock });
	const pruning = createPruning([limits, proposals, references, notices, disputing.rows], { logger, delay });
	const staffRoles = new StaffRoles({ guilds, discord });
	const access = { served, staffRoles };
	const moderated = { proposals, notes, home, guilds, discord, outbox, claims, queue };
	const moderating = { ...moderated, purchaseCheck, catalog, refunds, limits, notices, logger };
	const owned = { claims, queue, renewals, guilds, standingOf, home, catalog, clock };
	const unlinking = { claims, home, limits, guilds, outbox, queue, clock, report: claimReport };

	const commands: CommandServices = {
		verification,
		waitingRoom,
		verificationReport: report,
		guilds,
		clock,
		references,
		...createItems({ catalog, claims, guilds, access, links, limits, logger, clock }),
		...disputing.services,
		disputePeople: discord.disputePeople,
		keyCheck,
		serverReport,
		setup,
		licenceTypes,
		purchases: {
			...createPurchases(owned),
			...createUnlinking(unlinking),
			onUsedHere: report.usedHere,
			now,
			delay,
		},
		privacy: createPrivacy({
			...{ claims, attempts, limits, outbox, queue, clock, report: claimReport },
			stores: { refusals: references, notices, proposals, disputes: disputing.services.disputes },
		}),
		panels,
		alerts: new AlertActions({ alerts, store, served, discord, keyCheck, reconciler, clock }),
		statistics,
		supportShares: new SupportShares({ claims: claims.scan, logger, clock }),
		charts: new GuildCharts({ drawPng, logger, clock }),
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
		waitingRoom,
		disputing,
		queue,
		reconciler,
		recheck,
		pruning,
		setup,
		licenceTypes,
		statistics,
	};
}

export type Services = ReturnType<typeof createServices>;
