import { z } from 'zod';
import { timestamp } from '../base/row-fields.js';
import { type Known, update, type ValueStore } from '../storage/update.js';
import { type RoleObstacle, roleObstacles } from './role-api.js';

export const refusalsSchema = z.object({
	v: z.literal(1),
	refusals: z.array(
		z.object({
			at: timestamp,
			roleId: z.string(),
			obstacle: z.enum(roleObstacles),
			/** About the buyer role. */
			isBuyers: z.boolean().optional(),
			/** Noted before its call; undefined in rows of older versions. */
			id: z.string().optional(),
			/** The call's answer was lost: it may have been refused. */
			isUnsure: z.boolean().optional(),
		}),
	),
});
type Refusal = z.infer<typeof refusalsSchema>['refusals'][number];

interface Refused {
	readonly kind: 'blocked';
	readonly obstacle: RoleObstacle;
}

/** A call to Discord about a role. */
export interface RoleCall {
	readonly guildId: string;
	readonly roleId: string;
	/** Without the buyer role nobody gets anything: a part of the budget is kept for it. */
	readonly isBuyers: boolean;
}

const windowMs = 6 * 60 * 60_000;
const mostInWindow = 10;
const mostOfOtherRoles = 7;
/** Other processes may not have seen the first refusal yet, and have a call of their own in flight. */
const mostInFirstMinute = 4;
const minuteMs = 60_000;
/**
 * Lost responses may be refusals. Counting more of them would let an outage use up the budget. The latest are counted:
 * earlier ones leave the window while those after them are still in it.
 */
const mostUnsure = 3;
/** After these, one retry an hour, so that something of the budget is left for after a promising event. */
const mostInARow = 3;
const pauseMs = 60 * 60_000;

/**
 * The budget of refused calls in one guild: ten in six hours, across restarts and processes. Ten thousand refusals in
 * ten minutes get the IP address banned, and a wrong role order means a refusal for every member.
 */
export class RefusedCallBudget {
	readonly #store: ValueStore;
	readonly #now: () => number;
	readonly #random: () => number;
	/** Guilds in which something has changed since the last refusal. */
	readonly #hopeful = new Set<string>();
	/** By guild, the end of the latest call. discord.js sends one call of a guild at a time anyway. */
	readonly #latest = new Map<string, Promise<void>>();
	/** What this process knows, even if it couldn't be stored. */
	readonly #own = new Map<string, readonly Refusal[]>();

	constructor(store: ValueStore, now: () => number, random: () => number) {
		this.#store = store;
		this.#now = now;
		this.#random = random;
	}

	/** Why Discord refused the role, if it must not be retried now; undefined: it may be tried. */
	async standsAgainst(
		call: Pick<RoleCall, 'guildId' | 'roleId' | 'isBuyers'>,
	): Promise<RoleObstacle | undefined> {
		return this.#obstacle(call, this.#recent(call.guildId, await this.#store.get(keyOf(call.guildId))));
	}

