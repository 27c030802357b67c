import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { rolesBlocked } from '../messages/alerts.js';
import { type RoleObstacle, type RoleRules, roleObstacles } from '../servers/role-rules.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
import { givingObstacle, type Passing } from './role-api.js';
import type { RoleFloor, WithheldRole } from './role-floor.js';
import { managedRoles } from './role-plan.js';

const hourMs = 60 * 60_000;

/**
 * Refused calls in one guild, across restarts and processes: a wrong role order means a refusal for every member. Two
 * more processes may each have a call in flight before they see the first refusal: together at most ten.
 */
const windowMs = 6 * hourMs;
const maxRefused = 8;
/** Members get nothing without the buyer role: the rest is reserved for it. */
const maxOfOtherRoles = 6;
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
		/** Calls that Discord has refused, or may have. */
		calls: z.array(
			z.object({
				id: z.string(),
				at: timestamp,
				isBuyers: z.boolean(),
				/** Its response was lost. */
				isLost: z.boolean().optional(),
			}),
		),
	}),
});
export type Blocked = RowOf<typeof blockedKind>;
type BlockedRole = Blocked['roles'][string];
type Call = Blocked['calls'][number];

const nothing: Blocked = { v: 1, roles: {}, calls: [] };

export interface RoleCall {
	readonly guildId: string;
	readonly roleId: string;
	readonly isBuyers: boolean;
	readonly isUrgent: boolean;
}

/** The floor of the roles, and the limit of refused requests of the process. */
export type CallingFloor = RoleFloor & { readonly refusedRequests: RefusedRequests };

interface Refused {
	readonly kind: 'blocked';
	readonly obstacle: RoleObstacle;
}

/**
 * Roles that can't be changed, by guild: because the gateway shows so, or because Discord has refused a call. After a
 * refusal the next call for the role is made in an hour, or after a change in the guild.
 */
export class BlockedRoles {
	readonly #floor: CallingFloor;
	readonly #rows: Table<Blocked>;
	/** By guild: refusals seen by this process, even if they couldn't be stored. */
	readonly #own = new Map<string, readonly Call[]>();
	/** By guild: how often something has changed that affects roles. */
	readonly #changes = new Map<string, number>();

	constructor(floor: CallingFloor) {
		this.#floor = floor;
		this.#rows = new Table(blockedKind, floor.store);
	}

