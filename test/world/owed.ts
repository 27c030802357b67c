import { z } from 'zod';
import type { ClaimRow } from '../claim-row.js';
import { type Guild, harmless, isOutOfReach, type Role } from './guild.js';
import { dayMs } from './servers.js';
import type { World } from './world.js';

/** The role for each kind of purchase, from the settings of a guild. */
const rulesSchema = z.looseObject({
	buyerRoleId: z.string().optional(),
	supportedRoleId: z.string().optional(),
	itemRoles: z.record(z.string(), z.string()).optional(),
	categoryRoles: z.record(z.string(), z.string()).optional(),
	/** The model knows only rules for purchases before a date. */
	dateRoles: z.array(z.object({ until: z.number(), roleId: z.string() })).optional(),
	support: z
		.object({
			noticeDays: z.number().default(14),
			endsSoonRoleId: z.string().optional(),
			graceDays: z.number().default(0),
		})
		.optional(),
});

type Stored = z.infer<typeof rulesSchema>;

interface Rules {
	readonly buyer: string;
	readonly supported: string | undefined;
	readonly items: readonly (readonly [itemId: string, roleId: string])[];
	readonly categories: readonly (readonly [category: string, roleId: string])[];
	readonly dates: NonNullable<Stored['dateRoles']>;
	readonly support: Stored['support'];
}

type Counted = Pick<ClaimRow, 'status' | 'holders' | 'supportedUntil' | 'purchasedAt' | 'item'>;

/** The roles that follow from the member’s claims in a guild. */
function owed(
	claims: readonly Counted[],
	{ buyer, supported, items, categories, dates, support }: Rules,
	userId: string,
	now: number,
): ReadonlySet<string> {
	const own = claims.filter(
		({ status, holders }) => status === 'active' && holders.some((holder) => holder.userId === userId),
	);
	const wanted = new Set<string>();
	if (own.length > 0) wanted.add(buyer);
	for (const [itemId, roleId] of items)
		if (own.some(({ item }) => `${item.id}` === itemId)) wanted.add(roleId);
	for (const [category, roleId] of categories)
		if (own.some(({ item }) => item.category === category)) wanted.add(roleId);
	for (const { until, roleId } of dates)
		if (own.some(({ purchasedAt = until }) => purchasedAt < until)) wanted.add(roleId);
	const graceMs = (support?.graceDays ?? 0) * dayMs;
	const isSupported = own.some(({ supportedUntil = 0 }) => supportedUntil > now - graceMs);
	if (isSupported && supported !== undefined) wanted.add(supported);
	if (support?.endsSoonRoleId !== undefined && endsSoon(own, now, support.noticeDays)) {
		wanted.add(support.endsSoonRoleId);
	}
	return wanted;
}

/** True if, for some item, even the longest support is within the notice period. */
function endsSoon(own: readonly Counted[], now: number, noticeDays: number): boolean {
	return own.some(({ item, supportedUntil: end }) => {
		if (end === undefined || end <= now || now < end - noticeDays * dayMs) return false;
		return own.every((other) => other.item.id !== item.id || (other.supportedUntil ?? end) <= end);
	});
}

function rulesOf({ store, home }: World, guild: Guild): Rules | undefined {
	const { buyerRoleId, supportedRoleId, itemRoles, categoryRoles, dateRoles, support } = rulesSchema.parse(
		store.read(`settings:${guild.id}`) ?? {},
	);
	const buyer = buyerRoleId ?? (guild.id === home.id ? home.buyerRoleId : undefined);
	if (buyer === undefined) return undefined;
	return {
		buyer,
		supported: supportedRoleId,
		items: Object.entries(itemRoles ?? {}),
		categories: Object.entries(categoryRoles ?? {}),
		dates: dateRoles ?? [],
		support,
	};
}

/** True for roles that the bot may give and remove: harmless, below its own, and not forbidden. */
function isInReach(role: Role | undefined, { forbidden }: Guild): boolean {
	return (
		role !== undefined && !isOutOfReach(role) && role.permissions === harmless && !forbidden.has(role.id)
	);
}

/**
 * Every role that a present member of a served guild wrongly has or lacks. Independent of the product. To be used once
 * everything is quiet.
 */
export function wrongRoles(world: World, claims: readonly Counted[]): string[] {
	const { discord, served, schedule } = world;
	const now = Math.floor(schedule.time);
	return [...discord.guilds.values()].flatMap((guild) => {
		const rules = served.serves(guild.id) ? rulesOf(world, guild) : undefined;
		if (rules === undefined) return [];
		const { buyer, supported, items, categories, dates, support } = rules;
		const alone = [buyer, supported, support?.endsSoonRoleId].filter((roleId) => roleId !== undefined);
		const keyed = [...items, ...categories].map(([, roleId]) => roleId);
		const managed = new Set([...alone, ...keyed, ...dates.map(({ roleId }) => roleId)]);
		const inReach = [...managed].filter((roleId) => isInReach(guild.roles.get(roleId), guild));
		return [...guild.members].flatMap(([userId, { roleIds }]) => {
			const wanted = owed(claims, rules, userId, now);
			return inReach.flatMap((roleId) => {
				if (roleIds.has(roleId) === wanted.has(roleId)) return [];
				return [`${userId} in ${guild.id} ${wanted.has(roleId) ? 'lacks' : 'keeps'} ${roleId}`];
			});
		});
	});
}
