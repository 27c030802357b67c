import { randomBytes } from 'node:crypto';
import type { ClaimStore } from '../claims/claim-store.js';
import { type PurchaseCode, parsePurchaseCode } from '../claims/purchase-code.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { memberStanding } from '../discord/member-standing.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ServedNotes } from '../guilds/served-notes.js';
import type { Limits } from '../limits/limits.js';
import type { Logger } from '../logger.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import { Moderation } from '../moderation/moderation.js';
import { Proposals } from '../moderation/proposals.js';
import { createStaffLimits } from '../moderation/staff-limits.js';
import type { Refunds } from '../refunds/refunds.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { RoleApi } from '../roles/role-api.js';
import { managedRoles, type RoleRules, wantedRoles } from '../roles/role-plan.js';
import type { Store } from '../storage/store.js';

const patienceMs = 5_000;

/** Changes that wait for their confirmation, with ids that nobody can guess. */
export function createProposals(store: Store, now: () => number): Proposals {
	return new Proposals(store, now, () => randomBytes(16).toString('base64url'));
}

/**
 * What the moderators' commands work on. Each change is logged and told in home's audit channel, with who and why. In
 * that of another guild stands whose purchase no longer counts there, and nothing of home.
 */
export function createModeration(parts: {
	readonly proposals: Proposals;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly notes: Pick<ServedNotes, 'home'>;
	readonly standingOf: ReturnType<typeof memberStanding>;
	readonly outbox: GrantOutbox;
	readonly claims: ClaimStore;
	readonly queue: GrantQueue;
	readonly roleApi: Pick<RoleApi, 'heldRoles'>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly checkPurchase: PurchaseCheck;
	readonly refunds: Refunds;
	readonly limits: Limits;
	readonly audit: Pick<AuditLog, 'write'>;
	readonly logger: Logger;
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
	const { limits, audit, logger, now, delay } = parts;
	const moderation = new Moderation<PurchaseCode>({
		parseCode: parsePurchaseCode,
		claims,
		proposals,
		isHome: (guildId) => served.isHome(guildId),
		homeGeneration: async (guildId) => {
			const note = await notes.home();
			return note?.home === guildId ? note.generation : undefined;
		},
		standingOf,
		checkPurchase: (code) => checkPurchase(code, { priority: 'background' }),
		refunds,
		noteRoles: (target) => outbox.record(target),
		requestRoles: (target) => queue.request(target),
		onChanged: (homeId, event, ended) => {
			logger.info({ guildId: homeId, ...event, why: undefined }, 'A moderator changed a claim');
			audit.write(homeId, { kind: 'moderation', event });
			for (const { guildId, holderId: userId } of ended) {
				if (guildId === homeId) continue;
				audit.write(guildId, { kind: 'ended-here', userId, itemName: event.itemName });
			}
		},
		now,
	});
	return {
		moderation,
		limits: createStaffLimits({ limits, audit, logger }),
		/** Which roles follow from the member's claims in the guild, which of these are held, and whether any still wait. */
		async rolesOf(guildId: string, userId: string) {
			const rules = await rulesOf(guildId);
			const owed = (await claims.claimsOf(userId)).filter((claim) => claim.guildIds.includes(guildId));
			const held = await roleApi.heldRoles(guildId, userId);
			const managed = rules === undefined ? new Set<string>() : managedRoles(rules);
			return {
				wanted: rules === undefined ? [] : [...wantedRoles(owed, rules, now())],
				held: held.kind === 'member' ? held.roles.filter((role) => managed.has(role)) : undefined,
				isPending: await outbox.has({ guildId, userId }),
			};
		},
		/** Brings the member's roles in line now, and tells how far that has come within some seconds. */
		async reconcile(guildId: string, userId: string) {
			const { first } = await queue.request({ guildId, userId });
			return await Promise.race([first, delay(patienceMs).then(() => ({ kind: 'waiting' as const }))]);
		},
	};
}
