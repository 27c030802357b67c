import type { MessageKey } from '../i18n/messages.js';
import type { GuildFacts, Permission } from './guild-facts.js';
import type { Setting } from './settings-table.js';

/** `missing`: it was deleted, or belongs to another guild. */
export type RoleFault = 'missing' | 'everyone' | 'managed' | 'above-bot';

/** An object of the guild by id, and by name if it still exists. A channel that the bot can't see is called ''. */
export interface Named {
	readonly id: string;
	readonly name: string | undefined;
}

export type Level = 'ok' | 'warning' | 'problem';

/** A value in a finding's texts, spelled for its reader: as mentions in Discord, plainly in a terminal. */
export type FindingValue =
	| string
	| number
	| { readonly role: Named }
	| { readonly channel: Named }
	| { readonly permissions: readonly Permission[] }
	| { readonly list: readonly string[] }
	/** Untrusted names. */
	| { readonly servers: readonly { readonly id: string; readonly name: string }[] }
	/** Untrusted text, and since when it holds (milliseconds since the epoch). */
	| { readonly foreign: string; readonly since?: number | undefined };

/** The result of one check: a text, and what to do. A check without faults yields one `ok`, else one finding per fault. */
export interface Finding {
	readonly check: string;
	readonly level: Level;
	readonly says: MessageKey;
	/** The sentences that say what to do; none for `ok`. */
	readonly todo: readonly MessageKey[];
	/** For all of these texts. */
	readonly values: Readonly<Record<string, FindingValue>>;
	/** The page of `/setup` that can solve it. */
	readonly page?: Setting['page'] | 'panel' | 'main';
	/** The role or channel of the finding, and its fault. */
	readonly role?: Named;
	readonly channel?: Named;
	readonly fault?: string;
	/** The role has powers, so the bot's role shouldn't be moved above it. */
	readonly isPowerful?: boolean;
	/** Of several guilds that are checked. */
	readonly guild?: { readonly id: string; readonly name: string };
}

/** Findings, and their time in milliseconds since the epoch. */
export interface Checkup {
	readonly findings: readonly Finding[];
	readonly at: number;
}

type Details = Partial<Pick<Finding, 'values' | 'page' | 'role' | 'channel' | 'fault' | 'isPowerful'>>;

export function ok(check: string, says: MessageKey, details: Details = {}): Finding {
	return { check, level: 'ok', says, todo: [], values: {}, ...details };
}

export function trouble(
	level: Level,
	check: string,
	says: MessageKey,
	todo: MessageKey | readonly MessageKey[],
	details: Details = {},
): Finding {
	return { check, level, says, todo: typeof todo === 'string' ? [todo] : todo, values: {}, ...details };
}

/** @returns why the role can't be given, or undefined if it can as soon as the bot may manage roles */
export function roleFault(facts: GuildFacts, roleId: string): RoleFault | undefined {
	const role = facts.role(roleId);
	if (role === undefined) return 'missing';
	if (role.isEveryone) return 'everyone';
	if (role.isManaged) return 'managed';
	return role.isBelowBot ? undefined : 'above-bot';
}
