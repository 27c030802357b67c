import type { Logger } from '../base/logger.js';
import type { MemberRef } from '../base/member-ref.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { DiscordRoleApi } from '../discord/guilds/discord-role-api.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { ServerReport } from '../reporting/server-report.js';
import { BlockedRoles } from '../roles/blocked-roles.js';
import { driftCursor, supportCursor } from '../roles/cursors.js';
import { findDrift } from '../roles/drift.js';
import { syncRoles } from '../roles/grant.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import { GrantQueue } from '../roles/grant-queue.js';
import { Reconciler } from '../roles/reconciler.js';
import { RefusedCallBudget } from '../roles/refused-call-budget.js';
import type { RoleRules } from '../roles/role-plan.js';
import { createRoleStanding } from '../roles/role-status.js';
import type { Slice } from '../sharding/slice.js';
import type { ListedStore } from '../storage/update.js';

export interface RoleParts {
	readonly store: ListedStore;
	/** The one of the process: what records a request and what fulfils it must mean the same. */
	readonly outbox: GrantOutbox;
	readonly claims: Pick<ClaimStore, 'claimsOf' | 'readClaimsOf'> & {
		readonly scan: Pick<ClaimScan, 'withSupportEnding' | 'members'>;
	};
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly slice: Slice;
	readonly roleApi: Pick<DiscordRoleApi, keyof DiscordRoleApi>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly metrics: { readonly grants: { inc(labels: { result: string }): void } };
	readonly report: Pick<ServerReport, 'blockedRole' | 'tellBlockedRole' | 'unblockedRole'>;
	readonly states: Pick<DependencyStates, 'isFailing' | 'untilWorking'>;
	readonly logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
	readonly now: () => number;
	/** A number in [0, 1). */
	readonly random: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Roles {
	readonly queue: GrantQueue;
	readonly reconciler: Reconciler;
	/** Where the roles stand that follow from a member's claims in a guild. */
	readonly standingOf: ReturnType<typeof createRoleStanding>;
}

/** The queue that gives roles and the reconciler that finds drift. Neither is started yet. */
export function createRoles(parts: RoleParts): Roles {
	const {
		store,
		outbox,
		claims,
		served,
		slice,
		roleApi,
		rulesOf,
		report,
		metrics,
		states,
		logger,
		now,
		random,
		delay,
	} = parts;
	const callBudget = new RefusedCallBudget(store, now, random);
	const blockedRoles = new BlockedRoles({
		store,
		discord: roleApi,
		rulesOf,
		onNew: report.blockedRole,
		tell: report.tellBlockedRole,
		onAgain: report.tellBlockedRole,
		onOver: report.unblockedRole,
		now,
		onError: (error) => logger.error({ err: error }, 'A blocked role could not be noted'),
	});
	const claimsIn = async ({ guildId, userId }: MemberRef) => {
		const { claims: all, isComplete } = await claims.readClaimsOf(userId);
		return { claims: all.filter((claim) => claim.guildIds.includes(guildId)), isComplete };
	};
	const grant = { api: roleApi, claimsIn, rulesOf, callBudget, now };
	const queue = new GrantQueue({
		outbox,
		serves: (guildId) => served.serves(guildId) && slice.covers(guildId),
		syncRoles: (target, held) => syncRoles(grant, target, held),
		onResult: (target, result) => {
			metrics.grants.inc({ result: result.kind });
			logger.debug({ ...target, result: result.kind }, 'Tried to bring a member’s roles in line');
			blockedRoles.follow(target.guildId, result);
		},
		onError: (error, target) => logger.error({ err: error, ...target }, 'A grant failed and will be retried'),
		states,
		now,
		random,
		delay,
	});
	const drift = {
		queue,
		members: (after: string | undefined) => claims.scan.members(after),
		discord: roleApi,
		rulesOf,
		blockedRoles,
		onUnanswered: (guildId: string, members: number) =>
			logger.warn(
				{ guildId, members },
				'Discord did not tell the roles of members: they are looked at later',
			),
		onError: (error: unknown, guildId: string) =>
			logger.error({ err: error, guildId }, 'The roles in a server could not be looked at'),
		now,
		delay,
	};
	const reconciler = new Reconciler({
		queue,
		claims: {
			claimsOf: (userId) => claims.claimsOf(userId),
			claimsWithSupportEnding: (from, until) => claims.scan.withSupportEnding(from, until),
		},
		discord: roleApi,
		rulesOf,
		findDrift: (guildIds, signal, cursor) => findDrift(drift, guildIds, signal, cursor),
		driftCursor: driftCursor(store, slice),
		supportCursor: supportCursor(store),
		callBudget,
		blockedRoles,
		slice,
		now,
		random,
		delay,
		onError: (error, what) => logger.error({ err: error, what }, 'A part of reconciling failed'),
	});
	const standingOf = createRoleStanding({ api: roleApi, outbox, rulesOf, blockedRoles, now });
	return { queue, reconciler, standingOf };
}
