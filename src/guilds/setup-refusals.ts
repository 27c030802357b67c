import type { GuildFacts } from './guild-facts.js';
import { roleFault } from './guild-finding.js';
import type { GuildSettings } from './guild-settings.js';
import { givenRoles, replacedRole, ruleFields, type SetupChange } from './setup-change.js';
import type { Chooser, SetupOutcome } from './setup-outcome.js';

/** Of roles for items, categories and licence types, and of items with links. */
const mostRules = 200;

/** Why the chooser may not make such a choice at all. */
export function refusalOf(chooser: Chooser, change: SetupChange): SetupOutcome | undefined {
	if (chooser.isAdministrator) return undefined;
	if (change.what === 'staff-roles') return { kind: 'not-allowed', takes: 'administrator' };
	return chooser.canManage ? undefined : { kind: 'not-allowed', takes: 'management' };
}

/** A role that the chooser couldn't hand out or take away in Discord: the one that is chosen, or the one before it. */
export function reachFault(
	chooser: Chooser,
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
): SetupOutcome | undefined {
	if (chooser.isAdministrator) return undefined;
	const chosen = 'roleId' in change ? change.roleId : undefined;
	// Nobody is above a role that was deleted.
	const roleId = [chosen, replacedRole(settings, change)].find(
		(id) => id !== undefined && facts.role(id) !== undefined && !chooser.rights.isAbove(id),
	);
	return roleId === undefined ? undefined : { kind: 'refused-role', roleId, fault: 'out-of-reach' };
}

/** What makes a choice impossible, whoever makes it. */
export function faultOf(
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
): SetupOutcome | undefined {
	switch (change.what) {
		case 'audit-channel': {
			if (change.channelId === undefined) return undefined;
			return facts.channel(change.channelId)?.takesMessages ? undefined : { kind: 'unusable-channel' };
		}
		case 'links': {
			const { supportChannelId, helpChannelId } = change.links;
			const isForeign = (id: string | undefined) => id !== undefined && facts.channel(id) === undefined;
			return isForeign(supportChannelId) || isForeign(helpChannelId)
				? { kind: 'unusable-channel' }
				: undefined;
		}
		case 'item-links': {
			const isNew = !Object.hasOwn(settings.itemLinks, change.itemId);
			return isNew && Object.keys(settings.itemLinks).length >= mostRules
				? { kind: 'too-many', most: mostRules }
				: undefined;
		}
		default:
			return roleFaultOf(change, facts, settings);
	}
}

function roleFaultOf(
	change: SetupChange,
	facts: GuildFacts,
	settings: GuildSettings,
): SetupOutcome | undefined {
	const roleId = 'roleId' in change ? change.roleId : undefined;
	if (roleId === undefined) return undefined;
	if (settings.staffRoleIds.includes(roleId)) return { kind: 'refused-role', roleId, fault: 'is-staff' };
	const fault = roleFault(facts, roleId);
	if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
	// Also where it is above the bot's: nobody should drag that one up for it.
	if (facts.role(roleId)?.powers.includes('Administrator')) {
		return { kind: 'refused-role', roleId, fault: 'administrator' };
	}
	if (fault !== undefined) return { kind: 'unusable-role', roleId, fault };
	return change.what === 'rule' && isOneTooMany(change.subject, settings)
		? { kind: 'too-many', most: mostRules }
		: undefined;
}

/** What is wrong with one of the staff roles, such as that members can give it to themselves. */
export function staffFault(
	roleIds: readonly string[],
	facts: GuildFacts,
	settings: GuildSettings,
	selfChosen: ReadonlySet<string>,
): SetupOutcome | undefined {
	const given = givenRoles(settings);
	for (const roleId of roleIds) {
		const fault = roleFault(facts, roleId);
		if (fault !== undefined && fault !== 'above-bot') return { kind: 'unusable-role', roleId, fault };
		if (given.has(roleId)) return { kind: 'refused-role', roleId, fault: 'is-given' };
		if (selfChosen.has(roleId)) return { kind: 'refused-role', roleId, fault: 'self-chosen' };
	}
	return undefined;
}

function isOneTooMany(
	{ kind, key }: { readonly kind: keyof typeof ruleFields; readonly key: string },
	settings: GuildSettings,
): boolean {
	const count = Object.values(ruleFields).reduce(
		(sum, field) => sum + Object.keys(settings[field]).length,
		0,
	);
	return count >= mostRules && !Object.hasOwn(settings[ruleFields[kind]], key);
}
