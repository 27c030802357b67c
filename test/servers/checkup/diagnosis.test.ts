import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import { diagnose, worstOf } from '../../../src/servers/checkup/diagnosis.js';
import type {
	BackupProbes,
	DiscordProbes,
	GatewayState,
	Probes,
	StoredCounts,
	StoreProbes,
} from '../../../src/servers/checkup/findings.js';
import { fakeGuild, ids, sampleSettings } from './fake-guild.js';

const gateway: GatewayState = {
	identifiesLeft: 990,
	identifiesADay: 1000,
	resetAfterMs: 1,
	clockAheadMs: -800,
};

const now = Date.UTC(2026, 0, 10);
const dayMs = 86_400_000;

interface Changes extends Partial<DiscordProbes>, Partial<StoredCounts> {
	readonly wantsMembersIntent?: boolean;
	readonly settingsOf?: Probes['settings']['get'];
	readonly panels?: StoreProbes['panels'];
	readonly store?: Partial<StoreProbes['store']>;
	readonly backups?: Partial<BackupProbes> | 'none';
	readonly marketplaceKey?: Probes['key'];
	readonly states?: Probes['states'];
}

/** A bot with which nothing is wrong. */
function probes(changes: Changes = {}): Probes {
	return {
		discord: {
			identity: async () => ({ kind: 'known', name: 'Claimcheck', hasMembersIntent: false }),
			gateway: async () => gateway,
			commands: async () => ({ added: [], changed: [], removed: [] }),
			guildIds: [ids.guild],
			otherGuilds: async () => ({ guilds: [] }),
			memberCount: async () => 0,
			isPublic: async () => false,
			guild: async () => fakeGuild(),
			visibility: async () => ({ commands: [], choices: [] }),
			onboardingRoles: async () => new Set(),
			...changes,
		},
		wantsMembersIntent: changes.wantsMembersIntent ?? false,
		settings: { get: changes.settingsOf ?? (async () => sampleSettings({ auditChannelId: ids.audit })) },
		stored: {
			store: {
				get: async (key) => (key === 'meta:backup' ? { v: 1, at: now - dayMs } : undefined),
				async *list() {},
				transact: () => expect.unreachable(),
				ping: async () => {},
				...changes.store,
			},
			panels: changes.panels ?? (async () => [{ channelId: ids.lobby, messageId: '600000000000000001' }]),
			counts: {
				waiting: async () => 0,
				today: async () => ({ verified: 4, refused: 9 }),
				refundChecks: async () => ({ neededADay: 21_600, possibleADay: 21_600, overdue: 3 }),
				...changes,
			},
			backups:
				changes.backups === 'none'
					? undefined
					: { newest: async () => 'good', shareDiskWithSecret: async () => false, ...changes.backups },
		},
		key: changes.marketplaceKey ?? (async () => ({ state: 'good' })),
		states: changes.states,
		clock: { now: () => now },
		version: '0.1.0',
	};
}

const troubles = async (changes: Changes) =>
	(await diagnose(probes(changes))).filter(({ level }) => level !== 'ok');

async function fail(): Promise<never> {
	throw new Error('no answer');
}

