import { z } from 'zod';
import { update, type ValueStore } from '../storage/update.js';
import { type RoleObstacle, roleObstacles } from './role-api.js';

const refusalsSchema = z.object({
	v: z.literal(1),
	refusals: z.array(z.object({ at: z.number(), roleId: z.string(), obstacle: z.enum(roleObstacles) })),
});
type Refusal = z.infer<typeof refusalsSchema>['refusals'][number];

interface Refused {
	readonly kind: 'blocked';
	readonly obstacle: RoleObstacle;
}

const windowMs = 6 * 60 * 60_000;
const mostInWindow = 10;
/** After these nobody is tried but one each hour, so that something is left for when an event gives hope. */
const mostInARow = 3;
const pauseMs = 60 * 60_000;

/**
 * How often Discord may refuse us in one guild: ten times in six hours, over restarts and processes. Ten thousand
 * refusals in ten minutes get the address banned, and a broken role hierarchy refuses every member alike.
 */
export class DoomedCallBudget {
	readonly #store: ValueStore;
	readonly #now: () => number;
	/** Guilds in which something has changed since the last refusal. */
	readonly #hopeful = new Set<string>();
	readonly #underWay = new Map<string, Promise<unknown>>();

	constructor(store: ValueStore, now: () => number) {
		this.#store = store;
		this.#now = now;
	}

	/** What Discord has refused the role for, where it must not be asked again now; undefined: it may be tried. */
	async standsAgainst(guildId: string, roleId: string): Promise<RoleObstacle | undefined> {
		const recent = this.#recent(await this.#store.get(keyOf(guildId)));
		if (recent.length >= mostInWindow) return recent.at(-1)?.obstacle;
		const ofRole = recent.filter((refusal) => refusal.roleId === roleId);
		const last = ofRole.at(-1);
		if (last === undefined || ofRole.length < mostInARow || this.#hopeful.has(guildId)) return undefined;
		return this.#now() - last.at < pauseMs ? last.obstacle : undefined;
	}

	/**
	 * Makes a call about the role, if it may be tried, and counts it where Discord refuses. Once Discord has refused
	 * one, the calls of the guild go one at a time: several at once would all see the last place free.
	 */
	async attempt<Result extends { readonly kind: string }>(
		guildId: string,
		roleId: string,
		call: () => Promise<Result | Refused>,
	): Promise<Result | Refused> {
		if (this.#recent(await this.#store.get(keyOf(guildId))).length === 0) {
			return this.#counted(guildId, roleId, call);
		}
		const before = this.#underWay.get(guildId) ?? Promise.resolve();
		const mine = before.then(async () => {
			const obstacle = await this.standsAgainst(guildId, roleId);
			return obstacle === undefined
				? this.#counted(guildId, roleId, call)
				: ({ kind: 'blocked', obstacle } as const);
		});
		this.#underWay.set(
			guildId,
			mine.catch(() => {}),
		);
		return mine;
	}

	async #counted<Result extends { readonly kind: string }>(
		guildId: string,
		roleId: string,
		call: () => Promise<Result | Refused>,
	): Promise<Result | Refused> {
		const result = await call();
		if (isRefused(result)) await this.#refused(guildId, roleId, result.obstacle);
		return result;
	}

	async #refused(guildId: string, roleId: string, obstacle: RoleObstacle): Promise<void> {
		this.#hopeful.delete(guildId);
		await update(this.#store, keyOf(guildId), (stored) => {
			const refusals = [...this.#recent(stored), { at: this.#now(), roleId, obstacle }];
			return { next: { v: 1, refusals }, result: undefined };
		});
	}

	/** Something has changed in the guild that may have been in the way: worth one call more. */
	hopeFor(guildId: string): void {
		this.#hopeful.add(guildId);
	}

	#recent(stored: unknown): Refusal[] {
		const since = this.#now() - windowMs;
		// A value that can't be read is replaced by the next refusal.
		return (refusalsSchema.safeParse(stored).data?.refusals ?? []).filter(({ at }) => at > since);
	}
}

function isRefused(result: { readonly kind: string }): result is Refused {
	return result.kind === 'blocked';
}

function keyOf(guildId: string): string {
	return `refusals:${guildId}`;
}
