import { PermissionFlagsBits } from 'discord.js';
import { createLogger, type Logger } from '../../src/base/logger.js';

// A small world for the properties: people, servers, a shop and a clock, all in memory. Ids are like Discord's; the
// lowest index is the plainest case, so that a failing sequence shrinks towards it.

interface WorldRole {
	readonly id: string;
	/** Higher is above. The bot's own highest role is at `botPosition`. */
	position: number;
	permissions: bigint;
}

interface WorldMember {
	readonly roleIds: Set<string>;
	/** Milliseconds since the epoch. */
	timedOutUntil: number;
}

export interface WorldServer {
	readonly id: string;
	readonly ownerId: string;
	readonly auditChannelId: string;
	/** What the environment names at home: the lowest role. */
	readonly buyerRoleId: string;
	readonly everyone: WorldRole;
	readonly roles: Map<string, WorldRole>;
	readonly members: Map<string, WorldMember>;
}

export interface SoldCode {
	readonly code: string;
	readonly licenseType: 'regular' | 'extended';
	valid: boolean;
	/** Milliseconds since the epoch. */
	supportedUntil: number | undefined;
}

/** How the shop is at the moment. */
export type ShopState = 'up' | 'down' | 'bad-key';

/** One call about a role, as Discord was asked, with the role's permissions at that moment. */
export interface RoleCall {
	readonly guildId: string;
	readonly userId: string;
	readonly roleId: string;
	readonly give: boolean;
	readonly permissions: bigint;
}

export const botPosition = 50;
export const hour = 3_600_000;
export const day = 24 * hour;

const snowflake = (kind: number, n: number): string => `${kind}${String(n).padStart(17, '0')}`;

/** Everybody who acts. What they are is said where the world is made. */
export const people = [
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

/** The world at its beginning: home and another server, both with their staff; codes that nobody has shown yet. */
export class World {
	now = Date.UTC(2026, 5, 1, 12);
	shop: ShopState = 'up';
	/** Whether the other server is served. */
	servesOther = true;
	readonly home: WorldServer;
	readonly other: WorldServer;
	readonly codes: readonly SoldCode[];
	readonly rows = new Map<string, unknown>();
	readonly roleCalls: RoleCall[] = [];
	/** Lines of the audit channels, as JSON, by server; '' is the operator's. */
	readonly audit: { readonly guildId: string | undefined; readonly event: unknown }[] = [];
	/** What the log was told, as JSON. */
	readonly log: string[] = [];
	#drawn = 0;

	constructor() {
		this.home = this.#server(1, 'admin');
		this.other = this.#server(2, 'otherAdmin');
		this.#staff(this.home, 'helper', PermissionFlagsBits.ManageGuild, 60);
		this.#staff(this.home, 'moderator', PermissionFlagsBits.ManageRoles, 70);
		this.#staff(this.other, 'otherModerator', PermissionFlagsBits.ManageRoles, 70);
		for (const name of ['buyer', 'friend'] as const) {
			this.join(this.home, name);
			this.join(this.other, name);
		}
		this.join(this.other, 'stranger');
		this.join(this.other, 'moderator');
		this.codes = Array.from({ length: 4 }, (_, index) => ({
			code: `c0de${index}000-0000-4000-8000-00000000000${index}`,
			licenseType: index % 2 === 0 ? 'regular' : 'extended',
			valid: true,
			supportedUntil: index < 2 ? this.now + 10 * day : undefined,
		}));
	}

	get servers(): readonly WorldServer[] {
		return [this.home, this.other];
	}

	server(id: string): WorldServer {
		const found = this.servers.find((server) => server.id === id);
		if (found === undefined) throw new Error('There is no such server');
		return found;
	}

	join(server: WorldServer, name: PersonName): void {
		if (!server.members.has(idOf(name)))
			server.members.set(idOf(name), { roleIds: new Set(), timedOutUntil: 0 });
	}

	/** A number in [0, 1), the same in each run. */
	random(): number {
		this.#drawn += 1;
		return (this.#drawn * 0.618_033_988_749_895) % 1;
	}

	#server(n: number, owner: PersonName): WorldServer {
		const everyone = { id: snowflake(1, n), position: 0, permissions: PermissionFlagsBits.SendMessages };
		const server: WorldServer = {
			id: snowflake(1, n),
			ownerId: idOf(owner),
			auditChannelId: snowflake(4, n),
			buyerRoleId: snowflake(2, n * 100 + 1),
			everyone,
			roles: new Map(),
			members: new Map(),
		};
		for (const role of [1, 2, 3]) {
			const id = snowflake(2, n * 100 + role);
			server.roles.set(id, { id, position: role * 10, permissions: PermissionFlagsBits.SendMessages });
		}
		this.join(server, owner);
		return server;
	}

	#staff(server: WorldServer, name: PersonName, permissions: bigint, position: number): void {
		const id = snowflake(2, Number(server.id.slice(-1)) * 100 + position);
		server.roles.set(id, { id, position, permissions });
		this.join(server, name);
		server.members.get(idOf(name))?.roleIds.add(id);
	}
}

/** The production logger, into the world's log. */
export function worldLogger(world: World): Logger {
	const known = loggers.get(world);
	if (known !== undefined) return known;
	const logger = createLogger({
		level: 'trace',
		secrets: [],
		destination: { write: (line) => void world.log.push(line) },
	});
	loggers.set(world, logger);
	return logger;
}

/** One for all processes of a world: making it takes longer than most steps. */
const loggers = new WeakMap<World, Logger>();

/** The permissions of a member in the whole server; 0 for who is none, or is timed out. */
export function permissionsIn(world: World, server: WorldServer, userId: string): bigint {
	const member = server.members.get(userId);
	if (member === undefined) return 0n;
	if (userId === server.ownerId) return PermissionFlagsBits.Administrator;
	const bits = [...member.roleIds].reduce(
		(all, id) => all | (server.roles.get(id)?.permissions ?? 0n),
		server.everyone.permissions,
	);
	const isAdministrator = (bits & PermissionFlagsBits.Administrator) !== 0n;
	return member.timedOutUntil > world.now && !isAdministrator ? 0n : bits;
}

/** The position of a member's highest role. */
export function highestPosition(server: WorldServer, userId: string): number {
	if (userId === server.ownerId) return Number.POSITIVE_INFINITY;
	const roleIds = server.members.get(userId)?.roleIds ?? new Set<string>();
	return Math.max(0, ...[...roleIds].map((id) => server.roles.get(id)?.position ?? 0));
}
