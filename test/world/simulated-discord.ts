import { PermissionFlagsBits } from 'discord.js';
import { powerBitsOf } from '../../src/discord/guilds/guild-facts.js';
import type { HeldRoles, RoleApi, RoleCallResult } from '../../src/roles/role-api.js';
import type { RoleObstacle } from '../../src/servers/role-obstacle.js';
import { botPosition, type Guild, harmless, isOutOfReach, type Role } from './guild.js';
import { type Caller, type Conditions, type Trip, travel } from './line.js';
import type { Schedule } from './schedule.js';
import { hourMs, roles } from './servers.js';
import type { Sometimes } from './sometimes.js';

type DiscordLine = RoleApi & {
	guilds(): readonly string[];
	refresh(guildId: string): Promise<void>;
	rolesOfMany(
		guildId: string,
		userIds: readonly string[],
	): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
};

/** A process that is notified of changes, unless the event is lost on its way. */
export interface Listener extends Caller {
	guildChanged(guildId: string): void;
	memberReturned(guildId: string, userId: string): void;
	/** Receives the time from each response. */
	clockSeen(date: string): void;
}

interface RefusedCall {
	/** The time it was sent: the bot counts a call from then, however late it arrives. */
	readonly at: number;
	isHeard: boolean;
	/** The response was lost, and the bot knew of no refusal in the guild by then, so it assumes an outage. */
	isOutage: boolean;
}

/** A guild's roles as a process last received them. */
type Known = ReadonlyMap<string, Omit<Role, 'id'>>;

const powers = PermissionFlagsBits.BanMembers;

/** Discord as all processes see it, each over a separate line and with its own memory of received events. */
export class SimulatedDiscord {
	readonly guilds: ReadonlyMap<string, Guild>;
	conditions: Conditions = 'fair';
	/** The share of events that a process never receives. */
	lostEvents = 0;
	/** Guild and member, for members whose roles were removed by hand, and for those who have come back. */
	readonly takenByHand = new Set<string>();
	readonly #returned = new Set<string>();
	/** The refused calls, by guild. */
	readonly refusals = new Map<string, RefusedCall[]>();
	readonly #schedule: Schedule;
	readonly #sometimes: Sometimes;
	readonly #listeners = new Map<Listener, Map<string, Known>>();
	/** The process that is currently changing a member's roles, by member. */
	readonly #changing = new Map<string, Set<Listener>>();

	constructor(schedule: Schedule, sometimes: Sometimes, guilds: readonly Guild[]) {
		this.#schedule = schedule;
		this.#sometimes = sometimes;
		this.guilds = new Map(guilds.map((guild) => [guild.id, guild]));
	}

	guild(guildId: string): Guild {
		const guild = this.guilds.get(guildId);
		if (guild === undefined) throw new Error('There is no such server');
		return guild;
	}

	isMember(guildId: string, userId: string): boolean {
		return this.guilds.get(guildId)?.members.has(userId) === true;
	}

	connect(listener: Listener): void {
		this.#listeners.set(listener, new Map());
		for (const guildId of this.guilds.keys()) this.#learn(listener, guildId);
	}

