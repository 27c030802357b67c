import { z } from 'zod';
import { update, type ValueStore } from '../storage/update.js';
import type { WithheldRole } from './grant.js';
import { type RoleApi, type RoleObstacle, roleObstacles } from './role-api.js';
import { managedRoles, type RoleRules } from './role-plan.js';
import { givingObstacle } from './role-powers.js';

const troublesSchema = z.object({
	v: z.literal(1),
	troubles: z.array(
		z.object({
			roleId: z.string().optional(),
			obstacle: z.enum(roleObstacles),
			/** Whether the gateway had told of it, and so will tell of its end. */
			visible: z.boolean(),
		}),
	),
});
type Trouble = z.infer<typeof troublesSchema>['troubles'][number];
/** `rules`: the guild's; undefined where it is not set up. */
type Change = (troubles: readonly Trouble[], rules: RoleRules | undefined) => readonly Trouble[];

export interface RoleTroublesDependencies {
	readonly store: ValueStore;
	readonly discord: Pick<RoleApi, 'obstacle' | 'powers'>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	/** Told once of each cause: every member meets the same one, and so does the next life of the process. */
	readonly onNew: (guildId: string, trouble: WithheldRole) => void;
	readonly onError: (error: unknown) => void;
}

/** Which roles can't be changed at present, in which guild and why, until they can. */
export class RoleTroubles {
	readonly #dependencies: RoleTroublesDependencies;
	readonly #byGuild = new Map<string, readonly Trouble[]>();
	/** One change at a time: of two members who meet a cause at once, one is to tell of it. */
	#last: Promise<void> = Promise.resolve();

	constructor(dependencies: RoleTroublesDependencies) {
		this.#dependencies = dependencies;
	}

	/** Guilds in which something is known to be in the way, with all that has been noted up to now. */
	async guilds(): Promise<string[]> {
		await this.#last;
		return [...this.#byGuild].filter(([, troubles]) => troubles.length > 0).map(([guildId]) => guildId);
	}

	/** A role could not be changed. Returns at once. */
	note(guildId: string, { roleId, obstacle }: WithheldRole): void {
		if (this.#byGuild.get(guildId)?.some((known) => isSame(known, { roleId, obstacle }))) return;
		this.#enqueue(guildId, (troubles, rules) => {
			// Of a role that has been replaced meanwhile nobody needs to hear.
			const isNews = isOfUse(roleId, rules) && !troubles.some((known) => isSame(known, { roleId, obstacle }));
			if (!isNews) return troubles;
			const visible = roleId === undefined || this.#obstacle(guildId, roleId, rules) === obstacle;
			return [...troubles, { ...(roleId !== undefined && { roleId }), obstacle, visible }];
		});
	}

	/** Roles could be changed: nothing is in their way any more. Returns at once. */
	overcome(guildId: string, roleIds: readonly string[]): void {
		if (roleIds.length === 0 || this.#byGuild.get(guildId)?.length === 0) return;
		this.#enqueue(guildId, (troubles) =>
			troubles.filter(({ roleId }) => roleId !== undefined && !roleIds.includes(roleId)),
		);
	}

	/** Drops what the gateway tells is over, and what is about roles that the guild no longer uses. */
	async review(guildId: string): Promise<void> {
		this.#enqueue(guildId, (troubles, rules) => {
			const isOver = ({ roleId, visible }: Trouble): boolean =>
				visible && roleId !== undefined && this.#obstacle(guildId, roleId, rules) === undefined;
			return troubles.filter((trouble) => isOfUse(trouble.roleId, rules) && !isOver(trouble));
		});
		await this.#last;
	}

	#obstacle(guildId: string, roleId: string, rules: RoleRules | undefined): RoleObstacle | undefined {
		const { discord } = this.#dependencies;
		return rules === undefined
			? discord.obstacle(guildId, roleId)
			: givingObstacle(discord, rules, guildId, roleId);
	}

	#enqueue(guildId: string, change: Change): void {
		this.#last = this.#last
			.then(() => this.#change(guildId, change))
			.catch((error) => this.#dependencies.onError(error));
	}

	async #change(guildId: string, change: Change): Promise<void> {
		const { store, onNew } = this.#dependencies;
		const rules = await this.#dependencies.rulesOf(guildId);
		const key = `role-troubles:${guildId}`;
		const { before, after } = await update(store, key, (stored) => {
			const before = troublesSchema.safeParse(stored).data?.troubles ?? [];
			const after = change(before, rules);
			const same = after.length === before.length && after.every((trouble) => before.includes(trouble));
			if (same) return { result: { before, after } };
			return {
				next: after.length === 0 ? undefined : { v: 1, troubles: after },
				result: { before, after },
			};
		});
		this.#byGuild.set(guildId, after);
		for (const { roleId, obstacle } of after.filter((trouble) => !before.includes(trouble))) {
			onNew(guildId, { roleId, obstacle });
		}
	}
}

/** One cause for every role of the guild. */
const guildWide: ReadonlySet<RoleObstacle> = new Set(['missing-permission', 'guild-gone']);

/** Without a role the trouble is that none is set up. */
function isOfUse(roleId: string | undefined, rules: RoleRules | undefined): boolean {
	if (rules === undefined || roleId === undefined) return rules === undefined && roleId === undefined;
	return managedRoles(rules).has(roleId);
}

function isSame(one: Trouble, other: WithheldRole): boolean {
	if (one.obstacle !== other.obstacle) return false;
	return guildWide.has(one.obstacle) || one.roleId === other.roleId;
}
