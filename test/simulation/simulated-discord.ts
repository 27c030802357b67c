import type { HeldRoles, RoleApi, RoleCallResult, RoleObstacle } from '../../src/roles/role-api.js';
import { type Caller, travel, type Weather } from './line.js';
import type { Schedule } from './schedule.js';

interface Guild {
	/** By user, those who are members now. */
	readonly members: Map<string, Set<string>>;
	/** Above the bot's highest role: each call about one is refused. */
	readonly outOfReach: Set<string>;
}

export type DiscordLine = RoleApi & {
	guilds(): readonly string[];
	refresh(guildId: string): Promise<void>;
	rolesOfMany(
		guildId: string,
		userIds: readonly string[],
	): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
};

/** A process that hears of changes, unless the event is lost on its way. */
export interface Listener extends Caller {
	guildChanged(guildId: string): void;
	memberReturned(guildId: string, userId: string): void;
}

/** Discord as all processes see it, each over a line of its own and with a memory of its own for what it was told. */
export class SimulatedDiscord {
	readonly guilds: ReadonlyMap<string, Guild>;
	weather: Weather | undefined;
	/** By guild, when each call was refused. */
	readonly refusals = new Map<string, number[]>();
	readonly #schedule: Schedule;
	readonly #listeners = new Map<Listener, Map<string, ReadonlySet<string>>>();

	constructor(schedule: Schedule, guildIds: readonly string[], userIds: readonly string[]) {
		this.#schedule = schedule;
		this.guilds = new Map(
			guildIds.map((guildId) => [
				guildId,
				{ members: new Map(userIds.map((userId) => [userId, new Set<string>()])), outOfReach: new Set() },
			]),
		);
	}

	connect(listener: Listener): void {
		const known = [...this.guilds].map(
			([guildId, { outOfReach }]) => [guildId, new Set(outOfReach)] as const,
		);
		this.#listeners.set(listener, new Map(known));
	}

	lineFor(listener: Listener): DiscordLine {
		const known = (guildId: string) => this.#listeners.get(listener)?.get(guildId);
		const obstacle = (guildId: string, roleId: string): RoleObstacle | undefined =>
			known(guildId)?.has(roleId) ? 'role-too-high' : undefined;
		const change = (guildId: string, userId: string, roleId: string, give: boolean) =>
			this.#call<RoleCallResult>(listener, () => this.#change(guildId, userId, roleId, give));
		return {
			obstacle,
			powers: () => 0n,
			guilds: () => [...this.guilds.keys()],
			heldRoles: (guildId, userId) =>
				this.#call<HeldRoles>(listener, () => {
					const held = this.guilds.get(guildId)?.members.get(userId);
					return held === undefined ? { kind: 'member-left' } : { kind: 'member', roles: [...held] };
				}),
			addRole: (guildId, userId, roleId) => change(guildId, userId, roleId, true),
			removeRole: (guildId, userId, roleId) => change(guildId, userId, roleId, false),
			refresh: (guildId) =>
				travel(
					this.#schedule,
					listener,
					this.weather,
					() => this.#learn(listener, guildId),
					() => Promise.reject(new Error('Lost in the simulation')),
				),
			rolesOfMany: (guildId, userIds) =>
				travel<ReadonlyMap<string, readonly string[]> | undefined>(
					this.#schedule,
					listener,
					this.weather,
					() =>
						new Map(
							[...(this.guilds.get(guildId)?.members ?? [])]
								.filter(([userId]) => userIds.includes(userId))
								.map(([userId, held]) => [userId, [...held]]),
						),
					() => undefined,
				),
		};
	}

	/** A role of the guild is moved above or below the bot. */
	move(guildId: string, roleId: string, isOutOfReach: boolean): void {
		this.#schedule.note(isOutOfReach ? 'moved above the bot' : 'moved below the bot', roleId, guildId);
		const guild = this.guilds.get(guildId);
		if (isOutOfReach) guild?.outOfReach.add(roleId);
		else guild?.outOfReach.delete(roleId);
		this.#tell((listener) => {
			this.#learn(listener, guildId);
			listener.guildChanged(guildId);
		});
	}

	leave(guildId: string, userId: string): void {
		this.#schedule.note('leaves', userId, guildId);
		this.guilds.get(guildId)?.members.delete(userId);
	}

	comeBack(guildId: string, userId: string): void {
		const members = this.guilds.get(guildId)?.members;
		if (members === undefined || members.has(userId)) return;
		this.#schedule.note('comes back', userId, guildId);
		members.set(userId, new Set());
		this.#tell((listener) => listener.memberReturned(guildId, userId));
	}

	#call<Answer extends RoleCallResult | HeldRoles>(
		listener: Listener,
		effect: () => Answer,
	): Promise<Answer | { kind: 'passing'; reason: string }> {
		return travel<Answer | { kind: 'passing'; reason: string }>(
			this.#schedule,
			listener,
			this.weather,
			effect,
			() => ({ kind: 'passing', reason: 'lost' }),
		);
	}

	#change(guildId: string, userId: string, roleId: string, give: boolean): RoleCallResult {
		const guild = this.guilds.get(guildId);
		this.#schedule.note(give ? '    given' : '    taken', roleId, userId, guildId);
		if (guild?.outOfReach.has(roleId)) {
			this.#schedule.note('    refused');
			this.refusals.set(guildId, [...(this.refusals.get(guildId) ?? []), this.#schedule.time]);
			return { kind: 'blocked', obstacle: 'missing-permission' };
		}
		const held = guild?.members.get(userId);
		if (held === undefined) return { kind: 'member-left' };
		if (give) held.add(roleId);
		else held.delete(roleId);
		return { kind: 'done' };
	}

	#learn(listener: Listener, guildId: string): void {
		this.#listeners.get(listener)?.set(guildId, new Set(this.guilds.get(guildId)?.outOfReach));
	}

	/** Each process hears it some time later; while there are faults, some don't. */
	#tell(event: (listener: Listener) => void): void {
		for (const listener of this.#listeners.keys()) {
			if (listener.isDead) continue;
			if (this.weather !== undefined && this.#schedule.chance(0.3)) continue;
			void this.#schedule.sleep(this.#schedule.skewed(5, 3_000)).then(() => {
				if (!listener.isDead) event(listener);
			});
		}
	}
}
