import type { PolicyChange } from '../claims/policy.js';
import type { ChosenSettings, GuildSettings, Links } from './guild-settings.js';
import { periodKey, periodOf, type RuleSubject, rolesOfKind, ruleFields } from './rule-subject.js';
import { merged, type Picked, type SettingName, settingNames, settings as table } from './settings-table.js';

/** One choice in the set-up. */
export type SetupChange = SettingsChange | PolicyChange;

/** One change of a server's settings. */
export type SettingsChange =
	| { readonly what: 'setting'; readonly name: SettingName; readonly picked: Picked }
	/** An undefined one is removed. */
	| ({ readonly what: 'addresses' } & {
			readonly [Link in 'exampleUrl' | 'renewUrl']: Links[Link] | undefined;
	  })
	/** An undefined role removes the rule. */
	| { readonly what: 'rule'; readonly subject: RuleSubject; readonly roleId: string | undefined }
	/** The powers of a role that was chosen before are confirmed. */
	| { readonly what: 'powers'; readonly roleId: string };

/** In place of the digest of concerns to confirm: none were shown. */
export const nothingShown = '--------';

/** Applies a change to the settings. `powerBits`: its role's powers, confirmed with it. */
export function withChange(
	current: ChosenSettings,
	change: SettingsChange,
	now: number,
	powerBits = 0n,
): ChosenSettings {
	const next = applied(current, change, now);
	const roleId = givenRole(change);
	if (roleId === undefined) return next;
	const { [roleId]: former, ...others } = current.confirmedPowers ?? {};
	if (powerBits !== 0n) return { ...next, confirmedPowers: { ...others, [roleId]: String(powerBits) } };
	return former === undefined ? next : { ...next, confirmedPowers: others };
}

function applied(current: ChosenSettings, change: SettingsChange, now: number): ChosenSettings {
	switch (change.what) {
		case 'setting':
			return table[change.name].set(current, change.picked, now);
		case 'addresses': {
			const { exampleUrl, renewUrl } = change;
			return merged(current, 'links', { exampleUrl, renewUrl });
		}
		case 'rule':
			return withRule(current, change.subject, change.roleId);
		case 'powers':
			return current;
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

/** The role that the bot gives because of the change. */
export function givenRole(change: SetupChange): string | undefined {
	if (change.what === 'setting') return table[change.name].isGiven ? change.picked[0] : undefined;
	return 'roleId' in change ? change.roleId : undefined;
}

/** Roles that members hold by the settings before the change, and may lose or keep by it. */
export function affectedRoles(settings: GuildSettings, change: SettingsChange): Picked {
	if (change.what === 'setting') return givenBeside(change.name).flatMap((name) => table[name].get(settings));
	if (change.what !== 'rule') return [];
	const { kind, key } = change.subject;
	const roles = rolesOfKind(settings, kind);
	return Object.hasOwn(roles, key) && roles[key] !== undefined ? [roles[key]] : [];
}

/** The settings on the same page whose roles the bot gives: days of support belong to the roles of support. */
function givenBeside(name: SettingName): readonly SettingName[] {
	return settingNames.filter((each) => table[each].page === table[name].page && table[each].isGiven);
}

/** False for changes of the audit channel or the staff, which don't affect roles from claims. */
export function rolesFollowFrom(change: SettingsChange): boolean {
	if (change.what === 'setting') return givenBeside(change.name).length > 0;
	return change.what === 'rule' || change.what === 'powers';
}
