import { z } from 'zod';
import type { ClaimRow } from '../claim-row.js';
import { type Guild, harmless, isOutOfReach, type Role } from './guild.js';
import type { World } from './world.js';

/** Which role follows from what, by the settings of a guild. */
const rulesSchema = z.looseObject({
	buyerRoleId: z.string().optional(),
	supportedRoleId: z.string().optional(),
	itemRoles: z.record(z.string(), z.string()).optional(),
});

interface Rules {
	readonly buyer: string;
	readonly supported: string | undefined;
	readonly items: readonly (readonly [itemId: string, roleId: string])[];
}

type Counted = Pick<ClaimRow, 'status' | 'holders' | 'supportedUntil' | 'item'>;

/** The roles that follow from the claims that a member has shown in a guild. */
function owed(
	claims: readonly Counted[],
	{ buyer, supported, items }: Rules,
	{ guildId, userId }: { readonly guildId: string; readonly userId: string },
	now: number,
): ReadonlySet<string> {
	const own = claims.filter(
		({ status, holders }) =>
			status === 'active' &&
			holders.some((holder) => holder.userId === userId && holder.guildIds.includes(guildId)),
	);
	const wanted = new Set<string>();
	if (own.length > 0) wanted.add(buyer);
	for (const [itemId, roleId] of items)
		if (own.some(({ item }) => `${item.id}` === itemId)) wanted.add(roleId);
	const isSupported = own.some(({ supportedUntil = 0 }) => supportedUntil > now);
	if (isSupported && supported !== undefined) wanted.add(supported);
	return wanted;
}

function rulesOf({ store, home }: World, guild: Guild): Rules | undefined {
	const { buyerRoleId, supportedRoleId, itemRoles } = rulesSchema.parse(
		store.read(`settings:${guild.id}`) ?? {},
	);
	const buyer = buyerRoleId ?? (guild.id === home.id ? home.buyerRoleId : undefined);
	if (buyer === undefined) return undefined;
	return { buyer, supported: supportedRoleId, items: Object.entries(itemRoles ?? {}) };
}

/** What the bot may give and take: harmless, below it, and not forbidden. */
function isInReach(role: Role | undefined, { forbidden }: Guild): boolean {
	return (
		role !== undefined && !isOutOfReach(role) && role.permissions === harmless && !forbidden.has(role.id)
	);
}

/**
 * Every role that a present member of a served guild has and should not have, or lacks. It asks the product nothing.
 * To be used once everything is quiet.
 */
export function wrongRoles(world: World, claims: readonly Counted[]): string[] {
	const { discord, served, schedule } = world;
	const now = Math.floor(schedule.time);
	return [...discord.guilds.values()].flatMap((guild) => {
		const rules = served.serves(guild.id) ? rulesOf(world, guild) : undefined;
		if (rules === undefined) return [];
		const { buyer, supported, items } = rules;
		const managed = new Set([buyer, ...(supported ? [supported] : []), ...items.map(([, roleId]) => roleId)]);
		const inReach = [...managed].filter((roleId) => isInReach(guild.roles.get(roleId), guild));
		return [...guild.members].flatMap(([userId, { roleIds }]) => {
			const wanted = owed(claims, rules, { guildId: guild.id, userId }, now);
			return inReach.flatMap((roleId) => {
				if (roleIds.has(roleId) === wanted.has(roleId)) return [];
				return [`${userId} in ${guild.id} ${wanted.has(roleId) ? 'lacks' : 'keeps'} ${roleId}`];
			});
		});
	});
}
