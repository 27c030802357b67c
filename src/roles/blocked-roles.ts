import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ListedStore } from '../storage/update.js';
import { update } from '../storage/update.js';
import type { GrantResult, WithheldRole } from './grant.js';
import { givingObstacle, type RoleApi, type RoleObstacle, roleObstacles } from './role-api.js';
import { managedRoles } from './role-plan.js';

export const blockedRolesSchema = z.object({
	v: z.literal(1),
	troubles: z.array(
		z.object({
			roleId: z.string().optional(),
			obstacle: z.enum(roleObstacles),
			/** Whether the gateway showed it, and so will show its end. */
			visible: z.boolean(),
			/** Nobody has been told yet; since when a process has been trying to (milliseconds since the epoch). */
			untoldSince: optionalNumber(timestamp),
		}),
	),
});
type BlockedRole = z.infer<typeof blockedRolesSchema>['troubles'][number];
/** `rules`: the guild's; undefined where it is not set up. */
type RoleChange = (roles: readonly BlockedRole[], rules: RoleRules | undefined) => readonly BlockedRole[];

/** After this time the process that was going to report it is assumed to have ended or failed. */
const retryTellingMs = 5 * 60_000;
const againEveryMs = 30_000;
const prefix = 'role-troubles:';

/**
 * How the people who run a guild learn of blocked roles. Declared here since `reporting`, which does it, is above the
 * roles: `createServerReport`.
 */
export interface BlockedRoleReport {
	/** Reports each cause once: every member meets the same one, and so does the next process. */
	blockedRole(guildId: string, blocked: WithheldRole): void;
	/**
	 * Alerts the people who run the guild, or updates the alert when another member meets a known obstacle. Resolves to
	 * whether they were reached; retried until they are.
	 */
	tellBlockedRole(guildId: string, blocked: WithheldRole): Promise<boolean>;
	/** It is not in the way any more. */
	unblockedRole(guildId: string, blocked: WithheldRole): void;
}

export interface BlockedRolesDependencies {
	readonly store: ListedStore;
	readonly discord: Pick<RoleApi, 'obstacle' | 'powers'>;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly report: BlockedRoleReport;
	readonly clock: Pick<Clock, 'now'>;
	readonly logger: Pick<Logger, 'error'>;
}

/** Which roles can't be changed at present, in which guild and why, until they can. */
export class BlockedRoles {
	readonly #dependencies: BlockedRolesDependencies;
	readonly #byGuild = new Map<string, readonly BlockedRole[]>();
	/** One change at a time: if two members meet a cause at once, one report is enough. */
	#last: Promise<void> = Promise.resolve();

	#isLoaded = false;
	/** By guild and cause: when another member was last reported. */
	readonly #lastAgain = new Map<string, number>();

	constructor(dependencies: BlockedRolesDependencies) {
		this.#dependencies = dependencies;
	}

	/** Guilds with a known obstacle, including everything noted up to now. */
	async guilds(): Promise<string[]> {
		if (!this.#isLoaded) await this.#load();
		await this.#last;
		return [...this.#byGuild].filter(([, roles]) => roles.length > 0).map(([guildId]) => guildId);
	}

	/** What is known to be in the way of a role that the guild uses, from memory. */
	known(guildId: string, roleId: string): RoleObstacle | undefined {
		const roles = this.#byGuild.get(guildId);
		return roles?.find((known) => isSame(known, { roleId, obstacle: known.obstacle }))?.obstacle;
	}

	/** A role could not be changed. Returns at once. */
	note(guildId: string, { roleId, obstacle }: WithheldRole): void {
		const known = this.#byGuild.get(guildId)?.find((each) => isSame(each, { roleId, obstacle }));
		if (known !== undefined) {
			this.#again(guildId, known);
			return;
		}
		this.#enqueue(guildId, (roles, rules) => {
			// Nobody needs a report about a role that has been replaced meanwhile.
			const isNews = isOfUse(roleId, rules) && !roles.some((known) => isSame(known, { roleId, obstacle }));
			if (!isNews) return roles;
			const visible = this.#obstacle(guildId, roleId, rules) === obstacle;
			return [...roles, { roleId, obstacle, visible, untoldSince: this.#dependencies.clock.now() }];
		});
	}

	/** Counting who waits costs a look at all of them: once in a while is enough. */
	#again(guildId: string, { roleId, obstacle, untoldSince }: BlockedRole): void {
		const { report, clock } = this.#dependencies;
		const key = `${guildId}:${obstacle}:${roleId}`;
		const last = this.#lastAgain.get(key) ?? Number.NEGATIVE_INFINITY;
		if (untoldSince !== undefined || isRecent(last, clock.now(), againEveryMs)) return;
		this.#lastAgain.set(key, clock.now());
		report.tellBlockedRole(guildId, { roleId, obstacle }).catch((error) => this.#onError(error));
	}

	/** Notes what was in the way of a grant, and forgets what no longer is. Returns at once. */
	follow(guildId: string, result: GrantResult): void {
		if (result.kind === 'blocked') this.note(guildId, result);
		if (result.kind !== 'granted') return;
		this.overcome(guildId, [...result.added, ...result.removed]);
		for (const withheld of result.withheld) this.note(guildId, withheld);
	}

	/** Roles could be changed: there is no obstacle any more. Returns at once. */
	overcome(guildId: string, roleIds: readonly string[]): void {
		if (roleIds.length === 0 || this.#byGuild.get(guildId)?.length === 0) return;
		this.#enqueue(guildId, (roles) =>
			roles.filter(({ roleId }) => roleId !== undefined && !roleIds.includes(roleId)),
		);
	}

	/** Drops obstacles that the gateway shows to be gone, and those of roles that the guild no longer uses. */
	async review(guildId: string): Promise<void> {
		this.#enqueue(guildId, (roles, rules) => {
			const isOver = ({ roleId, visible }: BlockedRole): boolean =>
				visible && this.#obstacle(guildId, roleId, rules) === undefined;
			return roles.filter((blocked) => isOfUse(blocked.roleId, rules) && !isOver(blocked));
		});
		await this.#last;
	}

