import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Random } from '../base/random.js';
import { timestamp } from '../base/row-fields.js';
import { type RoleObstacle, roleObstacles } from '../guilds/role-obstacles.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';

interface RefusedTarget {
	readonly kind: 'blocked';
	readonly obstacle: RoleObstacle;
}

interface Passing {
	readonly kind: 'passing';
	readonly reason: string;
}

export interface RoleCall {
	readonly guildId: string;
	readonly roleId: string;
	/** Members get nothing without the buyer role: a part of the budget is reserved for it. */
	readonly isBuyers: boolean;
	readonly isUrgent: boolean;
}

const minuteMs = 60_000;

/** In one guild, across restarts and processes: a wrong role order means a refusal for every member. */
const perGuild = {
	windowMs: 6 * 60 * minuteMs,
	max: 10,
	maxOfOtherRoles: 7,
	/** Other processes may not have seen the first refusal yet, and have a call of their own in flight. */
	maxInFirstMinute: 4,
	/** A lost response may have been a refusal. Only the latest three count, so that an outage can't use up the budget. */
	maxUnsure: 3,
	/** After these, one retry an hour, so that some budget is left after a promising event. */
	maxInARow: 3,
	pauseMs: 60 * minuteMs,
} as const;

/** By guild. */
export const refusalsKind = defineKind({
	prefix: 'refusals:',
	schema: z.object({
		v: z.literal(1),
		refusals: z.array(
			z.object({
				at: timestamp,
				roleId: z.string(),
				obstacle: z.enum(roleObstacles),
				isBuyers: z.boolean().optional(),
				/** Set if noted before its call; undefined in rows of older versions. */
				id: z.string().optional(),
				/** The call's response was lost: it may have been refused. */
				isUnsure: z.boolean().optional(),
			}),
		),
	}),
	until: ({ refusals }) => Math.max(...refusals.map(({ at }) => at)) + perGuild.windowMs,
});
type Refusals = RowOf<typeof refusalsKind>;
type RefusedCall = Refusals['refusals'][number];

/** In this process: a thousand broken guilds can each stay within their budget and together cause a ban. */
const ofProcess = {
	windowMs: 10 * minuteMs,
	max: 900,
	/** Beyond this only requests that a member waits for are sent, so that members are still served. */
	maxByBackground: 500,
	/** Includes refused answers to interactions. A rush of those doesn't reduce the budget of the rest. */
	maxWithAnswers: 5_000,
} as const;

const refusedStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** A guild's row of refusals, as it was read. */
export interface ReadRefusals {
	readonly row: Refusals | undefined;
}

/**
 * Limits refused requests. Discord bans an IP address after 10,000 refusals in ten minutes, counted across everything
 * behind that address. Role calls have two limits: the guild's is stored, the process's is not.
 */
export class RefusedCallBudget {
	readonly #store: ListedStore;
	readonly #rows: Table<Refusals>;
	readonly #clock: Pick<Clock, 'now'>;
	readonly #random: Random;
	/** Guilds in which something has changed since the last refusal. */
	readonly #retryAllowed = new Set<string>();
	/** Refusals seen by this process, even if they couldn't be stored. */
	readonly #own = new Map<string, readonly RefusedCall[]>();
	#times: number[] = [];
	#timesOfAnswers: number[] = [];
	/** Requests without a response yet: each may be refused. */
	#inFlight = 0;

	constructor(store: ListedStore, clock: Pick<Clock, 'now'>, random: Random) {
		this.#store = store;
		this.#rows = new Table(refusalsKind, store, clock);
		this.#clock = clock;
		this.#random = random;
	}

