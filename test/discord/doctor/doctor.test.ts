import { tmpdir } from 'node:os';
import type { FaultEffect, LocalDiscord } from '@claimcheck/local-discord';
import { GatewayIntentBits, PermissionFlagsBits, REST, Routes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commandPayloads } from '../../../commands/registry.js';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import { diagnose, worstOf } from '../../../src/discord/doctor/doctor.js';
import type { ExaminedBot } from '../../../src/discord/doctor/guild-checks.js';
import type { DependencyStates } from '../../../src/operate/dependency-states.js';
import { GuildSettingsStore } from '../../../src/servers/guild-settings.js';
import { ServedGuilds } from '../../../src/servers/served-guilds.js';
import { memoryStore } from '../../../src/storage/memory-store.js';
import { put } from '../../storage/put.js';
import { floor } from '../../world/floor.js';

const now = Date.now();
const dayMs = 86_400_000;

const defaults = { MEMBERS_INTENT: false, RECHECK_DAYS: 30, BACKUPS: true };

/** A bot in a server, with nothing wrong. */
class Bot {
	readonly discord: LocalDiscord;
	readonly guild;
	readonly buyer;
	readonly staff;
	readonly rest: REST;
	readonly store = memoryStore(new Map());
	examined: ExaminedBot;

	constructor(discord: LocalDiscord) {
		this.discord = discord;
		discord.isPublic = false;
		this.guild = discord.createGuild({ name: 'Aurora Support' });
		this.buyer = this.guild.addRole({ name: 'Buyer' });
		this.staff = this.guild.addRole({ name: 'Crew' });
		this.rest = new REST({ api: discord.apiUrl, retries: 0 }).setToken(discord.token);
		const guilds = new GuildSettingsStore(this.store, {}, new ServedGuilds([this.guild.id]));
		const DATABASE_URL = `sqlite://${tmpdir()}/claimcheck-without-backups/claims.sqlite`;
		this.examined = {
			rest: this.rest,
			settings: { ...defaults, DATABASE_URL, CLAIM_SECRET: 'a secret' },
			guildIds: [this.guild.id],
			guilds,
			commands: commandPayloads,
			store: this.store,
			key: async () => ({ state: 'good' }),
			states: undefined,
			clock: { now: () => now },
			machineClock: { now: () => now },
		};
	}

	static async setUp(options: Parameters<typeof startDiscord>[0] = {}): Promise<Bot> {
		const clock = { now: () => now, after: () => () => {} };
		const bot = new Bot(await startDiscord({ clock, ...options }));
		const { id } = bot.guild;
		const panel = bot.guild.addChannel({ name: 'verify' }).id;
		const posted = (await bot.rest.post(Routes.channelMessages(panel), { body: { content: 'Hello' } })) as {
			id: string;
		};
		await bot.set({});
		const post = { state: 'sent', guildId: id, channelId: panel, messageId: posted.id };
		await put(bot.store, `panel:${id}:${panel}`, { v: 1, content: {}, post });
		await backedUp(1)(bot);
		await bot.register(commandPayloads);
		return bot;
	}

	async set(changes: object, overwrites: Parameters<Bot['guild']['setOverwrites']>[1] = []): Promise<void> {
		const { id: auditChannelId } = this.guild.addChannel({ name: 'audit', overwrites });
		const rules = { itemRoles: {}, categoryRoles: {}, licenceRoles: {} };
		const chosen = { v: 1, buyerRoleId: this.buyer.id, auditChannelId, ...rules };
		await put(this.store, `settings:${this.guild.id}`, { ...chosen, ...changes });
	}

	async register(body: object, guildId = this.guild.id): Promise<{ id: string; name: string }[]> {
		const route = Routes.applicationGuildCommands(this.discord.applicationId, guildId);
		return (await this.rest.put(route, { body })) as { id: string; name: string }[];
	}

	answer(route: Parameters<LocalDiscord['faults']['add']>[0], body: object): void {
		this.discord.faults.add(route, { kind: 'answer', status: 200, body });
	}

	async load(neededADay: number, overdue = 0): Promise<void> {
		const load = { v: 1, purchases: 1, due: 0, neededADay, possibleADay: 21_600, overdue };
		await put(this.store, 'recheck:load', load);
	}

	examine(changes: Partial<ExaminedBot> = {}) {
		this.examined = { ...this.examined, ...changes };
	}

	async troubles() {
		return (await diagnose(this.examined)).filter(({ level }) => level !== 'ok');
	}
}