	async read(guildId: string): Promise<Blocked> {
		return (await this.#rows.get(guildId)) ?? nothing;
	}

	/** The obstacle to a role. `rules`: to giving it, which its powers may forbid too. */
	obstacle(guildId: string, roleId: string, blocked: Blocked, rules?: RoleRules): RoleObstacle | undefined {
		const { roleApi: discord, clock } = this.#floor;
		const shown = rules ? givingObstacle(discord, rules, guildId, roleId) : discord.obstacle(guildId, roleId);
		const refused = blocked.roles[roleId];
		return (
			shown ?? (refused !== undefined && clock.now() < (refused.until ?? 0) ? refused.obstacle : undefined)
		);
	}

	/** True if the role has no obstacle. One that it has is noted. `rules`: as for `obstacle`. */
	async allows(guildId: string, roleId: string, blocked: Blocked, rules?: RoleRules): Promise<boolean> {
		const obstacle = this.obstacle(guildId, roleId, blocked, rules);
		if (obstacle !== undefined) await this.note(guildId, { roleId, obstacle }, blocked);
		return obstacle === undefined;
	}

	/** The obstacle that all members of the guild wait for: nothing is given without the buyer role. */
	async buyerObstacle(guildId: string): Promise<RoleObstacle | undefined> {
		const [rules, blocked] = await Promise.all([this.#floor.guilds.rulesOf(guildId), this.read(guildId)]);
		return rules === undefined ? 'role-missing' : this.obstacle(guildId, rules.buyerRoleId, blocked);
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

	/**
	 * Something that affects roles has changed in the guild: refused roles may be tried again.
	 * @returns true if a role is blocked there
	 */
	async changed(guildId: string): Promise<boolean> {
		this.#changes.set(guildId, this.changesIn(guildId) + 1);
		const { roles } = await this.read(guildId);
		const now = this.#floor.clock.now();
		if (Object.values(roles).some(({ until = 0 }) => until > now)) {
			await this.#change(guildId, (row) => ({
				...row,
				roles: mapped(row.roles, (role) => (role.until === undefined ? role : { ...role, until: now })),
			}));
		}
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

	/**
	 * Roles could be changed: they are no longer blocked.
	 * @returns true if one was
	 */
	overcome(guildId: string, roleIds: readonly string[], blocked: Blocked): boolean {
		const isOver = (roleId: string) => roleIds.includes(roleId);
		const isAny = Object.keys(blocked.roles).some(isOver);
		// Neither the member nor the next one waits for that.
		if (isAny) this.#end(guildId, isOver).catch((error: unknown) => this.#onError(error));
		return isAny;
	}

	/** Ends what is over according to the gateway or the guild's rules, and updates the alerts of the rest. */
	async review(guildId: string): Promise<void> {
		const { guilds, roleApi: discord, syncRows, clock } = this.#floor;
		const [rules, waiting] = await Promise.all([guilds.rulesOf(guildId), syncRows.waitingIn(guildId)]);
		const ofUse = rules === undefined ? new Set(['']) : managedRoles(rules);
		const isOver = (roleId: string, { until }: BlockedRole): boolean => {
			if (rules === undefined || !ofUse.has(roleId)) return !ofUse.has(roleId);
			if (until === undefined) return givingObstacle(discord, rules, guildId, roleId) === undefined;
			// The process that gave it to the last member may have been killed before it noted that.
			return until <= clock.now() && roleId === rules.buyerRoleId && waiting === 0;
		};
		const { roles } = await this.#end(guildId, isOver);
		for (const [roleId, { obstacle }] of Object.entries(roles))
			await this.note(guildId, { roleId, obstacle });
	}

	/**
	 * Makes a call about a role if the process and the guild have room for a refusal, and counts it if it is refused. Once
	 * Discord has refused a call in the guild, calls are counted beforehand: no two processes can both use the last one.
	 */
	async attempt<Result extends { readonly kind: string }>(
		call: RoleCall,
		blocked: Blocked,
		send: () => Promise<Result | Refused>,
	): Promise<Result | Refused | Passing> {
		const { refusedRequests } = this.#floor;
		// The process' limit comes first: a call that isn't made doesn't count for the guild.
		const result = await refusedRequests.attempt(call.isUrgent, () => this.#counted(call, blocked, send));
		return result ?? { kind: 'passing', reason: 'too many refusals' };
	}

	async #counted<Result extends { readonly kind: string }>(
		{ guildId, roleId, isBuyers }: RoleCall,
		blocked: Blocked,
		send: () => Promise<Result | Refused>,
	): Promise<Result | Refused> {
		const { clock, random } = this.#floor;
		const at = clock.now();
		const mine: Call = { id: random().toString(36), at, isBuyers };
		const changes = this.changesIn(guildId);
		const isCounted = this.#recent(guildId, blocked.calls).length > 0;
		const obstacle = isCounted ? await this.#reserve(guildId, roleId, mine) : undefined;
		if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		const result = await send();
		const withoutMine = ({ calls }: Blocked) => calls.filter(({ id }) => id !== mine.id);
		if (isRefused(result)) {
			this.#own.set(guildId, [...this.#recent(guildId, []), mine]);
			const until = changes === this.changesIn(guildId) ? at + hourMs : at;
			const role = { obstacle: result.obstacle, until, toldAt: at };
			await this.#change(guildId, (row) => ({ ...row, roles: { ...row.roles, [roleId]: role } }));
		} else if (result.kind === 'passing') {
			// Without earlier refusals, a lost response means an outage.
			await this.#change(guildId, (row) => {
				const others = withoutMine(row);
				return { ...row, calls: others.length > 0 ? latestLost([...others, { ...mine, isLost: true }]) : [] };
			});
		} else if (isCounted) await this.#change(guildId, (row) => ({ ...row, calls: withoutMine(row) }));
		return result;
	}

	/** Counts a call beforehand. @returns the obstacle if there is no room for it: then it is blocked until there is */
	async #reserve(guildId: string, roleId: string, call: Call): Promise<RoleObstacle | undefined> {
		let obstacle: RoleObstacle | undefined;
		await this.#change(guildId, (row) => {
			const { calls, roles } = row;
			const others = calls.filter(({ isBuyers }) => !isBuyers);
			const isFull = calls.length >= maxRefused || (!call.isBuyers && others.length >= maxOfOtherRoles);
			obstacle = isFull ? ((roles[roleId] ?? Object.values(roles).at(-1))?.obstacle ?? 'refused') : undefined;
			if (obstacle === undefined) return { ...row, calls: [...calls, call] };
			const until = (calls[0]?.at ?? call.at) + windowMs;
			return { ...row, roles: { ...roles, [roleId]: { obstacle, until, toldAt: call.at } } };
		});
		return obstacle;
	}

	/** The calls that still count, in their order. */
	#recent(guildId: string, stored: readonly Call[]): Call[] {
		const since = this.#floor.clock.now() - windowMs;
		const own = (this.#own.get(guildId) ?? []).filter(({ id }) => stored.every((call) => call.id !== id));
		return [...stored, ...own].filter(({ at }) => at > since).toSorted((one, other) => one.at - other.at);
	}

	/** Changes a guild's row. What is told anew is reported; `undefined` changes nothing. */
	async #change(guildId: string, change: (row: Blocked) => Blocked | undefined): Promise<void> {
		const { logger } = this.#floor;
		const { before = nothing, after = nothing } =
			(await this.#rows.change(guildId, (stored = nothing) => {
				const next = change({ ...stored, calls: this.#recent(guildId, stored.calls) });
				return next && Object.keys(next.roles).length + next.calls.length === 0 ? null : next;
			})) ?? {};
		for (const [roleId, { obstacle, toldAt }] of Object.entries(after.roles)) {
			const known = before.roles[roleId];
			if (known?.toldAt === toldAt && known.obstacle === obstacle) continue;
			const withheld = withheldAs(roleId, obstacle);
			if (!isAmong(before, withheld))
				logger.error({ guildId, ...withheld }, 'Roles cannot be given in this server');
			this.#alert(guildId, withheld).catch((error: unknown) => this.#onError(error));
			const former = known && withheldAs(roleId, known.obstacle);
			if (former !== undefined && !isAmong(after, former)) await this.#solve(guildId, former);
		}
	}

	async #alert(guildId: string, withheld: WithheldRole): Promise<void> {
		const { alerts, served, syncRows } = this.#floor;
		if (!served.serves(guildId)) return;
		const { roleId, obstacle } = withheld;
		const role = roleId === undefined ? {} : { roleId };
		const waiting = await syncRows.waitingIn(guildId);
		await alerts.raise(guildId, { kind: 'roles-blocked', obstacle, ...role, waiting });
		// It may be over meanwhile, when there was no alert to end yet.
		if (!isAmong(await this.read(guildId), withheld)) await this.#solve(guildId, withheld);
	}

	async #solve(guildId: string, withheld: WithheldRole): Promise<void> {
		await this.#floor.alerts.solve(guildId, rolesBlocked(withheld));
	}

	/** Ends alerts before the row that knows of them goes: a kill in between repeats it. @returns what is left */
	async #end(guildId: string, isOver: (roleId: string, role: BlockedRole) => boolean): Promise<Blocked> {
		const row = await this.read(guildId);
		const left = without(row, isOver);
		for (const [roleId, role] of Object.entries(row.roles)) {
			const withheld = withheldAs(roleId, role.obstacle);
			if (!isAmong(left, withheld)) await this.#solve(guildId, withheld);
		}
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