	/** Counts a response from Discord by its HTTP status. `isAuthorized`: the request carried the bot token. */
	note(status: number, isAuthorized: boolean): void {
		if (refusedStatuses.has(status))
			(isAuthorized ? this.#times : this.#timesOfAnswers).push(this.#clock.now());
	}

	/** Makes a request if the process has room for a refusal; undefined if not. `isUrgent`: a member waits for it. */
	async attempt<Result>(isUrgent: boolean, request: () => Promise<Result>): Promise<Result | undefined> {
		const now = this.#clock.now();
		this.#times = withoutOld(this.#times, now);
		this.#timesOfAnswers = withoutOld(this.#timesOfAnswers, now);
		const own = this.#times.length + this.#inFlight;
		if (own >= (isUrgent ? ofProcess.max : ofProcess.maxByBackground)) return undefined;
		if (own + this.#timesOfAnswers.length >= ofProcess.maxWithAnswers) return undefined;
		this.#inFlight += 1;
		try {
			return await request();
		} finally {
			this.#inFlight -= 1;
		}
	}

	/** @returns the obstacle if the role must not be retried now; undefined if it may be tried */
	async blockedBy(call: Omit<RoleCall, 'isUrgent'>): Promise<RoleObstacle | undefined> {
		const { guildId } = call;
		const row = await this.withoutFuture(guildId, await this.#rows.get(guildId));
		return this.obstacleAmong(call, this.recentRefusals(guildId, row));
	}

	/** Reads a guild's refusals in parallel with something else; undefined if the read fails. */
	async lookAtRefusals(guildId: string): Promise<ReadRefusals | undefined> {
		return await this.#rows.get(guildId).then(
			(row) => ({ row }),
			() => undefined,
		);
	}

	/**
	 * Makes a call about a role if both limits allow it, and counts a refusal. The grant queue makes a guild's calls
	 * sequentially, so that each knows how the one before ended. Once Discord has refused a call in the guild, the
	 * budget is charged before each call: no two processes can both use the last one.
	 * @param looked a recent result of `lookAtRefusals`. It may briefly lack another process's refusals; this process's
	 * own are always included
	 */
	async attemptRole<Result extends { readonly kind: string }>(
		call: RoleCall,
		send: () => Promise<Result | RefusedTarget>,
		looked?: ReadRefusals,
	): Promise<Result | RefusedTarget | Passing> {
		const { row } = looked ?? { row: await this.#rows.get(call.guildId) };
		const result = await this.attempt(call.isUrgent, () => this.charged(call, send, row));
		return result ?? { kind: 'passing', reason: 'too many refusals' };
	}

	/** Something that may have been the reason changed in the guild: one more call is worth it. */
	allowOneRetry(guildId: string): void {
		this.#retryAllowed.add(guildId);
	}

	private async charged<Result extends { readonly kind: string }>(
		call: RoleCall,
		send: () => Promise<Result | RefusedTarget>,
		row: Refusals | undefined,
	): Promise<Result | RefusedTarget> {
		const { guildId, roleId, isBuyers } = call;
		const place = { at: this.#clock.now(), roleId, isBuyers, id: this.#random().toString(36) };
		const latest = this.recentRefusals(guildId, row).at(-1);
		if (latest !== undefined) {
			const obstacle = await this.reserve(call, { ...place, obstacle: latest.obstacle });
			if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		}
		const result = await send();
		if (isRefused(result)) {
			this.#retryAllowed.delete(guildId);
			await this.noteOutcome(guildId, place.id, { ...place, obstacle: result.obstacle });
		} else if (result.kind === 'passing') {
			await this.noteOutcome(guildId, place.id, { ...place, obstacle: 'missing-permission', isUnsure: true });
		} else if (latest !== undefined) {
			await this.noteOutcome(guildId, place.id, undefined);
		}
		return result;
	}

	/** Reserves budget for a call; returns the obstacle if the call must not be made. */
	private async reserve(call: RoleCall, place: RefusedCall): Promise<RoleObstacle | undefined> {
		const { guildId } = call;
		return await this.#store.transact(async (tx) => {
			const recent = this.recentRefusals(guildId, await this.#rows.get(guildId, tx));
			const obstacle = this.obstacleAmong(call, recent);
			if (obstacle === undefined) this.#rows.put(tx, guildId, { v: 1, refusals: [...recent, place] });
			return obstacle;
		});
	}

	/** Records the outcome of the call with this id. `refusal`: undefined if it was not refused. */
	private async noteOutcome(guildId: string, id: string, refusal: RefusedCall | undefined): Promise<void> {
		if (refusal !== undefined && refusal.isUnsure !== true)
			this.#own.set(guildId, [...this.recentRefusals(guildId, undefined), refusal]);
		await this.#rows.change(guildId, (row) => {
			const others = this.recentRefusals(guildId, row).filter((each) => each.id !== id);
			// Without earlier refusals, a lost response means an outage.
			const isUncounted = refusal === undefined || (refusal.isUnsure === true && others.length === 0);
			const refusals = isUncounted ? others : latestUnsure([...others, refusal]);
			return refusals.length === 0 ? null : { v: 1, refusals };
		});
	}

	private obstacleAmong(
		{ guildId, roleId, isBuyers }: Omit<RoleCall, 'isUrgent'>,
		recent: readonly RefusedCall[],
	): RoleObstacle | undefined {
		const latest = recent.at(-1)?.obstacle;
		const isFirstMinute = this.#clock.now() - (recent[0]?.at ?? 0) < minuteMs;
		if (recent.length >= (isFirstMinute ? perGuild.maxInFirstMinute : perGuild.max)) return latest;
		if (!isBuyers && recent.filter((refusal) => !refusal.isBuyers).length >= perGuild.maxOfOtherRoles)
			return latest;
		const ofRole = recent.filter((refusal) => refusal.roleId === roleId && !refusal.isUnsure);
		const last = ofRole.length < perGuild.maxInARow ? undefined : ofRole.at(-1);
		if (last === undefined || this.#retryAllowed.has(guildId)) return undefined;
		return this.#clock.now() - last.at < perGuild.pauseMs ? last.obstacle : undefined;
	}

	/** Times in the future count as now. Written back: otherwise each read would count them from its own time again. */
	private async withoutFuture(guildId: string, row: Refusals | undefined): Promise<Refusals | undefined> {
		const now = this.#clock.now();
		const own = this.#own.get(guildId) ?? [];
		if ([...(row?.refusals ?? []), ...own].every(({ at }) => at <= now)) return row;
		this.#own.set(guildId, own.map(asOf(now)));
		const changed = await this.#rows.change(
			guildId,
			(current) => current && { ...current, refusals: current.refusals.map(asOf(now)) },
		);
		return changed?.after;
	}

	private recentRefusals(guildId: string, row: Refusals | undefined): RefusedCall[] {
		const since = this.#clock.now() - perGuild.windowMs;
		const noted = row?.refusals ?? [];
		const own = (this.#own.get(guildId) ?? []).filter(({ id }) => noted.every((each) => each.id !== id));
		return [...noted, ...own].filter(({ at }) => at > since).toSorted((one, other) => one.at - other.at);
	}
}

function isRefused(result: { readonly kind: string }): result is RefusedTarget {
	return result.kind === 'blocked';
}

function latestUnsure(refusals: readonly RefusedCall[]): RefusedCall[] {
	const unsure = refusals.filter(({ isUnsure }) => isUnsure);
	const tooMany = unsure.slice(0, Math.max(0, unsure.length - perGuild.maxUnsure));
	return refusals.filter((refusal) => !tooMany.includes(refusal));
}

/** A time in the future is from before the clock was set back. */
function withoutOld(times: number[], now: number): number[] {
	const since = now - ofProcess.windowMs;
	const [first = now, last = now] = [times[0], times.at(-1)];
	return first < since || last > now ? times.filter((at) => at >= since && at <= now) : times;
}

function asOf(now: number): (refusal: RefusedCall) => RefusedCall {
	return (refusal) => ({ ...refusal, at: Math.min(refusal.at, now) });
}
