import { z } from 'zod';
import { type Clock, hourMs } from '../base/clock.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { Ground } from '../ground.js';
import { type Alerts, rolesBlocked } from '../messages/alerts.js';
import type { GuildSettingsStore, RoleRules } from '../servers/guild-settings.js';
import { type RoleObstacle, roleObstacles } from '../servers/role-obstacle.js';
import { givenRoles } from '../servers/rule-subject.js';
import type { ServedGuilds } from '../servers/served-guilds.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
import { givingObstacle, type RoleApi, type RoleCallResult, type WithheldRole } from './role-api.js';
import type { SyncRows } from './sync-rows.js';

/**
 * Calls refused in one guild, across restarts and processes, after which none is made: a wrong role order means a
 * refusal for every member. Discord refuses at most ten: two more processes may each have a call in flight, and one
 * may be killed before it has recorded a refusal.
 */
const maxRefused = 7;
const windowMs = 6 * hourMs;
/** Members get nothing without the buyer role: the rest is reserved for it, even if lost responses count. */
const maxOfOtherRoles = 3;
/** A lost response may have been a refusal. Only the latest count, so that an outage can't use up the limit. */
const maxLost = 3;

const againEveryMs = 30_000;

/** By guild. */
export const blockedKind = defineKind({
	prefix: 'blocked:',
	schema: z.object({
		v: z.literal(1),
		/** By role id; '' if no buyer role is chosen. All times are milliseconds since the epoch. */
		roles: z.record(
			z.string(),
			z.object({
				obstacle: z.enum(roleObstacles),
				/** Discord has refused it: no call is made until then. Undefined if the gateway shows the obstacle. */
				until: optionalNumber(timestamp),
				/** When the alert was last updated. */
				toldAt: timestamp,
			}),
		),
		/** Calls that Discord has refused, or may have: their responses were lost. */
		calls: z.array(
			z.object({
				id: z.string(),
				at: timestamp,
				roleId: z.string().optional(),
				isLost: z.boolean().optional(),
			}),
		),
	}),
});
export type Blocked = RowOf<typeof blockedKind>;
type BlockedRole = Blocked['roles'][string];

const nothing: Blocked = { v: 1, roles: {}, calls: [] };

export interface RoleFloor extends Ground {
	readonly syncRows: SyncRows;
	readonly claims: ClaimStore;
	readonly served: ServedGuilds;
	readonly guilds: GuildSettingsStore;
	readonly roleApi: RoleApi;
	readonly alerts: Alerts;
	readonly refusedRequests: RefusedRequests;
}

export type BlockedFloor = RoleFloor & { readonly blockedRoles: BlockedRoles };

/**
 * Roles that can't be changed, because the gateway shows so or Discord has refused a call. After a refusal, the next
 * call for the role is made in an hour, or after a change in the guild.
 */
export class BlockedRoles {
	readonly #floor: RoleFloor;
	readonly #rows: Table<Blocked>;
	/** By guild: refusals seen by this process, even if they couldn't be stored. */
	readonly #own = new Map<string, Blocked['calls']>();
	/** By guild: how often something has changed that affects roles. */
	readonly #changes = new Map<string, number>();

	constructor(floor: RoleFloor) {
		this.#floor = floor;
		this.#rows = new Table(blockedKind, floor.store);
	}

