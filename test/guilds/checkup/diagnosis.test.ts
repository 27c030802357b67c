import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import { diagnose, worstOf } from '../../../src/guilds/checkup/diagnosis.js';
import type {
	BackupProbes,
	DiscordProbes,
	GatewayState,
	Probes,
	StoredCounts,
	StoreProbes,
} from '../../../src/guilds/checkup/findings.js';
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

	it('does not blame the token where Discord does not answer', async () => {
		expect(await troubles({ identity: fail })).toMatchObject([
			{ level: 'problem', says: 'finding.token.silent', values: { reason: { foreign: expect.any(String) } } },
		]);
	});

	it('names staff roles that members choose for themselves, and asks for that only where there are some', async () => {
		const role = { id: ids.legend, name: 'High' };
		const settings = sampleSettings({ auditChannelId: ids.audit, staffRoleIds: [ids.legend] });
		const onboardingRoles = async () => new Set([ids.legend, ids.buyer]);
		const found = await troubles({ settingsOf: async () => settings, onboardingRoles });
		expect(found).toMatchObject([{ check: 'staff-role', level: 'problem', role }]);
		expect(await troubles({ onboardingRoles: fail })).toEqual([]);
	});

	it('says so if Discord does not return the command visibility, and still reports the rest', async () => {
		expect(await troubles({ visibility: fail })).toMatchObject([
			{ level: 'warning', says: 'finding.unchecked.commands' },
		]);
	});

	it.each([
		[7_999, {}, []],
		[
			8_000,
			{},
			[{ says: 'finding.intents.many', level: 'warning', values: { count: 8_000, limit: 10_000 } }],
		],
		[8_000, { isApproved: true }, []],
		[8_000, { wantsMembersIntent: false }, []],
	])(
		'warns of %i members while Discord hasn’t approved the members intent: %o',
		async (count, changes, found) => {
			const { wantsMembersIntent = true, isApproved = false } = { ...changes } as Record<string, boolean>;
			const known = { kind: 'known', name: 'Claimcheck', hasMembersIntent: true, isApproved } as const;
			const memberCount = async () => count;
			expect(await troubles({ wantsMembersIntent, identity: async () => known, memberCount })).toMatchObject(
				found,
			);
		},
	);

	it.each([
		[49, 'warning'],
		[0, 'problem'],
	])('minds that only %i connections are left for today', async (identifiesLeft, level) => {
		const state = { ...gateway, identifiesLeft };
		expect(await troubles({ gateway: async () => state })).toMatchObject([
			{ check: 'identifies', level, values: { left: identifiesLeft, hours: 1 } },
		]);
	});

	it.each([
		[29_000, undefined],
		[-45_000, 'warning'],
		[45_000, 'warning'],
		[-3_600_000, 'problem'],
	])('holds a clock that is %i ms ahead against Discord’s', async (clockAheadMs, level) => {
		const found = await troubles({ gateway: async () => ({ ...gateway, clockAheadMs }) });
		const says = clockAheadMs > 0 ? 'finding.clock.ahead' : 'finding.clock.behind';
		const values = { seconds: Math.abs(clockAheadMs) / 1000 };
		expect(found).toMatchObject(level === undefined ? [] : [{ check: 'clock', level, says, values }]);
	});

	it('distinguishes missing or outdated commands from leftovers', async () => {
		const none = { added: [], changed: [], removed: [] };
		const levelFor = async (changes: object) =>
			(await troubles({ commands: async () => ({ ...none, ...changes }) })).map(({ level }) => level);
		expect(await levelFor({ added: ['verify'] })).toEqual(['problem']);
		expect(await levelFor({ changed: ['item'], removed: ['old'] })).toEqual(['problem']);
		expect(await levelFor({ removed: ['old'] })).toEqual(['warning']);
	});

	it('looks at every server and says which one a fault is in', async () => {
		const second = { ...fakeGuild({ canManageRoles: false }), id: '100000000000000002', name: 'Second' };
		const found = await troubles({
			guildIds: [ids.guild, second.id],
			guild: async (id) => (id === second.id ? second : fakeGuild()),
		});
		expect(found).toMatchObject([
			{ check: 'manage-roles', level: 'problem', guild: { id: second.id, name: 'Second' } },
		]);
	});

	it('minds a bot that is in no server, or not in the one that it is to serve', async () => {
		expect(await troubles({ guildIds: [] })).toMatchObject([
			{ level: 'problem', says: 'finding.membership.anyServer' },
		]);
		expect(await troubles({ guild: async () => undefined })).toMatchObject([
			{ level: 'problem', says: 'finding.membership.server', values: { id: ids.guild } },
		]);
	});

	it.each(['refused', 'sells-nothing', 'other-account', 'unreachable'] as const)(
		'warns of a key that can verify no code: %s',
		async (state) => {
			expect(await troubles({ marketplaceKey: async () => ({ state }) })).toMatchObject([
				{ level: 'problem', says: `finding.key.${state}.says` },
			]);
		},
	);

	it('minds a store that takes no writes', async () => {
		const full = new StoreUnavailableError('', {
			cause: Object.assign(new Error(), { code: 'SQLITE_FULL' }),
		});
		const store = { ping: () => Promise.reject(full) };
		const states = { of: () => ({ status: 'down', since: 5, reason: 'SQLITE_FULL' }) as const };
		expect(await troubles({ store, states })).toMatchObject([
			{ check: 'store', level: 'problem', values: { reason: { foreign: 'SQLITE_FULL', since: 5 } } },
		]);
	});

	it('minds checks for refunds that cannot keep up, and not those of a bot that was away for an afternoon', async () => {
		const load = { neededADay: 22_000, possibleADay: 21_600, overdue: 0 };
		const found = { check: 'refund-checks', level: 'warning' } as const;
		const values = { needed: 22_000, possible: 21_600, overdue: 0 };
		expect(await troubles({ refundChecks: async () => load })).toMatchObject([{ ...found, values }]);
		const behind = { neededADay: 10_000, possibleADay: 21_600, overdue: 30_000 };
		expect(await troubles({ refundChecks: async () => behind })).toMatchObject([found]);
		for (const refundChecks of [async () => undefined, async () => ({ ...behind, overdue: 9_000 }), fail]) {
			expect(await troubles({ refundChecks })).toEqual([]);
		}
	});

	it.each([
		[undefined, undefined],
		[now - 2 * dayMs, 'fine'],
		[now - 9 * dayMs, 9],
		// The clock was wrong then.
		[now + dayMs, 'fine'],
	])('minds a database that was backed up at %s', async (at, days) => {
		const store = { get: async () => (at === undefined ? undefined : { v: 1, at }) };
		const found = await troubles({ store });
		const says = days === undefined ? 'finding.backup.none' : 'finding.backup.old';
		expect(found).toMatchObject(days === 'fine' ? [] : [{ says, level: 'warning' }]);
		expect(await troubles({ store, backups: 'none' })).toEqual([]);
		expect(await troubles({ store: { get: fail } })).toEqual([]);
	});

	it.each(['other-secret', 'newer-format', 'older-format', 'damaged', 'foreign'] as const)(
		'minds a last backup that is of no use: %s',
		async (newest) => {
			const finding = { check: 'backup', level: 'warning' };
			expect(await troubles({ backups: { newest: async () => newest } })).toMatchObject([finding]);
		},
	);

	it('minds one that it can’t open, and none that is stored elsewhere', async () => {
		const finding = { level: 'warning', says: 'finding.backup.damaged' };
		expect(await troubles({ backups: { newest: fail } })).toMatchObject([finding]);
		expect(await troubles({ backups: { newest: async () => undefined } })).toEqual([]);
	});

	it('minds a secret on the disk of all backups, and nothing where the disk can’t be asked', async () => {
		const finding = { check: 'backup-disk', level: 'warning' };
		expect(await troubles({ backups: { shareDiskWithSecret: async () => true } })).toMatchObject([finding]);
		expect(await troubles({ backups: { shareDiskWithSecret: fail } })).toEqual([]);
	});

	it('minds members who wait for roles, and days on which most codes don’t work', async () => {
		const guild = { id: ids.guild, name: 'Aurora Support' };
		const waiting = { check: 'waiting', level: 'warning', values: { count: 4 }, guild };
		expect(await troubles({ waiting: async () => 4 })).toMatchObject([waiting]);
		const today = { verified: 9, refused: 10 };
		const refusals = { check: 'refusals', level: 'warning', values: today, guild };
		expect(await troubles({ today: async () => today })).toMatchObject([refusals]);
		expect(await troubles({ today: async () => ({ verified: 0, refused: 9 }) })).toEqual([]);
		expect(await troubles({ waiting: fail, today: fail, panels: fail })).toEqual([]);
	});

	it('warns of a bot that anyone can add to a server, unless it is meant to be added', async () => {
		expect(await troubles({ isPublic: async () => true })).toMatchObject([
			{ check: 'public-bot', level: 'warning' },
		]);
	});

	it('goes on where one thing cannot be looked at, and says so', async () => {
		const found = await troubles({ gateway: fail, commands: fail, settingsOf: fail, marketplaceKey: fail });
		expect(found.map(({ says }) => says)).toEqual(
			['gateway', 'commands', 'guild', 'marketplace-key'].map((what) => `finding.unchecked.${what}`),
		);
	});
});