	/** One call, for any request to Discord. `lost`: the result for a sender without a response. */
	async call<Answer>(listener: Listener, trip: Trip<Answer>): Promise<Answer> {
		const answer = await travel(this.#schedule, listener, this.conditions, trip);
		listener.clockSeen(new Date(this.#schedule.time).toUTCString());
		return answer;
	}

	lineFor(listener: Listener): DiscordLine {
		const known = (guildId: string) => this.#listeners.get(listener)?.get(guildId);
		const obstacle = (guildId: string, roleId: string): RoleObstacle | undefined => {
			const role = known(guildId)?.get(roleId);
			if (role === undefined) return 'role-missing';
			return isOutOfReach(role) ? 'role-too-high' : undefined;
		};
		const change = (guildId: string, userId: string, roleId: string, give: boolean) =>
			this.#changeOver(listener, guildId, userId, roleId, give);
		return {
			obstacle,
			powers: (guildId, roleId) => {
				const { permissions = 0n } = known(guildId)?.get(roleId) ?? {};
				const bits = powerBitsOf(permissions, this.guilds.get(guildId)?.everyone.permissions ?? 0n);
				if (bits !== 0n) this.#sometimes.note('a role is withheld for its powers');
				return bits;
			},
			guilds: () => [...this.guilds.keys()],
			heldRoles: (guildId, userId) =>
				this.#passing<HeldRoles>(listener, 'held roles', () => {
					const member = this.guilds.get(guildId)?.members.get(userId);
					return member === undefined
						? { kind: 'member-left' }
						: { kind: 'member', roles: [...member.roleIds] };
				}),
			addRole: (guildId, userId, roleId) => change(guildId, userId, roleId, true),
			removeRole: (guildId, userId, roleId) => change(guildId, userId, roleId, false),
			rolesNamed: async () => undefined,
			makeRole: async () => ({ kind: 'powerless' }),
			refresh: (guildId) =>
				this.call<void>(listener, {
					where: 'refresh',
					effect: () => this.#learn(listener, guildId),
					lost: () => Promise.reject(new Error('Lost in the simulation')),
				}),
			rolesOfMany: (guildId, userIds) =>
				this.call<ReadonlyMap<string, readonly string[]> | undefined>(listener, {
					where: 'roles of many',
					effect: () => {
						const members = [...(this.guilds.get(guildId)?.members ?? [])];
						const asked = members.filter(([userId]) => userIds.includes(userId));
						return new Map(asked.map(([userId, { roleIds }]) => [userId, [...roleIds]]));
					},
					lost: () => undefined,
				}),
		};
	}

	/** Moves a role of the guild above or below the bot. */
	move(guildId: string, roleId: string, isAbove: boolean): void {
		this.#schedule.note(isAbove ? 'moved above the bot' : 'moved below the bot', roleId, guildId);
		const role = this.guilds.get(guildId)?.roles.get(roleId);
		if (role !== undefined) role.position = botPosition + (isAbove ? 10 : -10);
		this.#changed(guildId);
	}

	/** Makes Discord refuse calls about a role, or stop refusing them, with nothing to show why. */
	forbid(guildId: string, roleId: string, isForbidden: boolean): void {
		this.#schedule.note(isForbidden ? 'forbidden' : 'allowed', roleId, guildId);
		const forbidden = this.guilds.get(guildId)?.forbidden;
		if (isForbidden) forbidden?.add(roleId);
		else forbidden?.delete(roleId);
		this.#changed(guildId);
	}

	/** Changes whether a role of the guild grants more than harmless permissions. */
	empower(guildId: string, roleId: string, isPowerful: boolean): void {
		this.#schedule.note(isPowerful ? 'is powerful' : 'is harmless', roleId, guildId);
		const role = this.guilds.get(guildId)?.roles.get(roleId);
		if (role !== undefined) role.permissions = harmless | (isPowerful ? powers : 0n);
		this.#changed(guildId);
	}

	leave(guildId: string, userId: string): void {
		this.#schedule.note('leaves', userId, guildId);
		this.guilds.get(guildId)?.members.delete(userId);
	}

	comeBack(guildId: string, userId: string): void {
		const guild = this.guilds.get(guildId);
		if (guild === undefined || guild.members.has(userId)) return;
		this.#schedule.note('comes back', userId, guildId);
		guild.members.set(userId, { roleIds: new Set() });
		this.#returned.add(`${guildId} ${userId}`);
		this.#notify((listener) => listener.memberReturned(guildId, userId));
	}

	#changed(guildId: string): void {
		this.#notify((listener) => {
			this.#learn(listener, guildId);
			listener.guildChanged(guildId);
		});
	}

	#passing<Answer extends RoleCallResult | HeldRoles>(
		listener: Listener,
		where: string,
		effect: () => Answer,
	): Promise<Answer | { kind: 'passing'; reason: string }> {
		return this.call<Answer | { kind: 'passing'; reason: string }>(listener, {
			where,
			effect,
			lost: (fate) => {
				if (fate === 'answer-lost') this.#sometimes.note('the answer to a role call is lost');
				return { kind: 'passing', reason: 'lost' };
			},
		});
	}

	async #changeOver(listener: Listener, guildId: string, userId: string, roleId: string, give: boolean) {
		const member = `${guildId} ${userId}`;
		const others = this.#changing.get(member) ?? new Set();
		if (others.size > 0 && !others.has(listener))
			this.#sometimes.note('two processes change the roles of one member at once');
		this.#changing.set(member, others.add(listener));
		try {
			const call: RefusedCall = { at: this.#schedule.time, isHeard: false, isOutage: false };
			const result = await this.#passing<RoleCallResult>(listener, 'role call', () =>
				this.#change(guildId, userId, roleId, give, call),
			);
			call.isHeard = result.kind !== 'passing';
			call.isOutage = !call.isHeard && !this.#isKnownToRefuse(guildId);
			return result;
		} finally {
			others.delete(listener);
		}
	}

	#isKnownToRefuse(guildId: string): boolean {
		const since = this.#schedule.time - 6 * hourMs;
		return (this.refusals.get(guildId) ?? []).some(({ at, isHeard }) => at > since && isHeard);
	}

	#change(guildId: string, userId: string, roleId: string, give: boolean, call: RefusedCall): RoleCallResult {
		const guild = this.guilds.get(guildId);
		const role = guild?.roles.get(roleId);
		this.#schedule.note(give ? '    given' : '    taken', roleId, userId, guildId);
		if (role === undefined || isOutOfReach(role) || guild?.forbidden.has(roleId)) {
			this.#schedule.note('    refused', guildId);
			const before = this.refusals.get(guildId) ?? [];
			if (before.length > 0) this.#sometimes.note('a refused role call is repeated');
			this.refusals.set(guildId, [...before, call]);
			return { kind: 'blocked', obstacle: 'missing-permission' };
		}
		const held = guild?.members.get(userId)?.roleIds;
		if (held === undefined) return { kind: 'member-left' };
		this.#noteChange(`${guildId} ${userId}`, held, roleId, give);
		if (give) held.add(roleId);
		else held.delete(roleId);
		return { kind: 'done' };
	}

	#noteChange(member: string, held: ReadonlySet<string>, roleId: string, give: boolean): void {
		if (!give) {
			if (roleId === roles.supported && held.has(roles.buyer) && held.has(roleId))
				this.#sometimes.note('support ends, and its role goes');
			return;
		}
		if (roleId === roles.endsSoon) this.#sometimes.note('support is about to end, and its role comes');
		if (this.takenByHand.delete(member)) this.#sometimes.note('a role that was taken by hand is given back');
		if (this.#returned.delete(member)) this.#sometimes.note('a member comes back and has the roles again');
	}

	#learn(listener: Listener, guildId: string): void {
		const roles = [...(this.guilds.get(guildId)?.roles.values() ?? [])];
		const known = new Map(roles.map(({ id, position, permissions }) => [id, { position, permissions }]));
		this.#listeners.get(listener)?.set(guildId, known);
	}

	/** Each process receives the event some time later; while there are faults, some never do. */
	#notify(event: (listener: Listener) => void): void {
		const { dice } = this.#schedule;
		for (const listener of this.#listeners.keys()) {
			if (listener.isDead) {
				this.#listeners.delete(listener);
				continue;
			}
			if (dice.chance(this.lostEvents)) continue;
			this.#schedule.after(dice.skewed(5, 3_000), () => {
				if (!listener.isDead) event(listener);
			});
		}
	}
}