const broken: FaultEffect = { kind: 'answer', status: 500, body: {} };
const fail = async (): Promise<never> => {
	throw new Error('no answer');
};
const full = new StoreUnavailableError('', { cause: Object.assign(new Error(), { code: 'SQLITE_FULL' }) });
const down = { status: 'down', since: 5, reason: 'SQLITE_FULL' } as const;
const failing = (route: Parameters<LocalDiscord['faults']['add']>[0]) => (bot: Bot) =>
	bot.discord.faults.add(route, broken);
const unchecked = (what: string) => ({ level: 'warning', says: `finding.unchecked.${what}` });
const backedUp = (daysAgo: number) => (bot: Bot) =>
	put(bot.store, 'meta:backup', { v: 1, at: now - daysAgo * dayMs });
const settingsOf = (changes: object) => ({ settings: changes as ExaminedBot['settings'] });
const backedUpElsewhere = (setting: Partial<ExaminedBot['settings']>) => async (bot: Bot) => {
	bot.examine(settingsOf({ ...bot.examined.settings, ...setting }));
	await bot.store.transact(async (tx) => tx.remove('meta:backup'));
};

/** Requests the members intent, for a bot with this many members by Discord's count. */
function members(count: number): (bot: Bot) => void {
	return (bot) => {
		bot.examine(settingsOf({ ...bot.examined.settings, MEMBERS_INTENT: true }));
		bot.answer('GET /users/@me/guilds', [
			{ id: bot.guild.id, name: 'Aurora Support', approximate_member_count: count },
		]);
	};
}

const left = (remaining: number) => (bot: Bot) =>
	bot.answer('GET /gateway/bot', {
		session_start_limit: { remaining, total: 1_000, reset_after: 1, max_concurrency: 1 },
	});
const ahead = (ms: number) => (bot: Bot) => bot.examine({ machineClock: { now: () => now + ms } });

