import { examineGuild } from '../../src/guilds/examine-guild.js';
import type { Power } from '../../src/guilds/guild-facts.js';
import type { SetupOutcome, SetupOverview } from '../../src/guilds/setup.js';
import { LONGEST_KEY } from '../../src/views/setup-rules-view.js';
import { oneLine } from '../../src/views/text.js';
import { fakeGuild, ids, sampleSettings } from '../guilds/fake-guild.js';

const roleId = ids.staff;

/** As many powers as a role can have: the longest sentence about it. */
const powers = [
	'Administrator',
	'ManageGuild',
	'ManageRoles',
	'ManageChannels',
	'ManageWebhooks',
	'ManageMessages',
	'ManageThreads',
	'ManageNicknames',
	'ManageEvents',
	'ManageGuildExpressions',
	'KickMembers',
	'BanMembers',
	'ModerateMembers',
	'MentionEveryone',
] as const satisfies readonly Power[];

export const everySetupOutcome: readonly SetupOutcome[] = [
	{ kind: 'saved' },
	{ kind: 'guild-unavailable' },
	{ kind: 'powerful-role', roleId, powers },
	...(['missing', 'everyone', 'managed'] as const).map((fault): SetupOutcome => {
		return { kind: 'unusable-role', roleId, fault };
	}),
];

const keysOf = (texts: readonly string[]) =>
	[...new Set(texts.map((text) => text.slice(0, LONGEST_KEY)))].filter((key) => oneLine(key) !== '');

function rolesFor(texts: readonly string[], roles: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		keysOf(texts).map((key, index) => [key, roles[index % roles.length] ?? ids.buyer]),
	);
}

/** A server in which everything is chosen, and works. */
export function fullSetup(texts: readonly string[]): SetupOverview {
	const settings = sampleSettings({
		supportedRoleId: ids.supported,
		auditChannelId: ids.audit,
		categoryRoles: rolesFor(texts, [ids.buyer]),
		licenceRoles: rolesFor(texts, [ids.supported]),
		itemRoles: Object.fromEntries(texts.map((_, index) => [String(index), ids.buyer])),
	});
	return { settings, findings: examineGuild(fakeGuild(), settings), isHome: true };
}

/** A server in which everything that is chosen has a trouble of its own. */
export function troubledSetup(texts: readonly string[]): SetupOverview {
	const bad = [ids.aboveBot, ids.managed, ids.staff, ids.deleted, ids.guild];
	const settings = sampleSettings({
		buyerRoleId: ids.staff,
		supportedRoleId: ids.aboveBot,
		auditChannelId: ids.hidden,
		categoryRoles: rolesFor(texts, bad),
		licenceRoles: rolesFor(texts, bad),
	});
	const findings = examineGuild(fakeGuild({ canManageRoles: false }), settings);
	// The longest that can be said of a role.
	const powerful = findings.map((it) => ('powers' in it ? { ...it, powers } : it));
	return { settings, findings: powerful, isHome: true };
}
