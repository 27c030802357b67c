import { z } from 'zod';
import { type FaultKind, faultKinds } from '../../marketplace/faults.js';

// The world next to Discord as the page sees it, and the acts on it. The browser's side imports its types from here.
// Times are milliseconds since the epoch, by the world's clock.

const nothing = z.object({});
const isOn = z.boolean();
const member = { userId: z.string() };

/** The acts of the page on the world, by name, and their arguments. */
export const worldActs = {
	/** Returns the first items, as ShownItem[], at most 300. */
	'shop-items': nothing,
	/** Returns the purchase, as ShownPurchase. */
	'shop-buy': z.object({
		itemId: z.int(),
		licenceType: z.enum(['regular', 'extended']),
		hasSupport: z.boolean(),
	}),
	'shop-refund': z.object({ code: z.string(), isRefunded: z.boolean() }),
	'shop-support': z.object({ code: z.string(), change: z.enum(['renew', 'end']) }),
	'shop-change-item': z.object({
		itemId: z.int(),
		regularPrice: z.number().min(0).max(100_000),
		version: z.string().max(40),
	}),
	'shop-catalogue': z.object({ catalogue: z.enum(['usual', 'large', 'none', 'hostile']) }),
	'shop-fault': z.object({ fault: z.enum(faultKinds).nullable() }),
	'shop-new-key': nothing,
	/** Restarts the bot with the shop's key. */
	'shop-give-key': nothing,
	'server-move-role': z.object({ roleId: z.string(), direction: z.enum(['up', 'down']) }),
	'server-manage-roles': z.object({ isOn }),
	'server-give-role': z.object({ ...member, roleId: z.string(), isGiven: z.boolean() }),
	'server-membership': z.object({ ...member, isMember: z.boolean() }),
	/** At most ten years: beyond that, no current purchase is relevant. */
	'clock-advance': z.object({
		ms: z
			.int()
			.min(1_000)
			.max(10 * 365 * 86_400_000),
	}),
	'bot-process': z.object({ what: z.enum(['start', 'stop', 'kill']) }),
	/** Cuts the bot's connection, which comes back by itself. */
	'bot-drop': nothing,
	'bot-discord-down': z.object({ isOn }),
	'database-read': nothing,
};

export type WorldActs = {
	readonly [Name in keyof typeof worldActs]: z.infer<(typeof worldActs)[Name]>;
};
export type LicenceType = WorldActs['shop-buy']['licenceType'];
export type Catalogue = WorldActs['shop-catalogue']['catalogue'];

export interface ShownPurchase {
	/** Complete, since the person at the page has to type it. */
	readonly code: string;
	readonly itemId: number;
	readonly itemName: string;
	readonly licenceType: LicenceType;
	/** In US dollars. */
	readonly price: number;
	readonly boughtAt: number;
	readonly supportedUntil: number | undefined;
	readonly isRefunded: boolean;
}

export interface ShownItem {
	readonly id: number;
	readonly name: string;
	readonly version: string | undefined;
	readonly regularPrice: number;
}

/** The part `shop`. */
export interface ShopState {
	readonly catalogue: Catalogue;
	readonly itemCount: number;
	/** Grows by one with each change of the items. */
	readonly itemsChanged: number;
	readonly fault: FaultKind | undefined;
	/** True if the bot's key differs from the one that the shop accepts. */
	readonly isKeyForeign: boolean;
	/** Newest first, at most a hundred. */
	readonly purchases: readonly ShownPurchase[];
}

/** The part `server`: data that the page can't see in the servers themselves. */
export interface ServerState {
	readonly guildId: string;
	readonly botRoleId: string;
	readonly botMayManageRoles: boolean;
	readonly buyerRoleId: string;
	/** The people in the server, and those whom the panel has removed, who can come back. */
	readonly people: readonly ServerPerson[];
}

export interface ServerPerson {
	readonly userId: string;
	readonly name: string;
	readonly isMember: boolean;
	readonly roleIds: readonly string[];
}

/** The part `clock`. */
export interface ClockState {
	readonly aheadMs: number;
	readonly isMoving: boolean;
	/** The last move in milliseconds, and its visible results. */
	readonly lastMove: { readonly ms: number; readonly happened: readonly string[] } | undefined;
}

/** The part `bot`: the bot's process, and Discord as the bot experiences it. */
export interface BotState {
	readonly state: 'starting' | 'running' | 'ended';
	readonly pid: number | undefined;
	/** The start time by the world's clock. */
	readonly startedAt: number | undefined;
	/** How the last process ended, in words. */
	readonly ending: string | undefined;
	readonly isDiscordDown: boolean;
}

export interface DatabaseRow {
	readonly key: string;
	/** The masked value as JSON. */
	readonly value: string;
}

export interface DatabaseGroup {
	/** For example `claim`. */
	readonly prefix: string;
	readonly count: number;
	/** The first ones, at most 20. */
	readonly rows: readonly DatabaseRow[];
}

/** The part `database`. */
export interface DatabaseState {
	readonly readAt: number | undefined;
	/** The size in bytes. */
	readonly size: number;
	readonly groups: readonly DatabaseGroup[];
	/** The reason why it could not be read. */
	readonly problem: string | undefined;
}
