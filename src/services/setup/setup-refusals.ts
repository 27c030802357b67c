import { createHash } from 'node:crypto';
import type { MemberRef } from '../../base/row-fields.js';
import type { GuildFacts, MemberRights, Power } from '../../servers/guild-facts.js';
import { type RoleFault, roleFault } from '../../servers/guild-finding.js';
import type { GuildSettings } from '../../servers/guild-settings.js';
import { givenRoles, type RuleSubject, rolesOfKind, ruleKinds } from '../../servers/rule-subject.js';
import { settings as table } from '../../servers/settings-table.js';
import {
	affectedRoles,
	givenRole,
	type SettingsChange,
	type SetupChange,
} from '../../servers/setup-change.js';

/** The member who chooses, with their current rights in the server. */
export interface Chooser extends MemberRef {
	readonly isAdministrator: boolean;
	/** Manage Server and Manage Roles, both; administrators have them. */
	readonly canManage: boolean;
	readonly rights: Pick<MemberRights, 'isAbove'>;
}

export type SetupOutcome =
	/** Remaining obstacles are among the findings of the overview. */
	| { readonly kind: 'saved' }
	/** It requires Manage Server and Manage Roles, or an administrator. */
	| { readonly kind: 'not-allowed'; readonly takes: 'management' | 'administrator' }
	| {
			readonly kind: 'unusable-role';
			readonly roleId: string;
			readonly fault: RoleFault;
			/** The role has elevated permissions, and a manager confirmed them. */
			readonly isPowerful?: boolean;
	  }
	| {
			readonly kind: 'refused-role';
			readonly roleId: string;
			readonly fault: /** Not below the chooser's highest role, so they couldn't give it in Discord either. */
				| 'out-of-reach'
				| 'administrator'
				/** A role for buyers that is a staff role. */
				| 'is-staff'
				/** A staff role that the bot gives, or that members can give themselves. */
				| 'is-given'
				| 'self-chosen';
	  }
	/** Not a text channel of this server. */
	| { readonly kind: 'unusable-channel' }
	/** An audit channel that has the panel: members read there. */
	| { readonly kind: 'panel-channel'; readonly channelId: string }
	/** The limit of roles, or items with links, is reached. */
	| { readonly kind: 'too-many'; readonly most: number }
	/** Saved once the same choice comes with this digest of its concerns. */
	| {
			readonly kind: 'to-confirm';
			readonly change: SetupChange;
			readonly concerns: readonly SetupWarning[];
			readonly digest: string;
	  }
	| { readonly kind: 'guild-unavailable' };

export type RefusedSetup = Exclude<SetupOutcome, { readonly kind: 'saved' | 'to-confirm' }>;

/** Limit for roles by purchase, of all kinds together. */
const maxRules = 200;

/** Why the chooser may not make this kind of choice. */
export function refusalOf(chooser: Chooser, change: SetupChange): RefusedSetup | undefined {
	if (chooser.isAdministrator) return undefined;
	if (change.what === 'setting' && change.name === 'staff')
		return { kind: 'not-allowed', takes: 'administrator' };
	return chooser.canManage ? undefined : { kind: 'not-allowed', takes: 'management' };
}

/**
 * Checks that the chooser could give, take or mention the role in Discord: both the new role and a given one before it.
 */
export function reachFault(
	chooser: Chooser,
	change: SettingsChange,
	facts: GuildFacts,
	settings: GuildSettings,
): RefusedSetup | undefined {
	if (chooser.isAdministrator) return undefined;
	const picked =
		change.what === 'setting' && table[change.name].control === 'role' ? change.picked[0] : givenRole(change);
	// Skips deleted roles, which have no position to compare.
	const roleId = [picked, ...affectedRoles(settings, change)].find(
		(id) => id !== undefined && facts.role(id) !== undefined && !chooser.rights.isAbove(id),
	);
	return roleId === undefined ? undefined : { kind: 'refused-role', roleId, fault: 'out-of-reach' };
}

/** Why a choice is impossible, even for administrators. */
export function faultOf(
	change: SettingsChange,
	facts: GuildFacts,
	settings: GuildSettings,
): RefusedSetup | undefined {
	const given = givenRole(change);
	if (given !== undefined) return givenRoleFault(given, change, facts, settings);
	const [id] = change.what === 'setting' ? change.picked : [];
	if (change.what !== 'setting' || id === undefined) return undefined;
	const { control, isPostedTo } = table[change.name];
	if (control === 'channel') {
		const channel = facts.channel(id);
		// A hidden one is saved: its finding says which permissions the bot needs there.
		const isUsable = channel === 'hidden' || (isPostedTo ? channel?.takesMessages : channel !== undefined);
		return isUsable ? undefined : { kind: 'unusable-channel' };
	}
	const fault = control === 'role' ? roleFault(facts, id) : undefined;
	const isUnusable = fault === 'missing' || fault === 'everyone';
	return isUnusable ? { kind: 'unusable-role', roleId: id, fault } : undefined;
}

