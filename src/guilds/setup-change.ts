import type { PolicyChange } from '../claims/policy.js';
import type { ChosenSettings, GuildSettings, Links } from './guild-settings.js';
import { periodKey, periodOf, type RuleSubject, rolesOfKind, ruleFields } from './rule-subject.js';

/** One choice in the set-up. */
export type SetupChange = SettingsChange | PolicyChange;

/** One change of a server's settings. An undefined id resets it. */
export type SettingsChange =
	/** `isMade`: the bot has just created it. */
	| { readonly what: 'buyer-role'; readonly roleId: string; readonly isMade?: true }
	| { readonly what: 'supported-role'; readonly roleId: string | undefined }
	| { readonly what: 'ends-soon-role'; readonly roleId: string | undefined }
	/** Days before the end of support, or after it. */
	| { readonly what: 'support-days'; readonly which: 'notice' | 'grace'; readonly days: number }
	| { readonly what: 'audit-channel'; readonly channelId: string | undefined }
	| { readonly what: 'rule'; readonly subject: RuleSubject; readonly roleId: string | undefined }
	| { readonly what: 'powers'; readonly roleId: string }
	| { readonly what: 'staff-roles'; readonly roleIds: readonly string[] }
	/** Only the named links change; an undefined one is removed. */
	| { readonly what: 'links'; readonly links: Links }
	| { readonly what: 'sharing'; readonly sharing: GuildSettings['sharing'] }
	/** `since`: now. Announcements are turned off if there is no channel. */
	| { readonly what: 'updates-channel'; readonly channelId: string | undefined; readonly since: number }
	/** Empty for all. */
	| { readonly what: 'updates-categories'; readonly categories: readonly string[] }
	/** The role that announcements mention. The bot neither gives nor removes it. */
	| { readonly what: 'updates-role'; readonly mentionId: string | undefined };

/** Applies a change to the settings. `powerBits`: its role's powers, confirmed with it. */
export function withChange(current: ChosenSettings, change: SettingsChange, powerBits = 0n): ChosenSettings {
	const next = applied(current, change);
	const roleId = 'roleId' in change ? change.roleId : undefined;
	if (roleId === undefined) return next;
	const { [roleId]: former, ...others } = current.confirmedPowers ?? {};
	if (powerBits !== 0n) return { ...next, confirmedPowers: { ...others, [roleId]: String(powerBits) } };
	return former === undefined ? next : { ...next, confirmedPowers: others };
}

function applied(current: ChosenSettings, change: SettingsChange): ChosenSettings {
	switch (change.what) {
		case 'buyer-role':
			return { ...current, buyerRoleId: change.roleId };
		case 'supported-role': {
			const { supportedRoleId: _, ...rest } = current;
			return change.roleId === undefined ? rest : { ...rest, supportedRoleId: change.roleId };
		}
		case 'ends-soon-role': {
			const support = withoutNone({ ...current.support, endsSoonRoleId: change.roleId });
			return { ...current, support };
		}
		case 'support-days': {
			const { which, days } = change;
			// No grace is the absence of it.
			const chosen = which === 'notice' ? { noticeDays: days } : { graceDays: days || undefined };
			return { ...current, support: withoutNone({ ...current.support, ...chosen }) };
		}
		case 'audit-channel':
			return { ...current, auditChannelId: change.channelId ?? null };
		case 'rule':
			return withRule(current, change.subject, change.roleId);
		case 'powers':
			return current;
		case 'staff-roles':
			return { ...current, staffRoleIds: [...change.roleIds] };
		case 'links':
			return { ...current, links: withoutNone({ ...current.links, ...change.links }) };
		case 'sharing':
			return { ...current, sharing: change.sharing };
		case 'updates-channel':
		case 'updates-categories':
		case 'updates-role':
			return withUpdates(current, change);
	}
}

function withRule(
	current: ChosenSettings,
	{ kind, key }: RuleSubject,
	roleId: string | undefined,
): ChosenSettings {
	if (kind === 'date') {
		const others = (current.dateRoles ?? []).filter((rule) => periodKey(rule) !== key);
		const dateRoles = roleId === undefined ? others : [...others, { ...periodOf(key), roleId }];
		return { ...current, dateRoles };
	}
	const field = ruleFields[kind];
	const { [key]: _, ...others } = current[field] ?? {};
	return { ...current, [field]: roleId === undefined ? others : { ...others, [key]: roleId } };
}

function withUpdates(
	{ updates, ...others }: ChosenSettings,
	change: Extract<SettingsChange, { readonly what: `updates-${string}` }>,
): ChosenSettings {
	if (change.what === 'updates-channel') {
		const { channelId, since } = change;
		return channelId === undefined ? others : { ...others, updates: { ...updates, channelId, since } };
	}
	// Another manager has turned them off meanwhile.
	if (updates === undefined) return others;
	if (change.what === 'updates-role') {
		const { roleId: _, ...rest } = updates;
		const { mentionId } = change;
		return { ...others, updates: { ...rest, ...(mentionId !== undefined && { roleId: mentionId }) } };
	}
	const { categories: _, ...rest } = updates;
	const categories = [...change.categories];
	return { ...others, updates: { ...rest, ...(categories.length > 0 && { categories }) } };
}

/** Omits undefined values: the store contains only what was chosen. */
function withoutNone<Value extends object>(values: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [Key in keyof Value]: NonNullable<Value[Key]> };
}

/** Roles that members hold by the settings before the change, and may lose or keep by it. */
export function affectedRoles(
	settings: GuildSettings,
	change: SettingsChange,
): readonly (string | undefined)[] {
	switch (change.what) {
		case 'buyer-role':
			return [settings.buyerRoleId];
		case 'supported-role':
			return [settings.supportedRoleId];
		case 'ends-soon-role':
			return [settings.support.endsSoonRoleId];
		case 'support-days':
			return [settings.supportedRoleId, settings.support.endsSoonRoleId];
		case 'rule': {
			const { kind, key } = change.subject;
			const roles = rolesOfKind(settings, kind);
			return Object.hasOwn(roles, key) ? [roles[key]] : [];
		}
		default:
			return [];
	}
}

const rolesFollow: ReadonlySet<SettingsChange['what']> = new Set([
	'buyer-role',
	'supported-role',
	'ends-soon-role',
	'support-days',
	'rule',
	'powers',
]);

/** False for changes of the audit channel or the staff, which don't affect roles from claims. */
export function rolesFollowFrom({ what }: SettingsChange): boolean {
	return rolesFollow.has(what);
}
