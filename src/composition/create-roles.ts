import type { Client } from 'discord.js';
import { z } from 'zod';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { DiscordRoleApi } from '../discord/discord-role-api.js';
import { watchRoleEvents } from '../discord/role-events.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Logger } from '../logger.js';
import { DoomedCallBudget } from '../roles/doomed-calls.js';
import { type DriftCursor, findDrift } from '../roles/drift.js';
import { bringInLine, type GrantResult } from '../roles/grant.js';
import type { GrantOutbox, GrantTarget, OutboxStore } from '../roles/grant-outbox.js';
import { GrantQueue } from '../roles/grant-queue.js';
import { Reconciler } from '../roles/reconciler.js';
import type { RoleRules } from '../roles/role-plan.js';
import { RoleTroubles } from '../roles/role-troubles.js';
import { update } from '../storage/update.js';

export interface RoleParts {
	readonly store: OutboxStore;
	/** The one of the process: what records a request and what fulfils it must mean the same. */
	readonly outbox: GrantOutbox;
	readonly claims: Pick<ClaimStore, 'claimsOf'> & {
		readonly scan: Pick<ClaimScan, 'withSupportEnding' | 'members'>;
	};
	readonly served: Pick<ServedGuilds, 'serves'>;
	readonly roleApi: Pick<DiscordRoleApi, keyof DiscordRoleApi>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly metrics: { readonly grants: { inc(labels: { result: string }): void } };
	readonly audit: Pick<AuditLog, 'tell'>;
	readonly logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
	readonly now: () => number;
	/** A number in [0, 1). */
	readonly random: () => number;
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Roles {
	readonly queue: GrantQueue;
	readonly reconciler: Reconciler;
}

/** The queue that gives roles and the reconciler that finds who is out of line. Neither does anything yet. */
export function createRoles(parts: RoleParts): Roles {
	const { store, outbox, claims, served, roleApi, rulesOf, logger, now, random, delay } = parts;
	const doomed = new DoomedCallBudget(store, now, random);
	const troubles = createTroubles(parts);
	const claimsIn = async ({ guildId, userId }: GrantTarget) =>
		(await claims.claimsOf(userId)).filter((claim) => claim.guildIds.includes(guildId));
	const grant = { api: roleApi, claimsIn, rulesOf, doomed, now };
	const queue = new GrantQueue({
		outbox,
		serves: (guildId) => served.serves(guildId),
		bringInLine: (target, held) => bringInLine(grant, target, held),
		onResult: reportGrants(parts, troubles),
		onError: (error, target) =>
			logger.error({ err: error, ...target }, 'A grant failed and will be tried again'),
		random,
		delay,
	});
	const drift = {
		queue,
		members: (after: string | undefined) => claims.scan.members(after),
		discord: roleApi,
		rulesOf,
		troubles,
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
		driftCursor: driftCursor(store),
		supportCursor: supportCursor(store),
		doomed,
		troubles,
		now,
		random,
		delay,
		onError: (error, what) => logger.error({ err: error, what }, 'A part of reconciling failed'),
	});
	return { queue, reconciler };
}

/** Lets the reconciler hear of what changes in the guilds that are served. */
export function followGuilds(
	client: Client,
	served: Pick<ServedGuilds, 'serves'>,
	reconciler: Reconciler,
	logger: Logger,
): void {
	const isolated = (work: Promise<void>): void => {
		work.catch((error) => logger.error({ err: error }, 'A change in a guild could not be followed'));
	};
	watchRoleEvents(client, {
		guildChanged: (guildId) => {
			if (served.serves(guildId)) isolated(reconciler.guildChanged(guildId));
		},
		memberReturned: (guildId, userId) => {
			if (served.serves(guildId)) isolated(reconciler.memberReturned({ guildId, userId }));
		},
	});
}

function createTroubles({ store, served, roleApi, rulesOf, logger, audit, now }: RoleParts): RoleTroubles {
	return new RoleTroubles({
		store,
		discord: roleApi,
		rulesOf,
		onNew: (guildId, { roleId, obstacle }) => {
			logger.error({ guildId, obstacle, roleId }, 'Roles cannot be given in this server');
		},
		tell: async (guildId, { roleId, obstacle }) =>
			served.serves(guildId) && (await audit.tell(guildId, { kind: 'roles-blocked', obstacle, roleId })),
		now,
		onError: (error) => logger.error({ err: error }, 'A trouble with roles could not be noted'),
	});
}

function reportGrants({ metrics, logger }: RoleParts, troubles: RoleTroubles) {
	return (target: GrantTarget, result: GrantResult): void => {
		metrics.grants.inc({ result: result.kind });
		logger.debug({ ...target, result: result.kind }, 'Tried to bring a member’s roles in line');
		if (result.kind === 'blocked') troubles.note(target.guildId, result);
		if (result.kind !== 'granted') return;
		troubles.overcome(target.guildId, [...result.added, ...result.removed]);
		for (const withheld of result.withheld) troubles.note(target.guildId, withheld);
	};
}

const cursorKey = 'reconciler:support-ended-until';
const cursorSchema = z.object({ v: z.literal(1), until: z.number() });

function supportCursor(store: OutboxStore) {
	return {
		get: async () => cursorSchema.safeParse(await store.get(cursorKey)).data?.until,
		set: async (until: number) => {
			await update(store, cursorKey, () => ({ next: { v: 1, until }, result: undefined }));
		},
	};
}

const driftKey = 'reconciler:drift';
const driftSchema = z.object({ v: z.literal(1), after: z.string() });

function driftCursor(store: OutboxStore): DriftCursor {
	return {
		get: async () => driftSchema.safeParse(await store.get(driftKey)).data?.after,
		set: async (after) => {
			const next = after === undefined ? undefined : { v: 1, after };
			await update(store, driftKey, (current) =>
				current === undefined && next === undefined ? { result: undefined } : { next, result: undefined },
			);
		},
	};
}