function isRefused(result: { readonly kind: string }): result is Refused {
	return result.kind === 'blocked';
}

function latestLost(calls: readonly Call[]): Call[] {
	const lost = calls.filter(({ isLost }) => isLost);
	const tooMany = lost.slice(0, Math.max(0, lost.length - maxLost));
	return calls.filter((call) => !tooMany.includes(call));
}

function mapped(roles: Blocked['roles'], change: (role: BlockedRole) => BlockedRole): Blocked['roles'] {
	return Object.fromEntries(Object.entries(roles).map(([roleId, role]) => [roleId, change(role)]));
}

function without(row: Blocked, isOver: (roleId: string, role: BlockedRole) => boolean): Blocked {
	const left = Object.entries(row.roles).filter(([roleId, role]) => !isOver(roleId, role));
	return { ...row, roles: Object.fromEntries(left) };
}

function withheldAs(roleId: string, obstacle: RoleObstacle): WithheldRole {
	return { roleId: roleId === '' ? undefined : roleId, obstacle };
}

/** These have one cause for every role of the guild. */
const guildWide: ReadonlySet<RoleObstacle> = new Set(['missing-permission', 'guild-gone']);

/** @returns true if a role of the guild is blocked for the same cause */
function isAmong({ roles }: Blocked, { roleId = '', obstacle }: WithheldRole): boolean {
	if (!guildWide.has(obstacle)) return roles[roleId]?.obstacle === obstacle;
	return Object.values(roles).some((role) => role.obstacle === obstacle);
}

/** A thousand broken guilds can each stay within their own limit and together cause a ban. */
const processWindowMs = 10 * 60_000;
const maxOfProcess = 900;
/** Beyond this only requests that a member waits for are sent, so that members are still served. */
const maxByBackground = 500;
/** Includes refused answers to interactions. A rush of those doesn't reduce the limit of the rest. */
const maxWithAnswers = 5_000;

const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Limits the refused requests of this process. Discord bans an IP address after 10,000 refusals in ten minutes, counted
 * across everything behind that address.
 */
export class RefusedRequests {
	readonly #clock: Pick<Clock, 'now'>;
	#times: number[] = [];
	#timesOfAnswers: number[] = [];
	/** Requests without a response yet: each may be refused. */
	#inFlight = 0;

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	/** Counts a response from Discord by its HTTP status. `isAuthorized`: the request carried the bot token. */
	note(status: number, isAuthorized: boolean): void {
		if (refusedStatuses.has(status))
			(isAuthorized ? this.#times : this.#timesOfAnswers).push(this.#clock.now());
	}

	/** Makes a request if there is room for a refusal; undefined if not. `isUrgent`: a member waits for it. */
	async attempt<Result>(isUrgent: boolean, request: () => Promise<Result>): Promise<Result | undefined> {
		const since = this.#clock.now() - processWindowMs;
		this.#times = this.#times.filter((at) => at >= since);
		this.#timesOfAnswers = this.#timesOfAnswers.filter((at) => at >= since);
		const own = this.#times.length + this.#inFlight;
		if (own >= (isUrgent ? maxOfProcess : maxByBackground)) return undefined;
		if (own + this.#timesOfAnswers.length >= maxWithAnswers) return undefined;
		this.#inFlight += 1;
		try {
			return await request();
		} finally {
			this.#inFlight -= 1;
		}
	}
}