	/** What the gateway shows to be in the way of a role that the guild uses. */
	#obstacle(
		guildId: string,
		roleId: string | undefined,
		rules: RoleRules | undefined,
	): RoleObstacle | undefined {
		if (rules === undefined || roleId === undefined) return 'role-missing';
		return givingObstacle(this.#dependencies.discord, rules, guildId, roleId);
	}

	/** Left by an earlier process: it may still have to be reported. */
	async #load(): Promise<void> {
		for await (const { key, value } of this.#dependencies.store.list(prefix)) {
			const guildId = key.slice(prefix.length);
			const blocked = blockedRolesSchema.safeParse(value).data?.troubles ?? [];
			if (!this.#byGuild.has(guildId)) this.#byGuild.set(guildId, blocked);
		}
		this.#isLoaded = true;
	}

	#enqueue(guildId: string, change: RoleChange): void {
		this.#last = this.#last.then(() => this.#change(guildId, change)).catch((error) => this.#onError(error));
	}

	async #change(guildId: string, change: RoleChange): Promise<void> {
		const { store, guilds, report, clock } = this.#dependencies;
		const rules = await guilds.rulesOf(guildId);
		const key = prefix + guildId;
		const { before, after } = await update(store, key, (stored) => {
			const before = blockedRolesSchema.safeParse(stored).data?.troubles ?? [];
			const at = clock.now();
			const after = change(before, rules).map((blocked) =>
				isOverdue(blocked, at) ? { ...blocked, untoldSince: at } : blocked,
			);
			const same = after.length === before.length && after.every((blocked) => before.includes(blocked));
			if (same) return { result: { before, after } };
			return {
				next: after.length === 0 ? undefined : { v: 1, troubles: after },
				result: { before, after },
			};
		});
		this.#byGuild.set(guildId, after);
		const stays = ({ roleId, obstacle }: BlockedRole) => after.some((it) => isSame(it, { roleId, obstacle }));
		for (const { roleId, obstacle } of before.filter((each) => !stays(each))) {
			report.unblockedRole(guildId, { roleId, obstacle });
		}
		for (const blocked of after.filter((each) => !before.includes(each))) {
			const { roleId, obstacle, untoldSince } = blocked;
			if (!before.some((known) => isSame(known, { roleId, obstacle })))
				report.blockedRole(guildId, { roleId, obstacle });
			if (untoldSince !== undefined)
				this.#tell(guildId, { roleId, obstacle }).catch((error) => this.#onError(error));
		}
	}

	#onError(error: unknown): void {
		this.#dependencies.logger.error({ err: error }, 'A blocked role could not be noted');
	}

	/** Marked as reported afterwards: a crash in between reports it twice rather than never. */
	async #tell(guildId: string, told: WithheldRole): Promise<void> {
		if (!(await this.#dependencies.report.tellBlockedRole(guildId, told))) return;
		this.#enqueue(guildId, (roles) =>
			roles.map((blocked) => {
				const { untoldSince: _, ...rest } = blocked;
				return isSame(blocked, told) ? rest : blocked;
			}),
		);
	}
}

/** Whether it is time to report: the process that was going to has had its chance. */
function isOverdue({ untoldSince }: BlockedRole, now: number): boolean {
	return now - (untoldSince ?? now) >= retryTellingMs;
}

/** One cause for every role of the guild. */
const guildWide: ReadonlySet<RoleObstacle> = new Set(['missing-permission', 'guild-gone']);

/** Without a role what blocks is that none is set up. */
const noRole: ReadonlySet<string | undefined> = new Set([undefined]);

function isOfUse(roleId: string | undefined, rules: RoleRules | undefined): boolean {
	const ofUse: ReadonlySet<string | undefined> = rules === undefined ? noRole : managedRoles(rules);
	return ofUse.has(roleId);
}

function isSame(one: BlockedRole, other: WithheldRole): boolean {
	if (one.obstacle !== other.obstacle) return false;
	return guildWide.has(one.obstacle) || one.roleId === other.roleId;
}
