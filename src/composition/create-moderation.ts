import type { Logger } from '../base/logger.js';
import type { Unguessable } from '../base/secure-random.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { type Home, seatsFor } from '../claims/policy.js';
import { type PurchaseCode, parsePurchaseCode } from '../claims/purchase-code.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ServedGuildsStore } from '../guilds/served-guilds-store.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { ListedItem } from '../marketplace/schemas.js';
import { ActEffects } from '../moderation/act-effects.js';
import { createChecking } from '../moderation/check-purchase.js';
import { createConfirming } from '../moderation/confirm-proposal.js';
import { FormLabels } from '../moderation/form-labels.js';
import { Giving } from '../moderation/give-purchase.js';
import { createMemberPages } from '../moderation/member-page.js';
import { createMemberRoles } from '../moderation/member-roles.js';
import { Moderation } from '../moderation/moderation.js';
import { Proposals } from '../moderation/proposals.js';
import { createStaffLimits } from '../moderation/staff-limits.js';
import type { Notices } from '../notifications/notices.js';
import type { Refunds } from '../refunds/refunds.js';
import type { ClaimReport } from '../reporting/claim-report.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { RoleApi } from '../roles/role-api.js';
import type { Limits } from '../storage/rate-limits.js';
import type { Store } from '../storage/store.js';
import type { DiscordPort } from './discord-port.js';

/** Changes that wait for their confirmation, with ids that nobody can guess. */
export function createProposals(store: Store, now: () => number, unguessable: Unguessable): Proposals {
	return new Proposals(store, now, unguessable.id);
}

/** What the moderators' commands work on. */
export function createModeration(parts: {
	readonly proposals: Proposals;
	readonly served: Pick<ServedGuilds, 'isHome'>;
	readonly notes: Pick<ServedGuildsStore, 'generationOf'>;
	readonly home: Home;
	readonly discord: Pick<DiscordPort, 'membershipOf' | 'memberFacts'> & {
		readonly roleApi: Pick<RoleApi, 'heldRoles' | 'obstacle' | 'powers'>;
	};
	readonly outbox: GrantOutbox;
	readonly claims: ClaimStore;
	readonly queue: GrantQueue;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly checkPurchase: PurchaseCheck;
	readonly catalog: { get(itemId: number): ListedItem | undefined };
	readonly refunds: Refunds;
	readonly limits: Limits;
	readonly report: Pick<ClaimReport, 'moderated' | 'checked' | 'pauseEnded' | 'lookupLimit'>;
	readonly notices: Pick<Notices, 'tell'>;
	readonly logger: Pick<Logger, 'info' | 'warn'>;
	readonly now: () => number;
	readonly delay: (ms: number) => Promise<void>;
}) {
	const { proposals, served, notes, home, discord, outbox, claims, queue, rulesOf } = parts;
	const { checkPurchase, catalog, refunds, limits, report, notices, logger, now, delay } = parts;
	const { roleApi, membershipOf: standingOf, memberFacts } = discord;
	const isHome = (guildId: string) => served.isHome(guildId);
	const parseCode = parsePurchaseCode;
	const effects = new ActEffects({
		moderated: claims.moderated,
		noteRoles: (target) => outbox.record(target),
		requestRoles: (target) => queue.request(target),
		onChanged: report.moderated,
		tellLoss: ({ guildId, userId }, loss, id) => notices.tell(userId, guildId, { kind: 'lost', ...loss }, id),
		onUntold: (error, member) =>
			logger.warn({ err: error, ...member }, 'A member could not be told what staff did'),
	});
	const homeGeneration = (guildId: string) => notes.generationOf(guildId);
	const basics = { parseCode, claims, proposals, effects };
	const moderation = new Moderation({ ...basics, isHome, homeGeneration, standingOf });
	const inBackground = (code: PurchaseCode) => checkPurchase(code, { priority: 'background' });
	const itemOf = (itemId: number) => catalog.get(itemId);
	const asking = { limits, itemOf, rulesOf, checkPurchase: inBackground, now };
	const giving = new Giving({ ...basics, moderation, ...asking });
	const roles = createMemberRoles({ claims, queue, outbox, roleApi, rulesOf, now, delay });
	const { check } = createChecking({
		claims,
		refunds,
		checkPurchase: inBackground,
		isHome,
		heldRoles: async ({ guildId, userId }) => {
			const held = await roleApi.heldRoles(guildId, userId);
			return held.kind === 'member' ? held.roles : undefined;
		},
		syncRoles: ({ guildId, userId }) => roles.reconcile(guildId, userId),
		onChecked: report.checked,
		now,
	});
	const pausedUntil = (userId: string) => limits.retryAt('member', userId);
	return {
		moderation,
		giving,
		check,
		confirm: createConfirming({ moderation, giving }),
		limits: createStaffLimits({ limits, onLookupLimit: report.lookupLimit, logger }),
		memberPage: createMemberPages({ moderation, rolesOf: roles.rolesOf, memberFacts, pausedUntil }),
		nameOf: async (guildId: string, userId: string) => (await memberFacts(guildId, userId))?.displayName,
		reconcile: roles.reconcile,
		/** Lets a member try codes again at once. */
		async endPause(guildId: string, userId: string, by: string): Promise<void> {
			await limits.clear('member', userId);
			report.pauseEnded(guildId, { userId, by });
		},
		/** How many members may have a code of this licence type at once. */
		seatsOf: async (licenseType: string) => seatsFor(await home.policy(), licenseType),
		formLabels: new FormLabels(),
		thumbnailOf: (itemId: number) => catalog.get(itemId)?.thumbnailUrl,
		now,
	};
}