describe('the doctor', () => {
	it('finds nothing wrong with a healthy bot, and says what it checked', async () => {
		const findings = await diagnose((await Bot.setUp()).examined);
		expect(worstOf(findings)).toBe('ok');
		expect(findings.map(({ check }) => check)).toEqual([
			...['token', 'intents', 'identifies', 'clock', 'commands', 'manage-roles', 'buyer-role'],
			...['roles-harmless', 'roles-assignable', 'audit-channel', 'panel', 'waiting'],
			...['other-servers', 'public-bot', 'marketplace-key', 'store', 'backup', 'version'],
		]);
	});

	it('asks Discord nothing more if the token is refused, but still checks the rest', async () => {
		const bot = await Bot.setUp();
		bot.examine({ rest: new REST({ api: bot.discord.apiUrl, retries: 0 }).setToken('another-token') });
		bot.discord.calls.clear();
		expect((await diagnose(bot.examined)).map(({ check, level }) => [check, level])).toEqual([
			['token', 'problem'],
			['marketplace-key', 'ok'],
			['store', 'ok'],
			['backup', 'ok'],
			['version', 'ok'],
		]);
		expect(bot.discord.calls.list()).toHaveLength(1);
	});

	it.each<[what: string, change: (bot: Bot) => unknown, finding: object]>([
		[
			'a Discord that doesn’t answer, and not the token',
			failing('GET /applications/@me'),
			{ level: 'problem', says: 'finding.token.silent', values: { reason: { foreign: expect.any(String) } } },
		],
		[
			'8,000 members while Discord hasn’t approved the members intent',
			members(8_000),
			{ says: 'finding.intents.many', level: 'warning', values: { count: 8_000, limit: 10_000 } },
		],
		['49 connections left', left(49), { check: 'identifies', level: 'warning', values: { left: 49 } }],
		['no connection left', left(0), { check: 'identifies', level: 'problem' }],
		[
			'a clock that is behind Discord’s',
			ahead(-45_000),
			{ level: 'warning', says: 'finding.clock.behind', values: { seconds: expect.any(Number) } },
		],
		['a clock that is ahead of Discord’s', ahead(45_000), { level: 'warning', says: 'finding.clock.ahead' }],
		['a clock that is ten minutes off', ahead(-600_000), { check: 'clock', level: 'problem' }],
		['missing commands', (bot) => bot.register([]), { check: 'commands', level: 'problem' }],
		[
			'leftover commands',
			(bot) => bot.register([...commandPayloads, { name: 'old', description: 'Old' }]),
			{ check: 'commands', level: 'warning', values: { removed: { list: ['/old'] } } },
		],
		[
			'a fault in the server',
			(bot) => bot.guild.setRolePermissions(bot.guild.botRole.id, PermissionFlagsBits.ViewChannel),
			{ check: 'manage-roles', level: 'problem', guild: { name: 'Aurora Support' } },
		],
		[
			'an audit channel that takes no pictures, if members may send them',
			async (bot) => {
				const deny = PermissionFlagsBits.AttachFiles;
				await bot.set({ pictures: true }, [{ id: bot.guild.botId, type: 1, allow: 0n, deny }]);
			},
			{ check: 'audit-channel', level: 'warning', fault: 'audit-no-files' },
		],
		[
			'staff roles that members choose for themselves',
			async (bot) => {
				bot.guild.setRolePermissions(bot.staff.id, PermissionFlagsBits.ManageRoles);
				await bot.set({ staffRoleIds: [bot.staff.id] });
				bot.guild.onboardingRoleIds = [bot.staff.id];
			},
			{ check: 'staff-role', level: 'problem', role: { name: 'Crew' } },
		],
		[
			'command visibility that Discord doesn’t return',
			failing('GET /applications/{application_id}/guilds/{guild_id}/commands/permissions'),
			unchecked('commands'),
		],
		['a server that can’t be looked at', failing('GET /guilds/{guild_id}'), unchecked('guild')],
		['a gateway that can’t be asked', failing('GET /gateway/bot'), unchecked('gateway')],
		[
			'a bot that is in no server',
			(bot) => {
				bot.discord.removeBot(bot.guild.id);
				bot.examine({ guildIds: [] });
			},
			{ level: 'problem', says: 'finding.membership.anyServer' },
		],
		[
			'a server for which it isn’t set up',
			(bot) => {
				bot.discord.createGuild({ name: 'Another' });
			},
			{ check: 'other-servers', values: { count: 1, servers: { servers: [{ name: 'Another' }] } } },
		],
		[
			'a bot that anyone can add to a server',
			(bot) => {
				bot.discord.isPublic = true;
			},
			{ check: 'public-bot', level: 'warning' },
		],
		...(['refused', 'sells-nothing', 'other-account', 'unreachable'] as const).map(
			(state): [string, (bot: Bot) => unknown, object] => [
				`a key that can verify no code: ${state}`,
				(bot) => bot.examine({ key: async () => ({ state }) }),
				{ level: 'problem', says: `finding.key.${state}.says` },
			],
		),
		['a key that can’t be checked', (bot) => bot.examine({ key: fail }), unchecked('marketplace-key')],
		[
			'a store that takes no writes',
			(bot) => {
				const store = { ...bot.store, ping: () => Promise.reject(full) };
				bot.examine({ store, states: floor<DependencyStates>({ of: () => down }) });
			},
			{ check: 'store', level: 'problem', values: { reason: { foreign: 'SQLITE_FULL', since: 5 } } },
		],
		[
			'checks for refunds that cannot keep up',
			(bot) => bot.load(22_000),
			{ check: 'refund-checks', values: { needed: 22_000, possible: 21_600, overdue: 0 } },
		],
		['checks for refunds that are late', (bot) => bot.load(10_000, 30_000), { check: 'refund-checks' }],
		[
			'a database without a backup',
			(bot) => bot.store.transact(async (tx) => tx.remove('meta:backup')),
			{ says: 'finding.backup.none', level: 'warning' },
		],
		['a backup of nine days ago', backedUp(9), { says: 'finding.backup.old', level: 'warning' }],
		[
			'members who wait for roles',
			(bot) => put(bot.store, `sync:${bot.guild.id}:200000000000000001`, { v: 1, revision: 1 }),
			{ check: 'waiting', level: 'warning', values: { count: 1 }, guild: { name: 'Aurora Support' } },
		],
	])('reports %s', async (_, change, finding) => {
		const bot = await Bot.setUp({ privilegedIntents: GatewayIntentBits.GuildMembers });
		await change(bot);
		expect(await bot.troubles()).toMatchObject([finding]);
	});

	it('reports a members intent that is requested but not enabled, and a served server without the bot', async () => {
		const bot = await Bot.setUp();
		members(9)(bot);
		bot.examine({ guildIds: [bot.guild.id, '100000000000000009'] });
		expect((await bot.troubles()).map(({ says, values }) => [says, values['id']])).toContainEqual([
			'finding.membership.server',
			'100000000000000009',
		]);
		expect((await bot.troubles()).map(({ says }) => says)).toContain('finding.intents.says');
	});

	it.each<[what: string, change: (bot: Bot) => unknown]>([
		['7,999 members', members(7_999)],
		['a clock that is half a minute off', ahead(28_000)],
		['checks of a bot that was away for an afternoon', (bot) => bot.load(10_000, 9_000)],
		['a backup of two days ago', backedUp(2)],
		['a backup by a clock that was wrong then', backedUp(-1)],
		['a store that is backed up elsewhere', backedUpElsewhere({ DATABASE_URL: 'redis://127.0.0.1' })],
		['a database file whose daily backups are off', backedUpElsewhere({ BACKUPS: false })],
		[
			'counts, panels and times that can’t be read',
			(bot) => {
				const get = async (key: string) => (key.startsWith('settings:') ? await bot.store.get(key) : fail());
				const list = () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) });
				bot.examine({ store: { ...bot.store, get, list } });
			},
		],
	])('does not report %s', async (_, change) => {
		const bot = await Bot.setUp({ privilegedIntents: GatewayIntentBits.GuildMembers });
		await change(bot);
		expect(await bot.troubles()).toEqual([]);
	});
});

