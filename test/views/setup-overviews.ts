import { examineGuild } from '../../src/guilds/examine-guild.js';
import type { Power } from '../../src/guilds/guild-facts.js';
import type { SetupOverview } from '../../src/guilds/setup.js';
import type { SetupOutcome } from '../../src/guilds/setup-outcome.js';
import { oneLine } from '../../src/views/kit/text.js';
import { longestKey } from '../../src/views/management/setup-rules-view.js';
import { fakeGuild, ids, sampleSettings } from '../guilds/checkup/fake-guild.js';

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
	'MuteMembers',
	'DeafenMembers',
	'MoveMembers',
	'PrioritySpeaker',
	'ViewAuditLog',
	'ViewGuildInsights',
	'ViewCreatorMonetizationAnalytics',
	'CreateGuildExpressions',
	'CreateEvents',
	'PinMessages',
	'BypassSlowmode',
	'Unknown',
] as const satisfies readonly Power[];

export const everySetupOutcome: readonly SetupOutcome[] = [
	{ kind: 'saved' },
	{ kind: 'guild-unavailable' },
	{ kind: 'home-only' },
	...(['out-of-reach', 'administrator', 'is-staff', 'is-given', 'self-chosen'] as const).map(
		(fault): SetupOutcome => ({ kind: 'refused-role', roleId, fault }),
	),
	{ kind: 'not-allowed', takes: 'management' },
	{ kind: 'not-allowed', takes: 'administrator' },
	{ kind: 'unusable-channel' },
	{ kind: 'too-many', most: 200 },
	...(['missing', 'everyone', 'managed', 'above-bot'] as const).map((fault): SetupOutcome => {
		return { kind: 'unusable-role', roleId, fault };
	}),
];

type Question = Extract<SetupOutcome, { kind: 'to-confirm' }>;

/** Every question that can come before a choice is saved, with all that there can be to know. */
export function everySetupQuestion(texts: readonly string[]): readonly Question[] {
	const digest = 'AbC_-123';
	const channelIds = Array.from({ length: 40 }, (_, index) => `4000000000000${10_000 + index}`);
	const holders = [0, 1, 2, 5, 1_000_000, undefined];
	const ofRole = (change: Question['change'], count: number | undefined): Question => ({
		kind: 'to-confirm',
		change,
		concerns: [
			{ kind: 'powers', powers, bits: 1n << 60n },
			{ kind: 'channels', channelIds },
			{ kind: 'holders', count },
		],
		digest,
	});
	const subjects = texts.flatMap((text) =>
		(['item', 'category', 'licence'] as const).map((kind) => ({ kind, key: text.slice(0, longestKey) })),
	);
	return [
		...holders.map((count) => ofRole({ what: 'buyer-role', roleId }, count)),
		ofRole({ what: 'supported-role', roleId }, 1),
		ofRole({ what: 'powers', roleId }, 1),
		...subjects.map((subject) => ofRole({ what: 'rule', subject, roleId }, 1)),
		{
			kind: 'to-confirm',
			change: { what: 'audit-channel', channelId: ids.lobby },
			concerns: [{ kind: 'open-channel', channelId: ids.lobby }],
			digest,
		},
	];
}

const keysOf = (texts: readonly string[]) =>
	[...new Set(texts.map((text) => text.slice(0, longestKey)))].filter((key) => oneLine(key) !== '');

function rolesFor(texts: readonly string[], roles: readonly string[]): Record<string, string> {
	return Object.fromEntries(
		keysOf(texts).map((key, index) => [key, roles[index % roles.length] ?? ids.buyer]),
	);
}

const longUrl = `https://x.example/${'a_b*'.repeat(120)}`;

/** A server in which everything is chosen, and works. */
export function fullSetup(texts: readonly string[]): SetupOverview {
	const settings = sampleSettings({
		supportedRoleId: ids.supported,
		auditChannelId: ids.audit,
		staffRoleIds: [ids.legend],
		links: { supportChannelId: ids.audit, helpChannelId: ids.lobby, exampleUrl: longUrl, renewUrl: longUrl },
		sharing: 'staff',
		categoryRoles: rolesFor(texts, [ids.buyer]),
		licenceRoles: rolesFor(texts, [ids.supported]),
		itemRoles: Object.fromEntries(texts.map((_, index) => [String(index), ids.buyer])),
	});
	const panels = [{ channelId: ids.lobby, messageId: '600000000000000001' }];
	return { settings, findings: examineGuild(fakeGuild(), settings, panels), isHome: true };
}

/** A server in which everything that is chosen has a trouble of its own. */
export function troubledSetup(texts: readonly string[]): SetupOverview {
	const bad = [ids.aboveBot, ids.managed, ids.staff, ids.deleted, ids.guild];
	const settings = sampleSettings({
		buyerRoleId: ids.staff,
		supportedRoleId: ids.aboveBot,
		auditChannelId: ids.hidden,
		links: { supportChannelId: ids.deleted, helpChannelId: ids.audit },
		staffRoleIds: [ids.managed, ids.deleted],
		categoryRoles: rolesFor(texts, bad),
		licenceRoles: rolesFor(texts, bad),
	});
	const panels = [{ channelId: ids.audit, messageId: '600000000000000001' }];
	const findings = examineGuild(fakeGuild({ canManageRoles: false }), settings, panels);
	// The longest that can be said of a role.
	const powerful = findings.map((it) => ('powers' in it ? { ...it, powers } : it));
	return { settings, findings: powerful, isHome: true };
}
