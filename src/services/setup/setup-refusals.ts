import { createHash } from 'node:crypto';
import type { MemberRef } from '../../base/row-fields.js';
import type { GuildFacts, MemberRights, Permission } from '../../servers/guild-facts.js';
import { type Finding, roleFault } from '../../servers/guild-finding.js';
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

/** A server as Discord and its settings show it. */
export interface Server {
	readonly facts: GuildFacts;
	readonly settings: GuildSettings;
}

export type SetupOutcome =
	/** Remaining obstacles are among the findings of the overview. */
	| { readonly kind: 'saved' }
	| RefusedSetup
	/** Saved once the same choice comes with this digest of its concerns. */
	| {
			readonly kind: 'to-confirm';
			readonly change: SetupChange;
			readonly concerns: readonly SetupWarning[];
			readonly digest: string;
			/** Of a new rule, if there are buyers. */
			readonly reach?: RuleReach;
	  };

/** How many of all members with a purchase a rule gives a role to. `isComplete`: false if not all claims were read. */
export interface RuleReach {
	readonly reached: number;
	readonly buyers: number;
	readonly isComplete: boolean;
}

/** A choice that isn't saved, and why, in words. */
export interface RefusedSetup extends Pick<Finding, 'says' | 'todo' | 'values'> {
	readonly kind: 'refused';
	/** The role is above the bot's: the same choice is possible as soon as it isn't. */
	readonly isTooHigh?: boolean;
}

export function refused(
	says: Finding['says'],
	todo?: Finding['says'],
	values: Finding['values'] = {},
): RefusedSetup {
	return { kind: 'refused', says, todo: todo === undefined ? [] : [todo], values };
}

function refusedRole(facts: GuildFacts, id: string, says: Finding['says'], todo?: Finding['says']) {
	return refused(says, todo, { role: { role: { id, name: facts.role(id)?.name } } });
}

export const unavailable = refused('finding.token.silent', 'setup.unavailable.todo');

/** Limit for roles by purchase, of all kinds together. */
const maxRules = 200;

/** Why the chooser may not make this kind of choice. */
export function refusalOf(chooser: Chooser, change: SetupChange): RefusedSetup | undefined {
	if (chooser.isAdministrator) return undefined;
	const isStaff = change.what === 'setting' && change.name === 'staff';
	if (chooser.canManage && !isStaff) return undefined;
	return refused('setup.notSaved', isStaff ? 'setup.takes.administrator' : 'setup.takes.management', {
		permissions: { permissions: ['ManageGuild', 'ManageRoles'] },
	});
}

/** Checks that the chooser could give, take or mention in Discord the new role, and a given one before it. */
export function reachFault(chooser: Chooser, change: SettingsChange, { facts, settings }: Server) {
	if (chooser.isAdministrator) return undefined;
	const picked =
		change.what === 'setting' && table[change.name].control === 'role' ? change.picked[0] : givenRole(change);
	// Skips deleted roles, which have no position to compare.
	const roleId = [picked, ...affectedRoles(settings, change)].find(
		(id) => id !== undefined && facts.role(id) !== undefined && !chooser.rights.isAbove(id),
	);
	return roleId === undefined ? undefined : refusedRole(facts, roleId, 'moderation.hindrance.role-above');
}

/** Why a choice is impossible, even for administrators. */
export function faultOf(change: SettingsChange, server: Server): RefusedSetup | undefined {
	const given = givenRole(change);
	if (given !== undefined) return givenRoleFault(given, change, server);
	const { facts } = server;
	const [id] = change.what === 'setting' ? change.picked : [];
	if (change.what !== 'setting' || id === undefined) return undefined;
	const { control, isPostedTo } = table[change.name];
	if (control === 'channel') {
		const channel = facts.channel(id);
		// A hidden one is saved: its finding says which permissions the bot needs there.
		const isUsable = channel === 'hidden' || (isPostedTo ? channel?.takesMessages : channel !== undefined);
		return isUsable ? undefined : refused('setup.unusableChannel', 'setup.unusableChannel.todo');
	}
	const fault = control === 'role' ? roleFault(facts, id) : undefined;
	return fault === 'missing' || fault === 'everyone'
		? refusedRole(facts, id, `setup.refused.${fault}`)
		: undefined;
}

function givenRoleFault(roleId: string, change: SettingsChange, { facts, settings }: Server) {
	if (settings.staffRoleIds.includes(roleId))
		return refusedRole(facts, roleId, 'setup.refused.is-staff', 'setup.refused.is-staff.why');
	const fault = roleFault(facts, roleId);
	if (fault !== undefined && fault !== 'above-bot')
		return refusedRole(facts, roleId, `setup.refused.${fault}`);
	// Even if it is above the bot's role: otherwise managers would move the bot's role up for it.
	if (facts.role(roleId)?.powers.includes('Administrator'))
		return refusedRole(facts, roleId, 'setup.refused.administrator');
	if (fault !== undefined) {
		const tooHigh = refusedRole(facts, roleId, 'finding.role.above-bot', 'finding.role.dragMine');
		return { ...tooHigh, isTooHigh: true };
	}
	return change.what === 'rule' && isOneTooMany(change.subject, settings)
		? refused('setup.tooMany', 'setup.tooMany.todo', { most: maxRules })
		: undefined;
}

/** The fault of a staff role, such as that members can give it to themselves. */
export function staffFault(roleIds: readonly string[], server: Server, selfChosen: ReadonlySet<string>) {
	const { facts, settings } = server;
	const given = givenRoles(settings);
	for (const roleId of roleIds) {
		const fault = roleFault(facts, roleId);
		if (fault !== undefined && fault !== 'above-bot')
			return refusedRole(facts, roleId, `setup.refused.${fault}`);
		if (given.has(roleId))
			return refusedRole(facts, roleId, 'setup.refused.is-given', 'setup.refused.is-given.why');
		if (selfChosen.has(roleId)) return refusedRole(facts, roleId, 'setup.refused.self-chosen');
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
	/** The role has the name of the one that was to be made. */
	| { readonly kind: 'exists' }
	/** Every buyer would get these powers. */
	| { readonly kind: 'powers'; readonly powers: readonly Permission[]; readonly bits: bigint }
	/** Every buyer would see these channels, which @everyone can't see. */
	| { readonly kind: 'channels'; readonly channelIds: readonly string[] }
	/** Members hold the role, and lose it by verifying here without a purchase for it. `count`: undefined if unknown. */
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
	{ facts, settings }: Server,
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
	const isNew = isNewlyGiven(change, settings);
	const { hiddenChannels: count = 0 } = facts;
	return [
		...(powers.length > 0 ? [{ kind: 'powers', powers, bits } as const] : []),
		...(opens.length > 0 ? [{ kind: 'channels', channelIds: [...opens].sort() } as const] : []),
		...(isNew && count > 0 ? [{ kind: 'unchecked-channels', count } as const] : []),
		...(isNew && holders !== 0 ? [{ kind: 'holders', count: holders } as const] : []),
	];
}

/** True if the change makes the bot give, and so remove, a role that it did not before. */
export function isNewlyGiven(change: SetupChange, settings: GuildSettings): boolean {
	const roleId = givenRole(change);
	return roleId !== undefined && !givenRoles(settings).has(roleId);
}

/** Digest of the concerns for which a confirmation is valid. The number of holders, which changes, is left out. */
export function digestOf(concerns: readonly SetupWarning[]): string {
	const shown = concerns.map((concern) => (concern.kind === 'holders' ? concern.kind : concern));
	const text = JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value));
	return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
