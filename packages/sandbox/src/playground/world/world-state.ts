import type { FaultKind } from '../../marketplace/faults.js';

// The world beside Discord as the page sees it, and the acts on it. Types alone: the browser's side is built from this
// file too. Times are milliseconds since the epoch, by the world's clock.

export type LicenceType = 'regular' | 'extended';
export type Catalogue = 'usual' | 'large' | 'none' | 'hostile';

export interface ShownPurchase {
	/** Whole: the person at the page has to type it. */
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
	readonly category: string;
	readonly version: string | undefined;
	readonly regularPrice: number;
	readonly extendedPrice: number;
}

/** The part `shop`. */
export interface ShopState {
	readonly catalogue: Catalogue;
	readonly itemCount: number;
	readonly fault: FaultKind | undefined;
	readonly slowMs: number;
	readonly requestsPerMinute: number | undefined;
	readonly accountKind: 'author' | 'regular';
	/** True if the bot has another key than the shop accepts. */
	readonly isKeyForeign: boolean;
	/** How often it was asked. */
	readonly callCount: number;
	/** The newest first, at most a hundred. */
	readonly purchases: readonly ShownPurchase[];
}

export interface ShopActs {
	/** Gives the items that fit, as ShownItem[], at most 30. */
	readonly 'shop-find': { readonly text: string };
	/** Gives the purchase, as ShownPurchase. */
	readonly 'shop-buy': {
		readonly itemId: number;
		readonly licenceType: LicenceType;
		readonly hasSupport: boolean;
	};
	readonly 'shop-refund': { readonly code: string; readonly isRefunded: boolean };
	readonly 'shop-support': { readonly code: string; readonly change: 'renew' | 'end' };
	readonly 'shop-change-item': {
		readonly itemId: number;
		readonly regularPrice: number;
		readonly version: string;
	};
	readonly 'shop-catalogue': { readonly catalogue: Catalogue };
	readonly 'shop-fault': { readonly fault: FaultKind | null };
	readonly 'shop-slow': { readonly ms: number };
	readonly 'shop-limit': { readonly requestsPerMinute: number | null };
	readonly 'shop-account': { readonly kind: 'author' | 'regular' };
	readonly 'shop-new-key': Record<string, never>;
	/** Starts the bot again with the shop's key. */
	readonly 'shop-give-key': Record<string, never>;
}

/** The part `server`: what the page can't see by the servers themselves. */
export interface ServerState {
	readonly guildId: string;
	/** Another owner's server; undefined while the bot is in none. */
	readonly otherGuildId: string | undefined;
	readonly botRoleId: string;
	readonly botMayManageRoles: boolean;
	/** Undefined where it is deleted. */
	readonly buyerRoleId: string | undefined;
	readonly audit: { readonly channelId: string | undefined; readonly isWritable: boolean };
	/** Those who are in the server, and those whom the panel has sent away: they can come back. */
	readonly people: readonly ServerPerson[];
}

export interface ServerPerson {
	readonly userId: string;
	readonly name: string;
	readonly isMember: boolean;
	readonly isTimedOut: boolean;
	readonly roleIds: readonly string[];
}

export interface ServerActs {
	readonly 'server-move-role': { readonly roleId: string; readonly direction: 'up' | 'down' };
	readonly 'server-manage-roles': { readonly isOn: boolean };
	readonly 'server-buyer-role': { readonly isThere: boolean };
	readonly 'server-give-role': {
		readonly userId: string;
		readonly roleId: string;
		readonly isGiven: boolean;
	};
	readonly 'server-membership': { readonly userId: string; readonly isMember: boolean };
	readonly 'server-time-out': { readonly userId: string; readonly isOn: boolean };
	readonly 'server-join': { readonly name: string };
	readonly 'server-audit': { readonly state: 'deleted' | 'unwritable' | 'writable' };
	readonly 'server-rename-channel': { readonly channelId: string; readonly name: string };
	readonly 'server-remove-bot': Record<string, never>;
}

/** The part `clock`. */
export interface ClockState {
	readonly aheadMs: number;
	readonly isMoving: boolean;
	/** By how many milliseconds it was moved last, and what came of that as far as the world shows it. */
	readonly lastMove: { readonly ms: number; readonly happened: readonly string[] } | undefined;
}

export interface ClockActs {
	readonly 'clock-advance': { readonly ms: number };
}

/** A process of the bot. */
export interface ProcessState {
	readonly state: 'starting' | 'running' | 'ended';
	readonly pid: number | undefined;
	/** By the world's clock. */
	readonly startedAt: number | undefined;
	/** In bytes. */
	readonly memory: number | undefined;
	/** How the last one ended, in words. */
	readonly ending: string | undefined;
}

/** The part `bot`. */
export interface BotState {
	readonly first: ProcessState;
	readonly second: ProcessState;
	readonly isDiscordDown: boolean;
	readonly isDiscordLimiting: boolean;
}

export interface BotActs {
	readonly 'bot-process': {
		readonly which: 'first' | 'second';
		readonly what: 'start' | 'stop' | 'kill';
	};
	/** Cuts the bot's connection: it comes back by itself. */
	readonly 'bot-drop': Record<string, never>;
	readonly 'bot-discord-down': { readonly isOn: boolean };
	readonly 'bot-discord-limits': { readonly isOn: boolean };
}

export interface DatabaseRow {
	readonly key: string;
	/** As JSON, masked. */
	readonly value: string;
}

export interface DatabaseGroup {
	/** Such as `claim`. */
	readonly prefix: string;
	readonly count: number;
	/** The first ones, at most 20. */
	readonly rows: readonly DatabaseRow[];
}

/** The part `database`. */
export interface DatabaseState {
	readonly readAt: number | undefined;
	/** In bytes. */
	readonly size: number;
	readonly groups: readonly DatabaseGroup[];
	/** Why it could not be read. */
	readonly problem: string | undefined;
}

export interface DatabaseActs {
	readonly 'database-read': Record<string, never>;
}

/** A line of the part `log`, a list. */
export interface LogEntry {
	/** Grows by one. */
	readonly number: number;
	readonly at: number | undefined;
	readonly which: 'first' | 'second';
	readonly level: string;
	readonly message: string;
	readonly fields: string;
}

export type WorldActs = ShopActs & ServerActs & ClockActs & BotActs & DatabaseActs;