	async read(guildId: string): Promise<Blocked> {
		return (await this.#rows.get(guildId)) ?? nothing;
	}

	/** The obstacle to a role. `isGiving`: to giving it, which its powers may forbid too. */
	obstacle(
		guildId: string,
		roleId: string,
		{ roles, calls }: Blocked,
		rules: RoleRules,
		isGiving = false,
	): RoleObstacle | undefined {
		const { roleApi: discord, clock } = this.#floor;
		const shown = isGiving
			? givingObstacle(discord, rules, guildId, roleId)
			: discord.obstacle(guildId, roleId);
		if (shown !== undefined) return shown;
		const { obstacle = 'refused', until = 0 } = roles[roleId] ?? {};
		const counted = this.#recent(guildId, calls);
		const ofOthers = counted.filter((call) => call.roleId !== rules.buyerRoleId);
		const isFull =
			counted.length >= maxRefused || (roleId !== rules.buyerRoleId && ofOthers.length >= maxOfOtherRoles);
		return isFull || clock.now() < until ? obstacle : undefined;
	}

	/** As `obstacle`, which it notes. */
	async noted(
		...[guildId, roleId, blocked, ...rest]: Parameters<BlockedRoles['obstacle']>
	): Promise<RoleObstacle | undefined> {
		const obstacle = this.obstacle(guildId, roleId, blocked, ...rest);
		if (obstacle !== undefined) await this.note(guildId, { roleId, obstacle }, blocked);
		return obstacle;
	}

	/** The obstacle that all members of the guild wait for: nothing is given without the buyer role. */
	async buyerObstacle(guildId: string): Promise<RoleObstacle | undefined> {
		const [rules, blocked] = await Promise.all([this.#floor.guilds.rulesOf(guildId), this.read(guildId)]);
		return rules === undefined ? 'role-missing' : this.obstacle(guildId, rules.buyerRoleId, blocked, rules);
	}

	/** Guilds with a blocked role. */
	async guilds(): Promise<string[]> {
		const guildIds: string[] = [];
		for await (const { id, row } of this.#rows.all())
			if (Object.keys(row.roles).length > 0) guildIds.push(id);
		return guildIds;
	}

	/** A refusal from before the latest change is not final. */
	changesIn(guildId: string): number {
		return this.#changes.get(guildId) ?? 0;
	}

	/** Allows refused roles again after a change in the guild. @returns true if a role is blocked there */
	async changed(guildId: string): Promise<boolean> {
		this.#changes.set(guildId, this.changesIn(guildId) + 1);
		const { roles } = await this.read(guildId);
		const now = this.#floor.clock.now();
		const due = ([roleId, role]: [string, BlockedRole]) => [roleId, { ...role, until: role.until && now }];
		if (Object.values(roles).some(({ until = 0 }) => until > now))
			await this.#change(guildId, (row) => ({
				...row,
				roles: Object.fromEntries(Object.entries(row.roles).map(due)),
			}));
		return Object.keys(roles).length > 0;
	}

	/** Records that a role can't be changed, and alerts staff. */
	async note(guildId: string, { roleId = '', obstacle }: WithheldRole, blocked?: Blocked): Promise<void> {
		const toldAt = this.#floor.clock.now();
		const isNoted = ({ roles }: Blocked): boolean =>
			// Counting the waiting members scans all of them, so the alert is updated only now and then.
			roles[roleId]?.obstacle === obstacle && toldAt - roles[roleId].toldAt < againEveryMs;
		if (isNoted(blocked ?? (await this.read(guildId)))) return;
		await this.#change(guildId, (row) => {
			const known = row.roles[roleId];
			const role = known?.obstacle === obstacle ? { ...known, toldAt } : { obstacle, toldAt };
			return isNoted(row) ? undefined : { ...row, roles: { ...row.roles, [roleId]: role } };
		});
	}

	/** Roles could be changed, so they are no longer blocked. @returns true if one was */
	overcome(guildId: string, roleIds: readonly string[], blocked: Blocked): boolean {
		// Unconfirmed powers don't forbid taking a role.
		const isOver = (roleId: string, { obstacle }: BlockedRole) =>
			roleIds.includes(roleId) && obstacle !== 'role-powerful';
		const isAny = Object.entries(blocked.roles).some(([roleId, role]) => isOver(roleId, role));
		// Neither the member nor the next one waits for that.
		if (isAny) this.#end(guildId, isOver).catch((error: unknown) => this.#onError(error));
		return isAny;
	}

	/** Ends what is over according to the gateway or the guild's rules, and updates the alerts of the rest. */
	async review(guildId: string): Promise<void> {
		const { guilds, syncRows, clock } = this.#floor;
		const blocked = await this.read(guildId);
		const [rules, waiting] = await Promise.all([guilds.rulesOf(guildId), syncRows.waitingIn(guildId)]);
		const ofUse = rules === undefined ? new Set(['']) : givenRoles(rules);
		const isOver = (roleId: string, { obstacle, until }: BlockedRole): boolean => {
			if (rules === undefined || !ofUse.has(roleId)) return !ofUse.has(roleId);
			const now = this.obstacle(guildId, roleId, { ...blocked, roles: {} }, rules, true);
			// An obstacle that the gateway no longer shows is over even if too many calls were refused.
			if (until === undefined) return now === undefined || (now === 'refused' && obstacle !== now);
			// The process that gave it to the last member may have been killed before it noted that.
			if (roleId === rules.buyerRoleId) return until <= clock.now() && waiting === 0;
			// A member who lacks it would have caused another call, unless the buyer role is blocked.
			return now === undefined && until + windowMs <= clock.now() && !(rules.buyerRoleId in blocked.roles);
		};
		const { roles } = await this.#end(guildId, isOver);
		for (const [roleId, { obstacle }] of Object.entries(roles))
			await this.note(guildId, { roleId, obstacle });
	}

	/** Makes a call about a role unless it has an obstacle, and notes a refusal. `isGiving`: a member waits for it. */
	async attempt<Result extends RoleCallResult | { readonly kind: 'member' }>(
		guildId: string,
		roleId: string,
		isGiving: boolean,
		{ blocked, rules }: { readonly blocked: Blocked; readonly rules: RoleRules },
		send: () => Promise<Result>,
	): Promise<Result | Extract<RoleCallResult, { kind: 'blocked' | 'passing' }>> {
		const obstacle = this.obstacle(guildId, roleId, blocked, rules, isGiving);
		if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		const { refusedRequests, clock, random } = this.#floor;
		const at = clock.now();
		const call = { id: random().toString(36), at, roleId };
		const changes = this.changesIn(guildId);
		const result = await refusedRequests.attempt(isGiving, send);
		if (result === undefined) return { kind: 'passing', reason: 'too many refusals' };
		if (result.kind === 'blocked') {
			this.#own.set(guildId, [...this.#recent(guildId, []), call]);
			const until = changes === this.changesIn(guildId) ? at + hourMs : at;
			const role = { obstacle: result.obstacle, until, toldAt: at };
			await this.#change(guildId, ({ roles, calls }) => ({
				v: 1,
				roles: { ...roles, [roleId]: role },
				calls: this.#recent(guildId, calls),
			}));
		} else if (result.kind === 'passing') {
			await this.#change(guildId, (row) => {
				const counted = this.#recent(guildId, row.calls);
				const lost = [...counted.filter(({ isLost }) => isLost), { ...call, isLost: true }];
				// Without earlier refusals, a lost response means an outage.
				if (counted.length === 0) return undefined;
				return { ...row, calls: [...counted.filter(({ isLost }) => !isLost), ...lost.slice(-maxLost)] };
			});
		}
		return result;
	}

	/** The calls that still count. */
	#recent(guildId: string, stored: Blocked['calls']): Blocked['calls'] {
		const since = this.#floor.clock.now() - windowMs;
		const own = this.#own.get(guildId) ?? [];
		const unstored = own.filter(({ id }) => stored.every((call) => call.id !== id));
		return [...stored, ...unstored].filter(({ at }) => at > since);
	}

	/** Changes a guild's row, and the alerts with it. `undefined` changes nothing. */
	async #change(guildId: string, change: (row: Blocked) => Blocked | undefined): Promise<void> {
		const { alerts, logger } = this.#floor;
		const { before = nothing, after = nothing } =
			(await this.#rows.change(guildId, (row = nothing) => {
				const next = change(row);
				return next && Object.keys(next.roles).length + this.#recent(guildId, next.calls).length === 0
					? null
					: next;
			})) ?? {};
		const [known, lasting] = [causesIn(before), causesIn(after)];
		for (const [subject, { toldAt, ...cause }] of lasting) {
			if (known.get(subject)?.toldAt === toldAt) continue;
			if (!known.has(subject)) logger.error({ guildId, ...cause }, 'Roles cannot be given in this server');
			this.#alert(guildId, subject, cause).catch((error: unknown) => this.#onError(error));
		}
		for (const subject of known.keys()) if (!lasting.has(subject)) await alerts.solve(guildId, subject);
	}

	async #alert(guildId: string, subject: string, { roleId, obstacle }: WithheldRole): Promise<void> {
		const { alerts, served, syncRows } = this.#floor;
		if (!served.serves(guildId)) return;
		const waiting = await syncRows.waitingIn(guildId);
		const role = roleId !== undefined && { roleId };
		await alerts.raise(guildId, { kind: 'roles-blocked', obstacle, ...role, waiting });
		// It may be over meanwhile, when there was no alert to end yet.
		if (!causesIn(await this.read(guildId)).has(subject)) await alerts.solve(guildId, subject);
	}

	/** Ends alerts before the row that knows of them goes: a kill in between repeats it. @returns what is left */
	async #end(guildId: string, isOver: (roleId: string, role: BlockedRole) => boolean): Promise<Blocked> {
		const row = await this.read(guildId);
		const left = without(row, isOver);
		for (const subject of causesIn(row).keys())
			if (!causesIn(left).has(subject)) await this.#floor.alerts.solve(guildId, subject);
		if (Object.keys(left.roles).length < Object.keys(row.roles).length)
			await this.#change(guildId, (current) =>
				// Unless it was blocked again meanwhile.
				without(current, (id, role) => isOver(id, role) && role.toldAt === row.roles[id]?.toldAt),
			);
		return left;
	}

	#onError(error: unknown): void {
		this.#floor.logger.error({ err: error }, 'A blocked role could not be recorded');
	}
}

