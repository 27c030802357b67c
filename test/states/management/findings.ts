import type { Finding, GuildNews } from '../../../src/guilds/checkup/findings.js';
import type { GuildFinding } from '../../../src/guilds/guild-finding.js';
import type { Foreign } from '../foreign.js';
import { many } from '../sample.js';

const news: readonly GuildNews[] = [
	{ check: 'waiting', level: 'ok', count: 0 },
	{ check: 'waiting', level: 'warning', count: 4 },
	{ check: 'refusals', level: 'ok', verified: 3, refused: 1 },
	{ check: 'refusals', level: 'warning', verified: 3, refused: 1_000 },
];

const state = { identifiesLeft: 990, identifiesADay: 1000, resetAfterMs: 3_600_001, clockAheadMs: 0 };

/** One of every finding that there can be. */
export function everyFinding(foreign: Foreign): readonly Finding[] {
	const role = { id: '300000000000000001', name: foreign.text('Buyer') };
	const channel = { id: '400000000000000001', name: foreign.text('audit') };
	const guild = { id: '100000000000000001', name: foreign.text('Aurora Support') };
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
		{ check: 'roles-assignable', level: 'problem', role, fault: 'above-bot', isPowerful: true },
		{ check: 'roles-harmless', level: 'ok' },
		{
			check: 'roles-harmless',
			level: 'problem',
			role,
			powers: ['Administrator', 'ManageGuild', 'ModerateMembers'],
		},
		{ check: 'staff-role', level: 'problem', role },
		{ check: 'staff-commands', level: 'warning', role, commands: ['/whois', 'Purchases'] },
		{ check: 'hidden-commands', level: 'warning', role, commands: ['/verify'] },
		{ check: 'panel', level: 'ok', channel },
		{ check: 'panel', level: 'warning', fault: 'none' },
		{ check: 'panel', level: 'warning', fault: 'audit-channel', channel },
		{ check: 'links', level: 'warning', what: 'help', fault: 'audit-channel', channel },
		{
			check: 'panel',
			level: 'warning',
			fault: 'hidden',
			channel,
			lacking: ['ViewChannel', 'ReadMessageHistory'],
		},
		...(['support', 'help'] as const).flatMap((what) =>
			(['missing', 'hidden'] as const).map((fault): GuildFinding => {
				return { check: 'links', level: 'warning', what, fault, channel };
			}),
		),
		...(['audit', 'panel', 'support', 'help', 'updates'] as const).map((what): GuildFinding => {
			const unseen = { ...channel, name: '' };
			const lacking = ['ViewChannel', 'SendMessages'] as const;
			return { check: 'links', level: 'warning', what, fault: 'unseen', channel: unseen, lacking };
		}),
		{ check: 'panel', level: 'warning', what: 'panel', fault: 'age-restricted', channel },
		{ check: 'updates', level: 'problem', fault: 'missing', channel, lacking: [] },
		{ check: 'updates', level: 'problem', fault: 'not-allowed', channel, lacking: ['SendMessages'] },
		{ check: 'updates', level: 'warning', fault: 'silent', role },
		{ check: 'updates', level: 'warning', fault: 'silent', role: { id: role.id, name: undefined } },
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
	return [
		{ check: 'token', level: 'ok', botName: foreign.text('Claimcheck') },
		{ check: 'token', level: 'problem', fault: 'refused' },
		{ check: 'token', level: 'problem', fault: 'unreachable' },
		{ check: 'intents', level: 'ok' },
		{ check: 'intents', level: 'problem' },
		{ check: 'intents', level: 'warning', members: 8_000, limit: 10_000 },
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
		{ check: 'other-servers', level: 'ok', guilds: [] },
		{
			check: 'other-servers',
			level: 'warning',
			guilds: [{ id: guild.id, name: foreign.text('Aurora Support') }],
		},
		{
			check: 'other-servers',
			level: 'warning',
			guilds: many(12, (at) => ({ id: `${at}`, name: foreign.text('Aurora Support') })),
		},
		...(['good', 'refused', 'sells-nothing', 'other-account', 'unreachable'] as const).map((key): Finding => {
			return { check: 'marketplace-key', level: key === 'good' ? 'ok' : 'problem', state: key };
		}),
		{ check: 'store', level: 'ok' },
		{ check: 'store', level: 'problem' },
		{ check: 'store', level: 'problem', reason: 'SQLITE_FULL', since: 1_700_000_000_000 },
		{ check: 'public-bot', level: 'ok' },
		{ check: 'public-bot', level: 'warning' },
		{ check: 'backup', level: 'ok', days: 0 },
		{ check: 'backup', level: 'ok', days: 0, newest: 'good' },
		...(['other-secret', 'newer-format', 'older-format', 'damaged'] as const).map((newest): Finding => {
			return { check: 'backup', level: 'warning', days: 0, newest };
		}),
		{ check: 'backup-disk', level: 'warning' },
		{ check: 'backup', level: 'warning', days: undefined },
		{ check: 'backup', level: 'warning', days: 9 },
		{ check: 'version', level: 'ok', version: '0.1.0' },
		{ check: 'refund-checks', level: 'warning', neededADay: 30_000, possibleADay: 21_600, overdue: 9_000 },
		...(['gateway', 'commands', 'guilds', 'guild', 'marketplace-key'] as const).map((what): Finding => {
			return { check: 'unchecked', level: 'warning', what };
		}),
		...[...guildFindings, ...news].map((finding) => ({ ...finding, guild })),
	];
}
