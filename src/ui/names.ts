import { dayMs } from '../base/clock.js';
import { scrubCodes } from '../claims/scrub-codes.js';
import type { MessageKey } from '../i18n/messages.js';
import type { Translator } from '../i18n/translator.js';
import type { Permission } from '../servers/guild-facts.js';
import type { Named } from '../servers/guild-finding.js';
import { periodOf, type RuleSubject } from '../servers/rule-subject.js';
import type { EndedRoles } from '../services/moderation/moderated-roles.js';
import { bold, small } from './page.js';
import { capitalized, dotted, foreignLine, nothing, oneLine } from './text.js';

/** How roles, channels and permissions are named: for Discord, with mentions and in bold, or plainly for a terminal. */
export type NameStyle = 'mention' | 'plain';

/** A role (`@&`) or a channel (`#`); its id if it was deleted. */
export function nameOf({ id, name }: Named, sign: '@&' | '#', style: NameStyle): string {
	if (style === 'mention') return name === undefined ? `\`${id}\`` : `<${sign}${id}>`;
	if (name === undefined) return id;
	return sign === '#' ? `#${oneLine(name) || id}` : `“${oneLine(name) || id}”`;
}

export function permissionName(t: Translator, permission: Permission, style: NameStyle = 'mention'): string {
	const name = t(`permission.${permission}`);
	return style === 'mention' ? `**${name}**` : name;
}

export function permissionNames(
	t: Translator,
	permissions: readonly Permission[],
	style: NameStyle = 'mention',
): string {
	return t.list(permissions.map((permission) => permissionName(t, permission, style)));
}

/** Roles as mentions, without pings: the first `most`, and the number of further ones. */
export function roleList(t: Translator, roleIds: readonly string[], most = roleIds.length): string {
	const mentions = roleIds.map((id) => `<@&${id}>`);
	return firstNames(t, mentions, most);
}

/** More role names may not fit into a message, and would not be read. */
const maxRoleNames = 10;

/** Roles in a sentence where mentions can't be resolved, such as in a direct message. The names are untrusted. */
export function roleNames(t: Translator, names: readonly string[]): string {
	const shown = names.map((name) => bold(`@${foreignLine(name, 100) || nothing}`));
	return firstNames(t, shown, maxRoleNames);
}

/** The first `most` of a list in a sentence, and the number of further ones. */
export function firstNames(t: Translator, names: readonly string[], most: number): string {
	const left = names.length - most;
	return t.list(left > 0 ? [...names.slice(0, most), t('list.more', { count: left })] : names);
}

/** An option of a setting, such as a number of days. */
export function optionText(
	t: Translator,
	options: Readonly<Record<string, MessageKey | 'days'>>,
	value: string,
): string {
	const key = options[value] ?? 'days';
	return key === 'days' ? t('stats.days', { days: Number(value) }) : t(key);
}

/** The end of a code as shown to people: `••••3a8c`. */
export function shownEnding(codeEnd: string): string {
	return `••••${foreignLine(codeEnd, 10)}`;
}

/**
 * An item and the end of its code: `Aurora ••••3a8c`, without a line break.
 * @param codeEnd undefined or '' if there is no code
 */
export function withEnding(item: string, codeEnd: string | undefined): string {
	return codeEnd ? `${item}\u00a0${shownEnding(codeEnd)}` : item;
}

/** The roles that a member lost and those that another purchase keeps, each as a sentence. */
export function endedRolesTexts(t: Translator, roles: EndedRoles | undefined): readonly string[] {
	const { lost, kept } = roles ?? { lost: [], kept: [] };
	return [
		...(lost.length === 0 ? [] : [t('audit.rolesLost', { roles: roleList(t, lost) })]),
		...(kept.length === 0 ? [] : [t('audit.rolesKept', { roles: roleList(t, kept) })]),
	];
}

/** How most shops name the two usual types: `Regular`, `regular license`, `extended_license`. */
const wellKnown = /^(regular|extended)(?:[\s_-]*licen[cs]e)?$/i;

/**
 * A licence type on its own line, such as `Regular license`: the usual ones in the reader's language, others in the
 * shop's words, escaped. '' if nothing is visible.
 */
function licenseText(t: Translator, licenseType: string): string {
	const type = wellKnown.exec(licenseType.trim())?.[1]?.toLowerCase() as 'regular' | 'extended' | undefined;
	return type === undefined ? foreignLine(licenseType, 60) : t(`license.${type}`);
}

/**
 * Small print of a purchase: `Regular license · code ••••3a8c`.
 * @param codeEnd '' if the code is unknown; undefined if staff gave the purchase without one
 */
export function licenseLine(t: Translator, licenseType: string, codeEnd: string | undefined): string {
	const license = licenseText(t, licenseType);
	if (codeEnd === undefined) return small(dotted(license, t('purchases.given')));
	const code = codeEnd === '' ? '' : t('purchases.code', { ending: shownEnding(codeEnd) });
	if (license !== '') return small(dotted(license, code));
	// If the shop names no licence, the code begins the line.
	return code && small(capitalized(t, code));
}

/** The name of an item in memory; undefined if it isn't. */
export type ItemNames = (id: number) => string | undefined;

/** The subject of a role in one line, plain: a name as the shop wrote it, or a period. */
export function subjectName(t: Translator, { kind, key }: RuleSubject, names: ItemNames): string {
	if (kind === 'item') return names(Number(key)) ?? t('item.unnamed', { id: key });
	return kind === 'date' ? periodText(t, key) : oneLine(scrubCodes(key)) || '–';
}

/** A rule's subject with its kind, for formatted text: `Category **Themes**`. */
export function subjectText(t: Translator, subject: RuleSubject, names: ItemNames, most = 100): string {
	const name = foreignLine(subjectName(t, subject, names), most) || nothing;
	return t('setup.rules.subject', { kind: subject.kind, name });
}

/** Whole days in UTC, the last one included. */
function periodText(t: Translator, key: string): string {
	const { from, until } = periodOf(key);
	// With the month as a word where a language has two orders: a typed day shows how it was read.
	const days = new Intl.DateTimeFormat(t.language, { dateStyle: 'medium', timeZone: 'UTC' });
	const first = from === undefined ? '' : days.format(from);
	const last = until === undefined ? '' : days.format(until - dayMs);
	const which = first === '' ? 'until' : last === '' ? 'from' : 'between';
	return t('setup.rules.period', { which, from: first, until: last });
}
