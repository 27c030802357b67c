import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { optionalNumber, timestamp } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import { type RoleObstacle, roleObstacles } from '../guilds/role-obstacles.js';
import type { RoleRules } from '../guilds/role-rules.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
import type { GrantResult, WithheldRole } from './grant.js';
import { givingObstacle, type RoleApi } from './role-api.js';
import { managedRoles } from './role-plan.js';

/** By guild. */
export const blockedRolesKind = defineKind({
	prefix: 'role-troubles:',
	schema: z.object({
		v: z.literal(1),
		troubles: z.array(
			z.object({
				roleId: z.string().optional(),
				obstacle: z.enum(roleObstacles),
				/** The gateway showed the obstacle, and so will show its end. */
				visible: z.boolean(),
				/** Set until staff have been alerted: when a process started to try (milliseconds since the epoch). */
				untoldSince: optionalNumber(timestamp),
			}),
		),
	}),
});
type BlockedRow = RowOf<typeof blockedRolesKind>;
type BlockedRole = BlockedRow['troubles'][number];
type RoleChange = (roles: readonly BlockedRole[], rules: RoleRules | undefined) => readonly BlockedRole[];

/** After this time the process that was going to alert staff is assumed to have ended or failed. */
const retryReportMs = 5 * 60_000;
const againEveryMs = 30_000;

/** Implemented by `createServerReport`; declared here because `reporting` is a layer above. */
export interface BlockedRoleReport {
	/** Reports each cause once: every member meets the same cause, and so does the next process. */
	blockedRole(guildId: string, blocked: WithheldRole): void;
	/** Alerts the people who run the guild, or updates the alert. Resolves to true once it reached them. */
	alertBlockedRole(guildId: string, blocked: WithheldRole): Promise<boolean>;
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

/** Roles that currently can't be changed, by guild, with the reason. */
export class BlockedRoles {
	readonly #dependencies: BlockedRolesDependencies;
	readonly #rows: Table<BlockedRow>;
	readonly #byGuild = new Map<string, readonly BlockedRole[]>();
	/** Serializes changes: if two members meet a cause at the same time, one report is enough. */
	#last: Promise<void> = Promise.resolve();

	#isLoaded = false;
	/** By guild and cause: when the alert was last updated. */
	readonly #lastAgain = new Map<string, number>();

	constructor(dependencies: BlockedRolesDependencies) {
		this.#dependencies = dependencies;
		this.#rows = new Table(blockedRolesKind, dependencies.store);
	}

	/** Guilds with a known obstacle, including everything noted so far. */
	async guilds(): Promise<string[]> {
		if (!this.#isLoaded) await this.#load();
		await this.#last;
		return [...this.#byGuild].filter(([, roles]) => roles.length > 0).map(([guildId]) => guildId);
	}

	/** The known obstacle of a role that the guild uses, from memory. */
	known(guildId: string, roleId: string): RoleObstacle | undefined {
		const roles = this.#byGuild.get(guildId);
		return roles?.find((known) => isSame(known, { roleId, obstacle: known.obstacle }))?.obstacle;
	}

	/** Records that a role could not be changed. Returns immediately. */
	note(guildId: string, { roleId, obstacle }: WithheldRole): void {
		const known = this.#byGuild.get(guildId)?.find((each) => isSame(each, { roleId, obstacle }));
		if (known !== undefined) {
			this.#again(guildId, known);
			return;
		}
		this.#enqueue(guildId, (roles, rules) => {
			// A role that has been replaced meanwhile needs no report.
			const isNews = isOfUse(roleId, rules) && !roles.some((known) => isSame(known, { roleId, obstacle }));
			if (!isNews) return roles;
			const visible = this.#obstacle(guildId, roleId, rules) === obstacle;
			return [...roles, { roleId, obstacle, visible, untoldSince: this.#dependencies.clock.now() }];
		});
	}

	/** Counting the waiting members scans all of them, so the alert is updated only now and then. */
	#again(guildId: string, { roleId, obstacle, untoldSince }: BlockedRole): void {
		const { clock } = this.#dependencies;
		const key = `${guildId}:${obstacle}:${roleId}`;
		const last = this.#lastAgain.get(key) ?? Number.NEGATIVE_INFINITY;
		if (untoldSince !== undefined || isRecent(last, clock.now(), againEveryMs)) return;
		this.#lastAgain.set(key, clock.now());
		this.#raise(guildId, { roleId, obstacle }).catch((error) => this.#onError(error));
	}

	/** Records the obstacles of a grant, and removes obstacles that it overcame. Returns immediately. */
	follow(guildId: string, result: GrantResult): void {
		if (result.kind === 'blocked') this.note(guildId, result);
		if (result.kind !== 'granted') return;
		this.overcome(guildId, [...result.added, ...result.removed]);
		for (const withheld of result.withheld) this.note(guildId, withheld);
	}

	/** Roles could be changed: removes their obstacles. Returns immediately. */
	overcome(guildId: string, roleIds: readonly string[]): void {
		if (roleIds.length === 0 || this.#byGuild.get(guildId)?.length === 0) return;
		this.#enqueue(guildId, (roles) =>
			roles.filter(({ roleId }) => roleId !== undefined && !roleIds.includes(roleId)),
		);
	}

	/**
	 * Removes obstacles that have ended according to the gateway, and obstacles of roles that the guild no longer uses.
	 */
	async review(guildId: string): Promise<void> {
		this.#enqueue(guildId, (roles, rules) => {
			const isOver = ({ roleId, visible }: BlockedRole): boolean =>
				visible && this.#obstacle(guildId, roleId, rules) === undefined;
			return roles.filter((blocked) => isOfUse(blocked.roleId, rules) && !isOver(blocked));
		});
		await this.#last;
	}

