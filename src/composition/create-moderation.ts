import { randomBytes } from 'node:crypto';
import type { ClaimStore } from '../claims/claim-store.js';
import { parsePurchaseCode } from '../claims/purchase-code.js';
import type { memberStanding } from '../discord/member-standing.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ServedNotes } from '../guilds/served-notes.js';
import type { Limits } from '../limits/limits.js';
import type { Logger } from '../logger.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import { createMemberRoles } from '../moderation/member-roles.js';
import { Moderation } from '../moderation/moderation.js';
import { Proposals } from '../moderation/proposals.js';
import { createStaffLimits } from '../moderation/staff-limits.js';
import type { Refunds } from '../refunds/refunds.js';
import type { ClaimReport } from '../reporting/claim-report.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { RoleApi } from '../roles/role-api.js';
import type { RoleRules } from '../roles/role-plan.js';
import type { Store } from '../storage/store.js';

/** Changes that wait for their confirmation, with ids that nobody can guess. */
export function createProposals(store: Store, now: () => number): Proposals {
	return new Proposals(store, now, () => randomBytes(16).toString('base64url'));
}

/** What the moderators' commands work on. */
export function createModeration(parts: {
	readonly proposals: Proposals;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly notes: Pick<ServedNotes, 'generationOf'>;
	readonly standingOf: ReturnType<typeof memberStanding>;
	readonly outbox: GrantOutbox;
	readonly claims: ClaimStore;
	readonly queue: GrantQueue;
	readonly roleApi: Pick<RoleApi, 'heldRoles'>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly checkPurchase: PurchaseCheck;
	readonly refunds: Refunds;
	readonly limits: Limits;
	readonly report: Pick<ClaimReport, 'moderated' | 'lookupLimit'>;
	readonly logger: Pick<Logger, 'info'>;
	readonly now: () => number;
	readonly delay: (ms: number) => Promise<void>;
}) {
	const {
		proposals,
		served,
		notes,
		standingOf,
		outbox,
		claims,
		queue,
		roleApi,
		rulesOf,
		checkPurchase,
		refunds,
	} = parts;
	const { limits, report, logger, now, delay } = parts;
	const moderation = new Moderation({
		parseCode: parsePurchaseCode,
		claims,
		proposals,
		isHome: (guildId) => served.isHome(guildId),
		homeGeneration: (guildId) => notes.generationOf(guildId),
		standingOf,
		checkPurchase: (code) => checkPurchase(code, { priority: 'background' }),
		refunds,
		noteRoles: (target) => outbox.record(target),
		requestRoles: (target) => queue.request(target),
		onChanged: report.moderated,
		now,
	});
	return {
		moderation,
		limits: createStaffLimits({ limits, onLookupLimit: report.lookupLimit, logger }),
		...createMemberRoles({ claims, queue, outbox, roleApi, rulesOf, now, delay }),
	};
}