	/** What is known of a guild's refusals, to be read with something else; undefined where it can't be read now. */
	async look(guildId: string): Promise<Known | undefined> {
		return await this.#store.get(keyOf(guildId)).then(
			(value) => ({ value }),
			() => undefined,
		);
	}

	/**
	 * Makes a call about the role, if the budget allows it, and counts a refusal. The calls of a guild are made one after
	 * the other, so that each knows how the one before ended. Once Discord has refused a call in the guild, the budget is
	 * charged before each call: no two processes can both take the last one.
	 * `looked`: what a `look` has shown lately. A refusal that only another process has seen since then is not missed
	 * for long: this one's own is known at once.
	 */
	async attempt<Result extends { readonly kind: string }>(
		call: RoleCall,
		send: () => Promise<Result | Refused>,
		looked?: Known,
	): Promise<Result | Refused> {
		const { guildId } = call;
		const { value: stored } = looked ?? { value: await this.#store.get(keyOf(guildId)) };
		const before = this.#latest.get(guildId);
		const attempt = (before ?? Promise.resolve()).then(() => this.#attempt(call, send, stored));
		const end = attempt.then(
			() => undefined,
			() => undefined,
		);
		this.#latest.set(guildId, end);
		try {
			return await attempt;
		} finally {
			if (this.#latest.get(guildId) === end) this.#latest.delete(guildId);
		}
	}

	/** Something that may have been the reason changed in the guild: one more call is worth it. */
	hopeFor(guildId: string): void {
		this.#hopeful.add(guildId);
	}

	async #attempt<Result extends { readonly kind: string }>(
		call: RoleCall,
		send: () => Promise<Result | Refused>,
		stored: unknown,
	): Promise<Result | Refused> {
		const { guildId, roleId, isBuyers } = call;
		const place = { at: this.#now(), roleId, isBuyers, id: this.#random().toString(36) };
		const latest = this.#recent(guildId, stored).at(-1);
		if (latest !== undefined) {
			const obstacle = await this.#take(call, { ...place, obstacle: latest.obstacle });
			if (obstacle !== undefined) return { kind: 'blocked', obstacle };
		}
		const result = await send();
		if (isRefused(result)) {
			this.#hopeful.delete(guildId);
			await this.#note(guildId, place.id, { ...place, obstacle: result.obstacle });
		} else if (result.kind === 'passing') {
			await this.#note(guildId, place.id, { ...place, obstacle: 'missing-permission', isUnsure: true });
		} else if (latest !== undefined) {
			await this.#note(guildId, place.id, undefined);
		}
		return result;
	}

	/** Reserves budget for a call that is about to be made, or says why it must not be made. */
	async #take(call: RoleCall, place: Refusal): Promise<RoleObstacle | undefined> {
		return await update(this.#store, keyOf(call.guildId), (stored) => {
			const recent = this.#recent(call.guildId, stored);
			const obstacle = this.#obstacle(call, recent);
			if (obstacle !== undefined) return { result: obstacle };
			return { next: { v: 1, refusals: [...recent, place] }, result: undefined };
		});
	}

	/** The outcome of the call with this id; undefined: it was not refused. */
	async #note(guildId: string, id: string, refusal: Refusal | undefined): Promise<void> {
		if (refusal !== undefined && refusal.isUnsure !== true)
			this.#own.set(guildId, [...this.#recent(guildId, undefined), refusal]);
		await update(this.#store, keyOf(guildId), (stored) => {
			const others = this.#recent(guildId, stored).filter((each) => each.id !== id);
			// If nothing was refused, an answer is lost in an outage.
			const isUncounted = refusal === undefined || (refusal.isUnsure === true && others.length === 0);
			const refusals = isUncounted ? others : latestUnsure([...others, refusal]);
			return { next: refusals.length === 0 ? undefined : { v: 1, refusals }, result: undefined };
		});
	}

	#obstacle(
		{ guildId, roleId, isBuyers }: Pick<RoleCall, 'guildId' | 'roleId' | 'isBuyers'>,
		recent: readonly Refusal[],
	): RoleObstacle | undefined {
		const latest = recent.at(-1)?.obstacle;
		const isFirstMinute = this.#now() - (recent[0]?.at ?? 0) < minuteMs;
		if (recent.length >= (isFirstMinute ? mostInFirstMinute : mostInWindow)) return latest;
		if (!isBuyers && recent.filter((refusal) => !refusal.isBuyers).length >= mostOfOtherRoles) return latest;
		const ofRole = recent.filter((refusal) => refusal.roleId === roleId && !refusal.isUnsure);
		const last = ofRole.length < mostInARow ? undefined : ofRole.at(-1);
		if (last === undefined || this.#hopeful.has(guildId)) return undefined;
		return this.#now() - last.at < pauseMs ? last.obstacle : undefined;
	}

	/** Sorted by time. */
	#recent(guildId: string, stored: unknown): Refusal[] {
		const since = this.#now() - windowMs;
		// A value that can't be read is replaced by the next refusal.
		const noted = refusalsSchema.safeParse(stored).data?.refusals ?? [];
		const own = (this.#own.get(guildId) ?? []).filter(({ id }) => noted.every((each) => each.id !== id));
		return [...noted, ...own].filter(({ at }) => at > since).toSorted((one, other) => one.at - other.at);
	}
}

function isRefused(result: { readonly kind: string }): result is Refused {
	return result.kind === 'blocked';
}

function latestUnsure(refusals: readonly Refusal[]): readonly Refusal[] {
	const unsure = refusals.filter(({ isUnsure }) => isUnsure);
	const tooMany = unsure.slice(0, Math.max(0, unsure.length - mostUnsure));
	return refusals.filter((refusal) => !tooMany.includes(refusal));
}

function keyOf(guildId: string): string {
	return `refusals:${guildId}`;
}
