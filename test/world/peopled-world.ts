import { PermissionFlagsBits } from 'discord.js';
import { parsePurchaseCode } from '../../src/base/purchase-code.js';
import { type Guild, join, newGuild } from './guild.js';
import { Schedule } from './schedule.js';
import { dayMs } from './servers.js';
import type { Sold } from './simulated-shop.js';
import { World } from './world.js';

const snowflake = (kind: number, n: number): string => `${kind}${String(n).padStart(17, '0')}`;

/** All actors. Their rights are given where the world is made; the first is the plainest case. */
const people = [
	'buyer',
	'friend',
	'helper',
	'moderator',
	'admin',
	'otherModerator',
	'otherAdmin',
	'stranger',
] as const;
export type PersonName = (typeof people)[number];

export const idOf = (name: PersonName): string => snowflake(3, people.indexOf(name) + 1);

const startsAt = Date.UTC(2026, 5, 1, 12);
const itemId = 7;

/**
 * A world of people with rights: home and another server, both with their staff and not set up; codes that have never
 * been shown. Nothing fails and nothing takes time.
 */
export class PeopledWorld extends World {
	constructor() {
		const home = guildOf(1, 'admin');
		const other = guildOf(2, 'otherAdmin');
		super({
			schedule: new Schedule(1, startsAt),
			guilds: [home, other],
			sold: Array.from({ length: 4 }, (_, index) => soldCode(index)),
		});
		addStaff(home, 'helper', PermissionFlagsBits.ManageGuild, 60);
		addStaff(home, 'moderator', PermissionFlagsBits.ManageRoles, 70);
		addStaff(other, 'otherModerator', PermissionFlagsBits.ManageRoles, 70);
		for (const guild of [home, other])
			for (const name of ['buyer', 'friend'] as const) join(guild, idOf(name));
		for (const name of ['stranger', 'moderator'] as const) join(other, idOf(name));
		for (const line of [this.store, this.discord, this.shop]) line.conditions = 'instant';
	}

	/** Milliseconds since the epoch. */
	get now(): number {
		return this.schedule.time;
	}
}

function guildOf(n: number, owner: PersonName): Guild {
	const guild = newGuild({
		id: snowflake(1, n),
		ownerId: idOf(owner),
		auditChannelId: snowflake(4, n),
		roleIds: [1, 2, 3].map((role) => snowflake(2, n * 100 + role)),
	});
	join(guild, idOf(owner));
	return guild;
}

function addStaff(guild: Guild, name: PersonName, permissions: bigint, position: number): void {
	const id = snowflake(2, Number(guild.id.slice(-1)) * 100 + position);
	guild.roles.set(id, { id, position, permissions });
	join(guild, idOf(name));
	guild.members.get(idOf(name))?.roleIds.add(id);
}

function soldCode(index: number): Sold {
	const code = parsePurchaseCode(`c0de${index}000-0000-4000-8000-00000000000${index}`);
	if (code === undefined) throw new Error('Not a code');
	return {
		code,
		itemId,
		licenseType: index % 2 === 0 ? 'regular' : 'extended',
		purchasedAt: startsAt - 31 * dayMs,
		supportedUntil: index < 2 ? startsAt + 10 * dayMs : undefined,
		isRefunded: false,
		refusedAt: [],
	};
}

/** The permissions of a member in the whole server; 0 for a stranger or a member in time-out. */
export function permissionsIn(world: PeopledWorld, guild: Guild, userId: string): bigint {
	const member = guild.members.get(userId);
	if (member === undefined) return 0n;
	if (userId === guild.ownerId) return PermissionFlagsBits.Administrator;
	const bits = [...member.roleIds].reduce(
		(all, id) => all | (guild.roles.get(id)?.permissions ?? 0n),
		guild.everyone.permissions,
	);
	const isAdministrator = (bits & PermissionFlagsBits.Administrator) !== 0n;
	return member.timedOutUntil > world.now && !isAdministrator ? 0n : bits;
}

/** The position of a member's highest role. */
export function highestPosition(guild: Guild, userId: string): number {
	if (userId === guild.ownerId) return Number.POSITIVE_INFINITY;
	const roleIds = guild.members.get(userId)?.roleIds ?? new Set<string>();
	return Math.max(0, ...[...roleIds].map((id) => guild.roles.get(id)?.position ?? 0));
}
