import type { Finding } from '../../src/checkup/diagnosis.js';
import type { GuildFinding } from '../../src/guilds/guild-finding.js';

// One of every finding that there can be, for walking the texts.

const role = { id: '300000000000000001', name: '**Bu**yer [x](https://evil.example) @everyone' };
const channel = { id: '400000000000000001', name: 'audit' };
const guild = { id: '100000000000000001', name: 'Aurora **Support**' };

const guildFindings: readonly GuildFinding[] = [
	{ check: 'manage-roles', level: 'ok' },
	{ check: 'manage-roles', level: 'problem' },
	{ check: 'buyer-role', level: 'ok' },
	{ check: 'buyer-role', level: 'problem' },
	{ check: 'roles-assignable', level: 'ok', count: 2 },
	...(['everyone', 'managed', 'above-bot'] as const).map((fault): GuildFinding => {
		return { check: 'roles-assignable', level: 'problem', role, fault };
	}),
	{
		check: 'roles-assignable',
		level: 'problem',
		role: { id: '300000000000000009', name: undefined },
		fault: 'missing',
	},
	{ check: 'roles-harmless', level: 'ok' },
	{
		check: 'roles-harmless',
		level: 'problem',
		role,
		powers: ['Administrator', 'ManageGuild', 'ModerateMembers'],
	},
	{ check: 'staff-role', level: 'problem', role },
	{ check: 'staff-commands', level: 'warning', role, commands: ['/whois', '/claim', 'Purchases'] },
	{ check: 'hidden-commands', level: 'warning', role, commands: ['/verify'] },
	{ check: 'audit-channel', level: 'ok', channel: undefined },
	{ check: 'audit-channel', level: 'ok', channel },
	{
		check: 'audit-channel',
		level: 'problem',
		channel: { ...channel, name: undefined },
		fault: 'missing',
		lacking: [],
	},
	{ check: 'audit-channel', level: 'problem', channel, fault: 'no-messages', lacking: [] },
	{
		check: 'audit-channel',
		level: 'problem',
		channel,
		fault: 'not-allowed',
		lacking: ['ViewChannel', 'SendMessages'],
	},
];

const state = { identifiesLeft: 990, identifiesADay: 1000, resetAfterMs: 3_600_001, clockAheadMs: 0 };

export const allFindings: readonly Finding[] = [
	{ check: 'token', level: 'ok', botName: 'Claim*check*' },
	{ check: 'token', level: 'problem', fault: 'refused' },
	{ check: 'token', level: 'problem', fault: 'unreachable' },
	{ check: 'intents', level: 'ok' },
	{ check: 'intents', level: 'problem' },
	{ check: 'identifies', level: 'ok', state },
	{ check: 'identifies', level: 'problem', state: { ...state, identifiesLeft: 0 } },
	{ check: 'clock', level: 'ok', aheadMs: 12 },
	{ check: 'clock', level: 'warning', aheadMs: -45_000 },
	{ check: 'clock', level: 'problem', aheadMs: 3_600_000 },
	{ check: 'commands', level: 'ok', changes: { added: [], changed: [], removed: [] } },
	{
		check: 'commands',
		level: 'problem',
		changes: { added: ['verify'], changed: ['item'], removed: ['old'] },
	},
	{ check: 'membership', level: 'problem', guildId: undefined },
	{ check: 'membership', level: 'problem', guildId: guild.id },
	{ check: 'other-servers', level: 'ok', isPublic: true, guilds: [] },
	{ check: 'other-servers', level: 'warning', isPublic: true, guilds: [{ id: guild.id, name: role.name }] },
	{ check: 'other-servers', level: 'warning', isPublic: false, guilds: Array(12).fill(guild) },
	...(['good', 'refused', 'sells-nothing', 'unreachable'] as const).map((key): Finding => {
		return { check: 'marketplace-key', level: key === 'good' ? 'ok' : 'problem', state: key };
	}),
	{ check: 'store', level: 'ok' },
	{ check: 'store', level: 'problem' },
	{ check: 'refund-checks', level: 'warning', neededADay: 30_000, possibleADay: 21_600, overdue: 9_000 },
	...(['gateway', 'commands', 'guilds', 'guild', 'marketplace-key'] as const).map((what): Finding => {
		return { check: 'unchecked', level: 'warning', what };
	}),
	...guildFindings.map((finding) => ({ ...finding, guild })),
];
