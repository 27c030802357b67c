import type { UnlinkPolicy } from '../claims/policy.js';
import type { ChosenSettings, GuildSettings, RuleKind } from './guild-settings.js';
import type { ItemLinks, Links } from './link-settings.js';

/** What a role besides the buyer role is for. `key`: an item's id, or a category or licence type as the shop spells it. */
export interface RuleSubject {
	readonly kind: RuleKind;
	readonly key: string;
}

/** One choice. An id that is undefined takes back what was chosen. */
export type SetupChange =
	| { readonly what: 'buyer-role'; readonly roleId: string }
	| { readonly what: 'supported-role'; readonly roleId: string | undefined }
	| { readonly what: 'audit-channel'; readonly channelId: string | undefined }
	| { readonly what: 'unlinking'; readonly unlinking: UnlinkPolicy }
	/** `seats`: from 1, which is the usual, to 50. */
	| { readonly what: 'seats'; readonly licenseType: string; readonly seats: number }
	| { readonly what: 'rule'; readonly subject: RuleSubject; readonly roleId: string | undefined }
	/** The powers of a role that was chosen before are confirmed. */
	| { readonly what: 'powers'; readonly roleId: string }
	| { readonly what: 'staff-roles'; readonly roleIds: readonly string[] }
	/** Only the links that are named change; one that is undefined is taken back. */
	| { readonly what: 'links'; readonly links: Links }
	/** All links of one item. `itemId`: its digits. */
	| { readonly what: 'item-links'; readonly itemId: string; readonly links: ItemLinks }
	| { readonly what: 'sharing'; readonly sharing: GuildSettings['sharing'] };

/** What was chosen, with a change. `powerBits`: those of the role in it, confirmed with it. */
export function withChange(current: ChosenSettings, change: SetupChange, powerBits = 0n): ChosenSettings {
	const next = applied(current, change);
	const roleId = 'roleId' in change ? change.roleId : undefined;
	if (roleId === undefined) return next;
	const { [roleId]: former, ...others } = current.confirmedPowers ?? {};
	if (powerBits !== 0n) return { ...next, confirmedPowers: { ...others, [roleId]: String(powerBits) } };
	return former === undefined ? next : { ...next, confirmedPowers: others };
}

function applied(current: ChosenSettings, change: SetupChange): ChosenSettings {
	switch (change.what) {
		case 'buyer-role':
			return { ...current, buyerRoleId: change.roleId };
		case 'supported-role': {
			const { supportedRoleId: _, ...rest } = current;
			return change.roleId === undefined ? rest : { ...rest, supportedRoleId: change.roleId };
		}
		case 'audit-channel':
			return { ...current, auditChannelId: change.channelId ?? null };
		case 'unlinking':
			return { ...current, unlinking: change.unlinking };
		case 'seats': {
			const { [change.licenseType]: _, ...others } = current.seats ?? {};
			const seats = change.seats === 1 ? others : { ...others, [change.licenseType]: change.seats };
			return { ...current, seats };
		}
		case 'rule': {
			const field = ruleFields[change.subject.kind];
			const { [change.subject.key]: _, ...others } = current[field];
			const roles = change.roleId === undefined ? others : { ...others, [change.subject.key]: change.roleId };
			return { ...current, [field]: roles };
		}
		case 'powers':
			return current;
		case 'staff-roles':
			return { ...current, staffRoleIds: [...change.roleIds] };
		case 'links':
			return { ...current, links: withoutNone({ ...current.links, ...change.links }) };
		case 'item-links': {
			const { [change.itemId]: _, ...others } = current.itemLinks ?? {};
			const links = withoutNone(change.links);
			const isNone = Object.keys(links).length === 0;
			return { ...current, itemLinks: isNone ? others : { ...others, [change.itemId]: links } };
		}
		case 'sharing':
			return { ...current, sharing: change.sharing };
	}
}

/** What is undefined is left out: the store keeps what was chosen, and nothing else. */
function withoutNone<Value extends object>(values: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [Key in keyof Value]: NonNullable<Value[Key]> };
}

/** Where the roles of each kind are kept. */
export const ruleFields = {
	item: 'itemRoles',
	category: 'categoryRoles',
	licence: 'licenceRoles',
} as const satisfies Record<RuleKind, keyof GuildSettings>;

/** The role that a change replaces or takes out of use. */
export function replacedRole(settings: GuildSettings, change: SetupChange): string | undefined {
	switch (change.what) {
		case 'buyer-role':
			return settings.buyerRoleId;
		case 'supported-role':
			return settings.supportedRoleId;
		case 'rule': {
			const roles = settings[ruleFields[change.subject.kind]];
			return Object.hasOwn(roles, change.subject.key) ? roles[change.subject.key] : undefined;
		}
		default:
			return undefined;
	}
}

/** Every role that the settings can give, without repetition. */
export function givenRoles(settings: GuildSettings): ReadonlySet<string> {
	const all = [
		settings.buyerRoleId,
		settings.supportedRoleId,
		...Object.values(settings.categoryRoles),
		...Object.values(settings.licenceRoles),
		...Object.values(settings.itemRoles),
	];
	return new Set(all.filter((roleId) => roleId !== undefined));
}

/** Changes of the policy, the audit channel or the staff have no effect on the roles that follow from claims. */
export function rolesFollowFrom({ what }: SetupChange): boolean {
	return what === 'buyer-role' || what === 'supported-role' || what === 'rule' || what === 'powers';
}
