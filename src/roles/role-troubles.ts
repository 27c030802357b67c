import { z } from 'zod';
import type { WithheldRole } from './grant.js';
import type { OutboxStore } from './grant-outbox.js';
import { type RoleApi, type RoleObstacle, roleObstacles } from './role-api.js';

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

export interface RoleTroublesDependencies {
	readonly store: Pick<OutboxStore, 'get' | 'compareAndSet'>;
	readonly obstacle: RoleApi['obstacle'];
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

	/** Guilds in which something is known to be in the way. */
	guilds(): string[] {
		return [...this.#byGuild].filter(([, troubles]) => troubles.length > 0).map(([guildId]) => guildId);
	}

	/** A role could not be changed. Returns at once. */
	note(guildId: string, { roleId, obstacle }: WithheldRole): void {
		if (this.#byGuild.get(guildId)?.some((known) => isSame(known, { roleId, obstacle }))) return;
		const visible = roleId === undefined || this.#dependencies.obstacle(guildId, roleId) === obstacle;
		this.#enqueue(guildId, (troubles) =>
			troubles.some((known) => isSame(known, { roleId, obstacle }))
				? troubles
				: [...troubles, { ...(roleId !== undefined && { roleId }), obstacle, visible }],
		);
	}

	/** Roles could be changed: nothing is in their way any more. Returns at once. */
	overcome(guildId: string, roleIds: readonly string[]): void {
		if (roleIds.length === 0 || this.#byGuild.get(guildId)?.length === 0) return;
		this.#enqueue(guildId, (troubles) =>
			troubles.filter(({ roleId }) => roleId !== undefined && !roleIds.includes(roleId)),
		);
	}

	/** Drops what the gateway tells is over, and what is about roles that the guild no longer uses. */
	async review(guildId: string, managed: ReadonlySet<string> | undefined): Promise<void> {
		this.#enqueue(guildId, (troubles) =>
			troubles.filter(({ roleId, visible }) => {
				if (roleId === undefined) return managed === undefined;
				if (managed?.has(roleId) === false) return false;
				return !visible || this.#dependencies.obstacle(guildId, roleId) !== undefined;
			}),
		);
		await this.#last;
	}

	#enqueue(guildId: string, change: (troubles: readonly Trouble[]) => readonly Trouble[]): void {
		this.#last = this.#last
			.then(() => this.#change(guildId, change))
			.catch((error) => this.#dependencies.onError(error));
	}

	async #change(
		guildId: string,
		change: (troubles: readonly Trouble[]) => readonly Trouble[],
	): Promise<void> {
		const { store, onNew } = this.#dependencies;
		const key = `role-troubles:${guildId}`;
		for (;;) {
			const stored = await store.get(key);
			const before = troublesSchema.safeParse(stored).data?.troubles ?? [];
			const after = change(before);
			const next = after.length === 0 ? undefined : { v: 1, troubles: after };
			const same = after.length === before.length && after.every((trouble) => before.includes(trouble));
			if (!same && !(await store.compareAndSet(key, stored, next))) continue;
			this.#byGuild.set(guildId, after);
			for (const { roleId, obstacle } of after.filter((trouble) => !before.includes(trouble))) {
				onNew(guildId, { roleId, obstacle });
			}
			return;
		}
	}
}

/** One cause for every role of the guild. */
const guildWide: ReadonlySet<RoleObstacle> = new Set(['missing-permission', 'guild-gone']);

function isSame(one: Trouble, other: WithheldRole): boolean {
	if (one.obstacle !== other.obstacle) return false;
	return guildWide.has(one.obstacle) || one.roleId === other.roleId;
}