function givenRoleFault(
	roleId: string,
	change: SettingsChange,
	facts: GuildFacts,
	settings: GuildSettings,
): RefusedSetup | undefined {
	if (settings.staffRoleIds.includes(roleId)) return { kind: 'refused-role', roleId, fault: 'is-staff' };
	const fault = roleFault(facts, roleId);
	if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
	// Even if it is above the bot's role: otherwise managers would move the bot's role up for it.
	if (facts.role(roleId)?.powers.includes('Administrator')) {
		return { kind: 'refused-role', roleId, fault: 'administrator' };
	}
	if (fault !== undefined) return { kind: 'unusable-role', roleId, fault };
	return change.what === 'rule' && isOneTooMany(change.subject, settings)
		? { kind: 'too-many', most: maxRules }
		: undefined;
}

/** The fault of a staff role, such as that members can give it to themselves. */
export function staffFault(
	roleIds: readonly string[],
	facts: GuildFacts,
	settings: GuildSettings,
	selfChosen: ReadonlySet<string>,
): RefusedSetup | undefined {
	const given = givenRoles(settings);
	for (const roleId of roleIds) {
		const fault = roleFault(facts, roleId);
		if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
		if (given.has(roleId)) return { kind: 'refused-role', roleId, fault: 'is-given' };
		if (selfChosen.has(roleId)) return { kind: 'refused-role', roleId, fault: 'self-chosen' };
	}
	return undefined;
}

function isOneTooMany({ kind, key }: RuleSubject, settings: GuildSettings): boolean {
	const counts = ruleKinds.map((each) => Object.keys(rolesOfKind(settings, each)).length);
	const count = counts.reduce((sum, each) => sum + each, 0);
	return count >= maxRules && !Object.hasOwn(rolesOfKind(settings, kind), key);
}

/** A concern to confirm before a choice is saved. */
export type SetupWarning =
	/** Every buyer would get these powers. */
	| { readonly kind: 'powers'; readonly powers: readonly Power[]; readonly bits: bigint }
	/** Every buyer would see these channels, which @everyone can't see. */
	| { readonly kind: 'channels'; readonly channelIds: readonly string[] }
	/**
	 * Members hold the role already. From now on purchases decide about it: a member who verifies here without a
	 * purchase for it loses it. `count` is undefined if unknown.
	 */
	| { readonly kind: 'holders'; readonly count: number | undefined }
	/** The role may open channels that the bot can't see, so they were not checked. */
	| { readonly kind: 'unchecked-channels'; readonly count: number }
	/** Everyone could read the audit channel. */
	| { readonly kind: 'open-channel'; readonly channelId: string }
	/** The bot can't see the audit channel, so its readers were not checked. */
	| { readonly kind: 'unchecked-channel'; readonly channelId: string };

/** The concerns about a change. `holders`: the current number of members with the role, if relevant. */
export function warningsOf(
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
	holders: number | undefined,
): readonly SetupWarning[] {
	if (change.what === 'setting' && table[change.name].isPrivate) {
		const [channelId] = change.picked;
		const channel = channelId === undefined ? undefined : facts.channel(channelId);
		if (channelId === undefined || channel === undefined) return [];
		if (channel === 'hidden') return [{ kind: 'unchecked-channel', channelId }];
		return channel.everyoneLacks.includes('ViewChannel') ? [] : [{ kind: 'open-channel', channelId }];
	}
	const roleId = givenRole(change);
	const role = roleId === undefined ? undefined : facts.role(roleId);
	if (role === undefined) return [];
	const { powers, powerBits: bits, opens } = role;
	const isNew = isNewlyGiven(change, settings) && holders !== 0;
	const { hiddenChannels: count = 0 } = facts;
	const unchecked =
		count > 0 && isNewlyGiven(change, settings) ? [{ kind: 'unchecked-channels', count } as const] : [];
	return [
		...(powers.length > 0 ? [{ kind: 'powers', powers, bits } as const] : []),
		...(opens.length > 0 ? [{ kind: 'channels', channelIds: [...opens].sort() } as const] : []),
		...unchecked,
		...(isNew ? [{ kind: 'holders', count: holders } as const] : []),
	];
}

/** True if the change makes the bot give, and so remove, a role that it did not before. */
export function isNewlyGiven(change: SetupChange, settings: GuildSettings): boolean {
	const roleId = givenRole(change);
	return roleId !== undefined && !givenRoles(settings).has(roleId);
}

/**
 * Digest of the concerns shown before a confirmation, in 8 characters: the confirmation is valid only for them. The
 * number of members with a role is not included: it changes by the minute.
 */
export function digestOf(concerns: readonly SetupWarning[]): string {
	const shown = concerns.map((concern) => (concern.kind === 'holders' ? concern.kind : concern));
	const text = JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value));
	return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