describe('the visibility of commands', () => {
	/** The visibility chosen per command or for all commands; `everyone` stands for the server's default. */
	async function hidden(
		choices: Record<string, Partial<Record<'everyone' | 'buyer' | 'staff', boolean>>>,
		{ isStaffChosen = false, canManageRoles = false } = {},
	): Promise<string[]> {
		const bot = await Bot.setUp();
		const { guild, discord, buyer, staff } = bot;
		if (isStaffChosen) await bot.set({ staffRoleIds: [staff.id] });
		if (canManageRoles) guild.setRolePermissions(staff.id, PermissionFlagsBits.ManageRoles);
		const roleIds = { everyone: guild.id, buyer: buyer.id, staff: staff.id };
		const registered = await bot.register(commandPayloads);
		for (const [name, roles] of Object.entries(choices)) {
			const id = registered.find((command) => command.name === name)?.id ?? discord.applicationId;
			const entries = Object.entries(roles) as ['everyone' | 'buyer' | 'staff', boolean][];
			guild.commandPermissions.set(
				id,
				entries.map(([role, isAllowed]) => ({ roleId: roleIds[role], isAllowed })),
			);
		}
		return (await bot.troubles()).map(({ check, role, values: { commands } }) => {
			if (typeof commands !== 'object' || !('list' in commands)) return check;
			return `${check} ${role?.name}: ${commands.list.join(' ')}`;
		});
	}

	it.each<[string, Parameters<typeof hidden>, string[]]>([
		['a staff role that can’t manage roles', [{}, { isStaffChosen: true }], ['staff-commands Crew: ALL']],
		[
			'a staff role that sees some of them',
			[{ whois: { staff: true } }, { isStaffChosen: true }],
			['staff-commands Crew: OTHERS'],
		],
		[
			'an allowance for the whole bot, which leaves each command its default',
			[{ all: { staff: true } }, { isStaffChosen: true }],
			['staff-commands Crew: ALL'],
		],
		['a staff role with Manage Roles', [{}, { isStaffChosen: true, canManageRoles: true }], []],
		[
			'a staff role with Manage Roles, from which one is hidden',
			[{ whois: { everyone: false } }, { isStaffChosen: true, canManageRoles: true }],
			['staff-commands Crew: /whois'],
		],
		[
			'a staff role that gets back what is hidden from all',
			[{ whois: { everyone: false, staff: true } }, { isStaffChosen: true, canManageRoles: true }],
			[],
		],
		['a command hidden from all', [{ verify: { everyone: false } }], ['hidden-commands @everyone: /verify']],
		[
			'all but one hidden from all, which are reported once',
			[{ all: { everyone: false }, purchases: { everyone: true } }],
			['hidden-commands @everyone: EVERYONES'],
		],
		[
			'a command hidden from buyers',
			[{ purchases: { buyer: false } }],
			['hidden-commands Buyer: /purchases'],
		],
		['commands that are allowed to someone', [{ verify: { buyer: true }, whois: { buyer: false } }], []],
	])('is checked: %s', async (_, given, expected) => {
		const names = (needed: string | undefined) =>
			commandPayloads
				.filter(({ default_member_permissions: permission }) => permission === needed)
				.map(({ name, type = 1 }) => (type === 1 ? `/${name}` : name));
		const staffs = names(String(PermissionFlagsBits.ManageRoles));
		const sets = {
			ALL: staffs,
			OTHERS: staffs.filter((name) => name !== '/whois'),
			EVERYONES: names(undefined).filter((name) => name !== '/purchases'),
		};
		const shown = expected.map((line) =>
			line.replace(/[A-Z]+$/, (name) => (sets[name as keyof typeof sets] ?? [name]).join(' ')),
		);
		expect(await hidden(...given)).toEqual(shown);
	});
});
