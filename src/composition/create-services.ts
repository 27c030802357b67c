import type { CommandServices } from '../../commands/registry.js';
import { type BackgroundTask, PeriodicTask } from '../base/time/periodic-task.js';
import { HandlerRunner } from '../discord/interactions/handler-runner.js';
import { LicenceTypes } from '../guilds/licence-types.js';
import { StaffRoles } from '../guilds/staff-roles.js';
import { AlertActions } from '../moderation/alert-actions.js';
import { LookedUpCodes } from '../moderation/looked-up-codes.js';
import { References } from '../moderation/references/references.js';
import { Notices } from '../notifications/notices.js';
import { createPrivacy } from '../purchases/privacy.js';
import { createPurchases } from '../purchases/purchases.js';
import { createUnlinking } from '../purchases/unlinking.js';
import { createClaimReport } from '../reporting/claim-report.js';
import { createServerReport } from '../reporting/server-report.js';
import { createVerificationReport } from '../reporting/verification-report.js';
import { GrantOutbox } from '../roles/grant-outbox.js';
import { RolesEverywhere } from '../roles/roles-everywhere.js';
import { VerificationStatistics } from '../statistics/verification-statistics.js';
import { Limits } from '../storage/rate-limits.js';
import { Attempts } from '../verification/attempts.js';
import { Verification } from '../verification/verify.js';
import { WaitingRoom } from '../verification/waiting-room.js';
import { createDisputes } from './create-disputes.js';
import { createItems } from './create-items.js';
import { createModeration } from './create-moderation.js';
import { createPruning } from './create-pruning.js';
import { createRecheck, createRefunds, createRenewals } from './create-refunds.js';
import { createRoles } from './create-roles.js';
import { createSetup } from './create-setup.js';
import { createStats } from './create-stats.js';
import { createUpdates } from './create-updates.js';
import type { ServiceDependencies } from './service-dependencies.js';

const dayMs = 24 * 60 * 60_000;

/** Creates all services, those for members and those in the background. Nothing is started yet. */
export function createServices(parts: ServiceDependencies) {
	const { store, guilds, served, port, market, clock, unguessable } = parts;
	const { purchaseCheck, catalog, keyCheck } = market;
	const { guilds: discord, roleApi, mentionIn } = port;
	const outbox = new GrantOutbox(store, clock, parts.clockGuard);
	const limits = new Limits({ store, clock });
	const statistics = new VerificationStatistics(parts);
	const references = new References(parts);
	const lookedUpCodes = new LookedUpCodes(store, clock, unguessable);
	const licenceTypes = new LicenceTypes();
	// Each takes what it needs of these.
	const common = {
		...parts,
		discord,
		roleApi,
		purchaseCheck,
		catalog,
		outbox,
		limits,
		statistics,
		licenceTypes,
	};
	const serverReport = createServerReport(common);
	const verificationReport = createVerificationReport(common);
	const { queue, reconciler, standingOf } = createRoles({ ...common, report: serverReport });
	const rolesEverywhere = new RolesEverywhere({ outbox, queue, served });
	const settingUp = createSetup({ ...common, reconciler, report: serverReport });
	const notices = new Notices({ ...parts, board: port.noticeBoard });
	const report = createClaimReport(common);
	const shared = { ...common, queue, rolesEverywhere, notices, references, lookedUpCodes, report };

	const refunds = createRefunds(shared);
	const renewals = createRenewals(shared, refunds);
	const recheck = createRecheck(shared, refunds, parts.recheckDays);
	const verification = new Verification({ ...shared, attempts: new Attempts(shared), renewals });
	const waitingRoom = new WaitingRoom({ verification, served, clock });
	const disputing = createDisputes({ ...shared, board: port.disputeBoard });
	const announcements = createUpdates(shared);
	const kept = [limits, lookedUpCodes, references, notices, disputing.rows];
	const learning = new PeriodicTask({
		...parts,
		name: 'license types',
		everyMs: dayMs,
		work: () => licenceTypes.learn(parts.claims.scan.all()),
	});
	const background: readonly BackgroundTask[] = [
		reconciler,
		...(recheck === undefined ? [] : [recheck]),
		notices,
		announcements,
		...disputing.background,
		createPruning(kept, parts),
		learning,
	];
	const access = { staffRoles: new StaffRoles({ guilds, discord }) };

	const commands: CommandServices = {
		verification,
		waitingRoom,
		verificationReport,
		guilds,
		clock,
		references,
		...createItems({ ...shared, access }),
		...disputing.services,
		disputePeople: port.disputePeople,
		memberNames: port.memberNames,
		keyCheck,
		serverReport,
		...settingUp,
		licenceTypes,
		purchases: {
			...createPurchases({ ...shared, renewals, standingOf }),
			...createUnlinking(shared),
			now: clock.now,
			delay: clock.delay,
		},
		privacy: createPrivacy({
			...shared,
			stores: {
				...{ refusals: references, notices, lookUps: lookedUpCodes, disputes: disputing.services.disputes },
			},
		}),
		alerts: new AlertActions({ ...shared, keyCheck, reconciler, account: port.account }),
		statistics,
		...createStats(shared),
		...createModeration({ ...shared, refunds }),
		doctor: parts.doctor,
	};
	const answering = new HandlerRunner({ services: commands, access, mentionIn, waiting: shared, clock });
	return {
		answering,
		commands,
		references,
		waitingRoom,
		queue,
		reconciler,
		serverReport,
		/** Everything to start once the bot is connected, and to stop. */
		background,
		setup: settingUp.setup,
		statistics,
	};
}

export type Services = ReturnType<typeof createServices>;