describe('the diagnosis', () => {
	it('finds nothing in a bot that is all right, and says what it looked at', async () => {
		const findings = await diagnose(probes());
		expect(worstOf(findings)).toBe('ok');
		expect(findings.map(({ check }) => check)).toEqual([
			'token',
			'intents',
			'identifies',
			'clock',
			'commands',
			'manage-roles',
			'buyer-role',
			'roles-harmless',
			'roles-assignable',
			'audit-channel',
			'panel',
			'waiting',
			'refusals',
			'other-servers',
			'public-bot',
			'marketplace-key',
			'store',
			'backup',
			'version',
		]);
	});

	it('asks nothing more of Discord with a token that is refused, and still looks at the rest', async () => {
		const found = await diagnose(
			probes({
				identity: async () => ({ kind: 'refused' }),
				gateway: fail,
				commands: fail,
			}),
		);
		expect(found.map(({ check, level }) => [check, level])).toEqual([
			['token', 'problem'],
			['marketplace-key', 'ok'],
			['store', 'ok'],
			['backup', 'ok'],
			['version', 'ok'],
		]);
	});

	const guild = { id: ids.guild, name: 'Aurora Support' };
	const commands = async (changes: object) => ({ added: [], changed: [], removed: [], ...changes });
	const onboardingRoles = async () => new Set([ids.legend, ids.buyer]);
	const withStaff = sampleSettings({ auditChannelId: ids.audit, staffRoleIds: [ids.legend] });
	const second = { ...fakeGuild({ canManageRoles: false }), id: '100000000000000002', name: 'Second' };
	const full = new StoreUnavailableError('', { cause: Object.assign(new Error(), { code: 'SQLITE_FULL' }) });
	const down = { status: 'down', since: 5, reason: 'SQLITE_FULL' } as const;
	const left = (identifiesLeft: number) => ({ gateway: async () => ({ ...gateway, identifiesLeft }) });
	const ahead = (clockAheadMs: number) => ({ gateway: async () => ({ ...gateway, clockAheadMs }) });
	const members = (count: number, isApproved = false): Changes => ({
		wantsMembersIntent: true,
		memberCount: async () => count,
		identity: async () => ({ kind: 'known', name: 'Claimcheck', hasMembersIntent: true, isApproved }),
	});
	const load = { neededADay: 22_000, possibleADay: 21_600, overdue: 0 };
	const late = { neededADay: 10_000, possibleADay: 21_600, overdue: 30_000 };
	const backedUpAt = (at: number | undefined) => ({
		store: { get: async () => (at === undefined ? undefined : { v: 1, at }) },
	});

	it.each<[what: string, changes: Changes, finding: object]>([
		[
			'a Discord that doesn’t answer, and not the token',
			{ identity: fail },
			{ level: 'problem', says: 'finding.token.silent', values: { reason: { foreign: expect.any(String) } } },
		],
		[
			'staff roles that members choose for themselves',
			{ settingsOf: async () => withStaff, onboardingRoles },
			{ check: 'staff-role', level: 'problem', role: { id: ids.legend, name: 'High' } },
		],
		[
			'command visibility that Discord doesn’t return',
			{ visibility: fail },
			{ level: 'warning', says: 'finding.unchecked.commands' },
		],
		[
			'8,000 members while Discord hasn’t approved the members intent',
			members(8_000),
			{ says: 'finding.intents.many', level: 'warning', values: { count: 8_000, limit: 10_000 } },
		],
		[
			'49 connections that are left',
			left(49),
			{ check: 'identifies', level: 'warning', values: { left: 49, hours: 1 } },
		],
		['no connection that is left', left(0), { check: 'identifies', level: 'problem' }],
		[
			'a clock that is behind Discord’s',
			ahead(-45_000),
			{ check: 'clock', level: 'warning', says: 'finding.clock.behind', values: { seconds: 45 } },
		],
		['a clock that is ahead of Discord’s', ahead(45_000), { level: 'warning', says: 'finding.clock.ahead' }],
		['a clock that is an hour off', ahead(-3_600_000), { check: 'clock', level: 'problem' }],
		['missing commands', { commands: () => commands({ added: ['verify'] }) }, { level: 'problem' }],
		[
			'outdated commands',
			{ commands: () => commands({ changed: ['item'], removed: ['old'] }) },
			{ level: 'problem' },
		],
		['leftover commands', { commands: () => commands({ removed: ['old'] }) }, { level: 'warning' }],
		[
			'a fault in one of several servers',
			{ guildIds: [ids.guild, second.id], guild: async (id) => (id === second.id ? second : fakeGuild()) },
			{ check: 'manage-roles', level: 'problem', guild: { id: second.id, name: 'Second' } },
		],
		[
			'a bot that is in no server',
			{ guildIds: [] },
			{ level: 'problem', says: 'finding.membership.anyServer' },
		],
		[
			'a bot that is not in the server that it is to serve',
			{ guild: async () => undefined },
			{ level: 'problem', says: 'finding.membership.server', values: { id: ids.guild } },
		],
		...(['refused', 'sells-nothing', 'other-account', 'unreachable'] as const).map(
			(state): [string, Changes, object] => [
				`a key that can verify no code: ${state}`,
				{ marketplaceKey: async () => ({ state }) },
				{ level: 'problem', says: `finding.key.${state}.says` },
			],
		),
		[
			'a store that takes no writes',
			{ store: { ping: () => Promise.reject(full) }, states: { of: () => down } },
			{ check: 'store', level: 'problem', values: { reason: { foreign: 'SQLITE_FULL', since: 5 } } },
		],
		[
			'checks for refunds that cannot keep up',
			{ refundChecks: async () => load },
			{
				check: 'refund-checks',
				level: 'warning',
				values: { needed: 22_000, possible: 21_600, overdue: 0 },
			},
		],
		[
			'checks for refunds that are late',
			{ refundChecks: async () => late },
			{ check: 'refund-checks', level: 'warning' },
		],
		['a database without a backup', backedUpAt(undefined), { says: 'finding.backup.none', level: 'warning' }],
		[
			'a backup of nine days ago',
			backedUpAt(now - 9 * dayMs),
			{ says: 'finding.backup.old', level: 'warning' },
		],
		...(['other-secret', 'newer-format', 'older-format', 'damaged', 'foreign'] as const).map(
			(newest): [string, Changes, object] => [
				`a last backup that is of no use: ${newest}`,
				{ backups: { newest: async () => newest } },
				{ check: 'backup', level: 'warning' },
			],
		),
		['a backup that it can’t open', { backups: { newest: fail } }, { says: 'finding.backup.damaged' }],
		[
			'a secret on the disk of all backups',
			{ backups: { shareDiskWithSecret: async () => true } },
			{ check: 'backup-disk', level: 'warning' },
		],
		[
			'members who wait for roles',
			{ waiting: async () => 4 },
			{ check: 'waiting', level: 'warning', values: { count: 4 }, guild },
		],
		[
			'a day on which most codes don’t work',
			{ today: async () => ({ verified: 9, refused: 10 }) },
			{ check: 'refusals', level: 'warning', values: { verified: 9, refused: 10 }, guild },
		],
		[
			'a bot that anyone can add to a server',
			{ isPublic: async () => true },
			{ check: 'public-bot', level: 'warning' },
		],
	])('minds %s', async (_, changes, finding) => {
		expect(await troubles(changes)).toMatchObject([finding]);
	});

	it.each<[what: string, changes: Changes]>([
		['7,999 members', members(7_999)],
		['8,000 members that Discord has approved', members(8_000, true)],
		['8,000 members without a wish for their intent', { ...members(8_000), wantsMembersIntent: false }],
		['roles that members choose for themselves and that are no staff', { onboardingRoles: fail }],
		['a clock that is half a minute off', ahead(29_000)],
		['unknown checks for refunds', { refundChecks: async () => undefined }],
		['checks for refunds that cannot be counted', { refundChecks: fail }],
		[
			'checks of a bot that was away for an afternoon',
			{ refundChecks: async () => ({ ...late, overdue: 9_000 }) },
		],
		['a backup of two days ago', backedUpAt(now - 2 * dayMs)],
		['a backup by a clock that was wrong then', backedUpAt(now + dayMs)],
		['a store that is backed up elsewhere', { ...backedUpAt(undefined), backups: 'none' }],
		['an unknown time of the last backup', { store: { get: fail } }],
		['backups that are stored elsewhere', { backups: { newest: async () => undefined } }],
		['a disk that can’t be asked', { backups: { shareDiskWithSecret: fail } }],
		['nine wrong codes', { today: async () => ({ verified: 0, refused: 9 }) }],
		['counts that fail', { waiting: fail, today: fail, panels: fail }],
	])('does not mind %s', async (_, changes) => {
		expect(await troubles(changes)).toEqual([]);
	});

	it('goes on where one thing cannot be looked at, and says so', async () => {
		const found = await troubles({ gateway: fail, commands: fail, settingsOf: fail, marketplaceKey: fail });
		expect(found.map(({ says }) => says)).toEqual(
			['gateway', 'commands', 'guild', 'marketplace-key'].map((what) => `finding.unchecked.${what}`),
		);
	});
});
