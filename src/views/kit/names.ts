import type { ChannelNeed, Power, ReaderNeed } from '../../guilds/guild-facts.js';
import type { Named } from '../../guilds/guild-finding.js';
import type { Translator } from '../../i18n/translator.js';
import type { EndedRoles } from '../../moderation/moderated-roles.js';
import { bold } from './page.js';
import { foreignLine, nothing, oneLine } from './text.js';

/** How roles, channels and permissions are named: for Discord, with mentions and in bold, or plainly for a terminal. */
export type NameStyle = 'mention' | 'plain';

export function roleName({ id, name }: Named, style: NameStyle): string {
	if (name === undefined) return style === 'mention' ? `\`${id}\`` : id;
	return style === 'mention' ? `<@&${id}>` : `“${oneLine(name) || id}”`;
}

export function channelName({ id, name }: Named, style: NameStyle): string {
	if (name === undefined) return style === 'mention' ? `\`${id}\`` : id;
	return style === 'mention' ? `<#${id}>` : `#${oneLine(name) || id}`;
}

type Permission = Power | ChannelNeed | ReaderNeed | 'EmbedLinks';

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

/** Roles as mentions, without pings; an ellipsis after the first `most`. */
export function roleList(t: Translator, roleIds: readonly string[], most = roleIds.length): string {
	const shown = roleIds.slice(0, most).map((id) => `<@&${id}>`);
	return t.list(shown.length < roleIds.length ? [...shown, '…'] : shown);
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

/** The same for roles, as mentions. */
export function firstRoles(t: Translator, roleIds: readonly string[], most: number): string {
	const mentions = roleIds.map((id) => `<@&${id}>`);
	return firstNames(t, mentions, most);
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