	/** The obstacle of a role that the guild uses, from the gateway's state. */
	#obstacle(
		guildId: string,
		roleId: string | undefined,
		rules: RoleRules | undefined,
	): RoleObstacle | undefined {
		if (rules === undefined || roleId === undefined) return 'role-missing';
		return givingObstacle(this.#dependencies.discord, rules, guildId, roleId);
	}

	/** Loads the rows of earlier processes, which may still have to be reported. */
	async #load(): Promise<void> {
		for await (const { id: guildId, row } of this.#rows.all())
			if (!this.#byGuild.has(guildId)) this.#byGuild.set(guildId, row.troubles);
		this.#isLoaded = true;
	}

	#enqueue(guildId: string, change: RoleChange): void {
		this.#last = this.#last.then(() => this.#change(guildId, change)).catch((error) => this.#onError(error));
	}

	async #change(guildId: string, change: RoleChange): Promise<void> {
		const { store, guilds, report, clock } = this.#dependencies;
		const rules = await guilds.rulesOf(guildId);
		const { before, after } = await store.transact(async (tx) => {
			const before = (await this.#rows.get(guildId, tx))?.troubles ?? [];
			const at = clock.now();
			const after = change(before, rules).map((blocked) =>
				isOverdue(blocked, at) ? { ...blocked, untoldSince: at } : blocked,
			);
			const isSame = after.length === before.length && after.every((blocked) => before.includes(blocked));
			if (after.length === 0) this.#rows.remove(tx, guildId);
			else if (!isSame) this.#rows.put(tx, guildId, { v: 1, troubles: after });
			return { before, after };
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
				this.#alert(guildId, { roleId, obstacle }).catch((error) => this.#onError(error));
		}
	}

	#onError(error: unknown): void {
		this.#dependencies.logger.error({ err: error }, 'A blocked role could not be recorded');
	}

	/** @returns true if the alert has reached a person */
	async #raise(guildId: string, blocked: WithheldRole): Promise<boolean> {
		const { report } = this.#dependencies;
		const isRaised = await report.alertBlockedRole(guildId, blocked);
		await this.#last;
		// Staff may have fixed it meanwhile, when there was no alert to solve yet.
		if (!this.#byGuild.get(guildId)?.some((known) => isSame(known, blocked)))
			report.unblockedRole(guildId, blocked);
		return isRaised;
	}

	/** Marked as reported afterwards: a crash in between reports it twice rather than never. */
	async #alert(guildId: string, reported: WithheldRole): Promise<void> {
		if (!(await this.#raise(guildId, reported))) return;
		this.#enqueue(guildId, (roles) =>
			roles.map((blocked) => {
				const { untoldSince: _, ...rest } = blocked;
				return isSame(blocked, reported) ? rest : blocked;
			}),
		);
	}
}

/** @returns true if the process that was going to report it has had its time, or its clock was ahead */
function isOverdue({ untoldSince }: BlockedRole, now: number): boolean {
	return Math.abs(now - (untoldSince ?? now)) >= retryReportMs;
}

/** These have one cause for every role of the guild. */
const guildWide: ReadonlySet<RoleObstacle> = new Set(['missing-permission', 'guild-gone']);

/** Without a role, the obstacle is that none is set up. */
const noRole: ReadonlySet<string | undefined> = new Set([undefined]);

function isOfUse(roleId: string | undefined, rules: RoleRules | undefined): boolean {
	const ofUse: ReadonlySet<string | undefined> = rules === undefined ? noRole : managedRoles(rules);
	return ofUse.has(roleId);
}

function isSame(one: BlockedRole, other: WithheldRole): boolean {
	if (one.obstacle !== other.obstacle) return false;
	return guildWide.has(one.obstacle) || one.roleId === other.roleId;
}