function without(row: Blocked, isOver: (roleId: string, role: BlockedRole) => boolean): Blocked {
	const left = Object.entries(row.roles).filter(([roleId, role]) => !isOver(roleId, role));
	return { ...row, roles: Object.fromEntries(left) };
}

/** Blocked roles by the subject of their alert, which roles of a guild share if they have one cause. */
function causesIn({ roles }: Blocked): ReadonlyMap<string, WithheldRole & Pick<BlockedRole, 'toldAt'>> {
	return new Map(
		Object.entries(roles).map(([id, { obstacle, toldAt }]) => {
			const roleId = id === '' ? undefined : id;
			return [rolesBlocked({ obstacle, roleId }), { roleId, obstacle, toldAt }];
		}),
	);
}

/** A thousand broken guilds can each stay within their own limit and together cause a ban. */
const processWindowMs = 10 * 60_000;
const maxOfProcess = 900;
/** Beyond this only requests that a member waits for are sent, so that members are still served. */
const maxByBackground = 500;
/** Includes refused answers to interactions. A rush of those doesn't reduce the limit of the rest. */
const maxWithAnswers = 5_000;

const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Limits the refused requests of this process: after 10,000 in ten minutes Discord bans its whole IP address. */
export class RefusedRequests {
	readonly #clock: Pick<Clock, 'now'>;
	#refusals: { readonly at: number; readonly isAuthorized: boolean }[] = [];
	/** Requests without a response yet: each may be refused. */
	#inFlight = 0;

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	/** Counts a response from Discord by its HTTP status. `isAuthorized`: the request carried the bot token. */
	note(status: number, isAuthorized: boolean): void {
		if (refusedStatuses.has(status)) this.#refusals.push({ at: this.#clock.now(), isAuthorized });
	}

	/** Makes a request if there is room for a refusal; undefined if not. `isUrgent`: a member waits for it. */
	async attempt<Result>(isUrgent: boolean, request: () => Promise<Result>): Promise<Result | undefined> {
		const since = this.#clock.now() - processWindowMs;
		this.#refusals = this.#refusals.filter(({ at }) => at >= since);
		const authorized = this.#refusals.filter(({ isAuthorized }) => isAuthorized).length;
		if (authorized + this.#inFlight >= (isUrgent ? maxOfProcess : maxByBackground)) return undefined;
		if (this.#refusals.length + this.#inFlight >= maxWithAnswers) return undefined;
		this.#inFlight += 1;
		try {
			return await request();
		} finally {
			this.#inFlight -= 1;
		}
	}
}
