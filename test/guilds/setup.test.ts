import { describe, expect, it } from 'vitest';
import { PolicyStore } from '../../src/claims/policy.js';
import type { GuildFacts } from '../../src/guilds/guild-facts.js';
import { type GuildSettings, GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import type { RuleReach } from '../../src/guilds/rule-reach.js';
import { ruleKinds } from '../../src/guilds/rule-subject.js';
import type { SettingName } from '../../src/guilds/settings-table.js';
import { Setup } from '../../src/guilds/setup.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import type { Chooser } from '../../src/guilds/setup-refusals.js';
import { memoryStore } from '../roles/memory-store.js';
import { memoryStore as mapStore } from '../world/memory-store.js';
import { fakeGuild, ids } from './checkup/fake-guild.js';
import { noReach } from './no-rules.js';

const manager: Chooser = {
	guildId: ids.guild,
	userId: '200000000000000001',
	isAdministrator: false,
	canManage: true,
	rights: { isAbove: (roleId) => roleId !== ids.legend },
};
const administrator: Chooser = { ...manager, isAdministrator: true, canManage: true };

/** The real settings over one value in memory. */
function setUp(
	factsOf: () => GuildFacts | undefined = fakeGuild,
	discord: {
		holders?: number | undefined;
		selfChosen?: ReadonlySet<string> | undefined;
		reach?: RuleReach;
		panels?: readonly string[];
	} = {},
) {
	const { holders, selfChosen, reach, panels } = {
		holders: 0,
		selfChosen: new Set<string>(),
		reach: noReach,
		panels: [],
		...discord,
	};
	const rows = new Map<string, unknown>();
	const settings = new GuildSettingsStore(mapStore(rows), () => ({
		buyerRoleId: undefined,
		auditChannelId: undefined,
	}));
	const reported: unknown[] = [];
	const befores: GuildSettings[] = [];
	const setup = new Setup({
		settings,
		policy: new PolicyStore(memoryStore()),
		discord: { factsOf, holdersOf: async () => holders, selfChosenRoles: async () => selfChosen },
		panels: {
			posted: async () => panels.map((channelId) => ({ channelId, messageId: '600000000000000001' })),
			refresh: async () => {},
		},
		reaches: { of: async () => reach },
		reconciler: { rulesChanged: async () => {} },
		report: {
			setup: (guildId, userId, change, before) => {
				reported.push([guildId, userId, change]);
				befores.push(before);
			},
		},
		clock: { now: () => 7 },
		logger: { error: () => expect.unreachable() },
	});
	return {
		setup,
		reported,
		befores,
		saved: (): Promise<GuildSettings> => settings.get(ids.guild),
		row: () => rows.get(`settings:${ids.guild}`),
	};
}

const setting = (name: SettingName, ...picked: string[]) => ({ what: 'setting', name, picked }) as const;
const buyerRole = (roleId: string): SetupChange => setting('buyer', roleId);

describe('a role that is above the bot’s and has powers', () => {
	const facts = (): GuildFacts => {
		const guild = fakeGuild();
		const above = guild.role(ids.aboveBot);
		const powerful = above && { ...above, powers: ['KickMembers'] as const, powerBits: 2n };
		return { ...guild, role: (id) => (id === ids.aboveBot ? powerful : guild.role(id)) };
	};

	it('is asked about for its powers first, and is still not saved after that', async () => {
		const { setup, row } = setUp(facts);
		const change = buyerRole(ids.aboveBot);
		const asked = await setup.choose(manager, change);
		expect(asked).toMatchObject({ kind: 'to-confirm', concerns: [{ kind: 'powers' }] });
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		expect(await setup.choose(manager, change, digest)).toEqual({
			kind: 'unusable-role',
			roleId: ids.aboveBot,
			fault: 'above-bot',
			isPowerful: true,
		});
		expect(row()).toBeUndefined();
	});
});

describe('a choice in the set-up', () => {
	it.each<[SetupChange, Partial<GuildSettings>]>([
		[buyerRole(ids.buyer), { buyerRoleId: ids.buyer }],
		[setting('supported', ids.supported), { supportedRoleId: ids.supported }],
		[
			setting('soon', ids.supported),
			{ support: { noticeDays: 14, endsSoonRoleId: ids.supported, graceDays: 0 } },
		],
		[setting('grace', '7'), { support: { noticeDays: 14, endsSoonRoleId: undefined, graceDays: 7 } }],
		[
			{ what: 'rule', subject: { kind: 'date', key: '5/' }, roleId: ids.buyer },
			{ dateRoles: [{ from: 5, roleId: ids.buyer }] },
		],
		[setting('audit', ids.audit), { auditChannelId: ids.audit }],
		[
			{ what: 'rule', subject: { kind: 'item', key: '1001' }, roleId: ids.buyer },
			{ itemRoles: { 1001: ids.buyer } },
		],
		[
			{ what: 'rule', subject: { kind: 'category', key: 'Themes' }, roleId: ids.buyer },
			{ categoryRoles: { Themes: ids.buyer } },
		],
		[
			{ what: 'rule', subject: { kind: 'licence', key: 'extended' }, roleId: ids.buyer },
			{ licenceRoles: { extended: ids.buyer } },
		],
	])('is saved immediately and reported: %j', async (change, expected) => {
		const { setup, saved, reported } = setUp();
		expect(await setup.choose(manager, change)).toEqual({ kind: 'saved' });
		expect(await saved()).toMatchObject(expected);
		expect(reported).toEqual([[ids.guild, manager.userId, change]]);
	});

	it('of an audit channel is refused if the panel is there, whoever sees it', async () => {
		for (const channelId of [ids.audit, ids.lobby]) {
			const { setup, row } = setUp(fakeGuild, { panels: [channelId] });
			const change = setting('audit', channelId);
			expect(await setup.choose(administrator, change)).toEqual({ kind: 'panel-channel', channelId });
			expect(row()).toBeUndefined();
			const other = setting('audit');
			expect(await setup.choose(administrator, other)).toEqual({ kind: 'saved' });
		}
	});

	it('of a rule is confirmed with the buyers that it reaches, if there are any, and counted once', async () => {
		const reach = { reached: 1, buyers: 2, undecided: 0, isComplete: true };
		const { setup, row } = setUp(fakeGuild, { reach });
		const subject = { kind: 'category', key: 'Themes' } as const;
		const change: SetupChange = { what: 'rule', subject, roleId: ids.buyer };
		const asked = await setup.choose(manager, change);
		expect(asked).toMatchObject({ kind: 'to-confirm', concerns: [], reach });
		expect(row()).toBeUndefined();
		expect(await setup.choose(manager, change, asked.kind === 'to-confirm' ? asked.digest : '')).toEqual({
			kind: 'saved',
		});
		expect(await setup.choose(manager, { ...change, roleId: undefined })).toEqual({ kind: 'saved' });
	});

	it('of a rule with a role that isn’t below the manager’s is refused, and not counted', async () => {
		const reach = { reached: 1, buyers: 2, undecided: 0, isComplete: true };
		const { setup } = setUp(fakeGuild, { reach });
		for (const kind of ruleKinds) {
			const subject = { kind, key: kind === 'date' ? '5/' : '7' };
			expect(await setup.choose(manager, { what: 'rule', subject, roleId: ids.legend })).toEqual({
				kind: 'refused-role',
				roleId: ids.legend,
				fault: 'out-of-reach',
			});
		}
	});

	it('of days is refused to a manager who couldn’t give the role that they prolong', async () => {
		const { setup, row } = setUp();
		await setup.choose(administrator, setting('supported', ids.legend));
		const before = row();
		expect(await setup.choose(manager, setting('grace', '90'))).toMatchObject({
			kind: 'refused-role',
			roleId: ids.legend,
		});
		expect(row()).toEqual(before);
	});

	it('of rules ends at 200 of all kinds together, and still replaces', async () => {
		const { setup } = setUp();
		const rule = (at: number): SetupChange => {
			const kind = ruleKinds[at % ruleKinds.length] ?? 'item';
			return {
				what: 'rule',
				subject: { kind, key: kind === 'date' ? `${at}/` : `${at}` },
				roleId: ids.buyer,
			};
		};
		for (let at = 0; at < 200; at += 1) await setup.choose(manager, rule(at));
		expect(await setup.choose(manager, rule(200))).toEqual({ kind: 'too-many', most: 200 });
		expect(await setup.choose(manager, { ...rule(199), roleId: ids.supported } as SetupChange)).toEqual({
			kind: 'saved',
		});
	});

	it('can be taken back, and leaves the others as they are', async () => {
		const { setup, saved } = setUp();
		const subject = { kind: 'item', key: '1001' } as const;
		await setup.choose(manager, setting('supported', ids.supported));
		await setup.choose(manager, { what: 'rule', subject, roleId: ids.buyer });
		await setup.choose(manager, {
			what: 'rule',
			subject: { kind: 'item', key: '1002' },
			roleId: ids.supported,
		});
		await setup.choose(manager, setting('audit', ids.audit));
		await setup.choose(manager, setting('supported'));
		await setup.choose(manager, { what: 'rule', subject, roleId: undefined });
		await setup.choose(manager, setting('audit'));
		expect(await saved()).toMatchObject({
			supportedRoleId: undefined,
			itemRoles: { 1002: ids.supported },
			auditChannelId: undefined,
		});
	});

	it.each([
		['everybody has', ids.guild, 'everyone'],
		['belongs to another bot', ids.managed, 'managed'],
		['does not exist', ids.deleted, 'missing'],
		['is above the bot’s', ids.aboveBot, 'above-bot'],
	])('of a role that %s is refused', async (_, roleId, fault) => {
		const { setup, row, reported } = setUp();
		expect(await setup.choose(administrator, buyerRole(roleId))).toEqual({
			kind: 'unusable-role',
			roleId,
			fault,
		});
		expect(row()).toBeUndefined();
		expect(reported).toEqual([]);
	});

	it('of a role with powers is saved once it was confirmed, with what was confirmed', async () => {
		const { setup, row, saved } = setUp();
		const asked = await setup.choose(manager, buyerRole(ids.staff));
		const powers = ['ManageGuild', 'BanMembers'];
		expect(asked).toMatchObject({ kind: 'to-confirm', concerns: [{ kind: 'powers', powers }] });
		expect(row()).toBeUndefined();
		expect(await setup.choose(manager, buyerRole(ids.staff), 'another_')).toEqual(asked);
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		expect(await setup.choose(manager, buyerRole(ids.staff), digest)).toEqual({ kind: 'saved' });
		expect(await saved()).toMatchObject({
			buyerRoleId: ids.staff,
			confirmedPowers: { [ids.staff]: String(0x24) },
		});
		const { findings } = await setup.overview(ids.guild);
		expect(findings.find(({ check }) => check === 'roles-harmless')?.level).toBe('ok');
	});

	it('of a role whose powers have changed since they were shown is asked about again', async () => {
		let facts = fakeGuild();
		const { setup, row } = setUp(() => facts);
		const asked = await setup.choose(manager, buyerRole(ids.staff));
		const { role } = facts;
		facts = {
			...facts,
			role: (id) => {
				const known = role(id);
				return known && { ...known, powers: ['KickMembers', ...known.powers], powerBits: 0x26n };
			},
		};
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		expect(await setup.choose(manager, buyerRole(ids.staff), digest)).toMatchObject({ kind: 'to-confirm' });
		expect(row()).toBeUndefined();
	});

	it('of an administrator role is refused to everyone', async () => {
		const { setup, row } = setUp();
		const refused = { kind: 'refused-role', roleId: ids.admin, fault: 'administrator' };
		expect(await setup.choose(administrator, buyerRole(ids.admin))).toEqual(refused);
		expect(row()).toBeUndefined();
	});

	it('of a role that opens channels, or that members have already, is saved once that was confirmed', async () => {
		const { setup, row } = setUp(fakeGuild, { holders: 3 });
		expect(await setup.choose(manager, buyerRole(ids.insider))).toMatchObject({
			kind: 'to-confirm',
			concerns: [
				{ kind: 'channels', channelIds: [ids.audit] },
				{ kind: 'holders', count: 3 },
			],
		});
		expect(row()).toBeUndefined();
	});

	it('of a role says how many channels were not checked because the bot can’t see them, unless it made the role', async () => {
		const { setup, row } = setUp(() => ({ ...fakeGuild(), hiddenChannels: 2 }));
		const asked = await setup.choose(manager, buyerRole(ids.buyer));
		expect(asked).toMatchObject({ concerns: [{ kind: 'unchecked-channels', count: 2 }] });
		expect(row()).toBeUndefined();
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		expect(await setup.choose(manager, buyerRole(ids.buyer), digest)).toEqual({ kind: 'saved' });
		const made = setUp(() => ({ ...fakeGuild(), hiddenChannels: 2 }));
		expect(await made.setup.choose(manager, { ...setting('buyer', ids.buyer), isMade: true })).toEqual({
			kind: 'saved',
		});
	});

	it('asks about the holders of a role only when the bot begins to give it, even if their number is unknown', async () => {
		const { setup } = setUp(fakeGuild, { holders: undefined });
		const asked = await setup.choose(manager, buyerRole(ids.buyer));
		expect(asked).toMatchObject({ concerns: [{ kind: 'holders', count: undefined }] });
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		await setup.choose(manager, buyerRole(ids.buyer), digest);
		const again = { what: 'rule', subject: { kind: 'item', key: '1' }, roleId: ids.buyer } as const;
		expect(await setup.choose(manager, again)).toEqual({ kind: 'saved' });
	});

	it.each<[string, SetupChange]>([
		['a role', buyerRole(ids.buyer)],
		['the end of a role', setting('supported')],
		['the audit channel', setting('audit', ids.audit)],
		['seats', { what: 'seats', licenseType: 'Team', seats: 5 }],
		['unlinking', { what: 'unlinking', unlinking: { kind: 'never' } }],
	])('of %s takes Manage Server and Manage Roles', async (_, change) => {
		const { setup, row } = setUp();
		const helper = { ...manager, canManage: false };
		expect(await setup.choose(helper, change)).toEqual({ kind: 'not-allowed', takes: 'management' });
		expect(row()).toBeUndefined();
	});

	it('of a role that is not below the chooser’s highest one is refused, and so is putting one out of use', async () => {
		const { setup, saved } = setUp();
		const refused = { kind: 'refused-role', roleId: ids.legend, fault: 'out-of-reach' };
		expect(await setup.choose(manager, buyerRole(ids.legend))).toEqual(refused);
		await setup.choose(administrator, buyerRole(ids.legend));
		expect(await setup.choose(manager, buyerRole(ids.buyer))).toEqual(refused);
		expect((await saved()).buyerRoleId).toBe(ids.legend);
	});

	it('of a role that was deleted can be reset by every member who may choose', async () => {
		let isDeleted = false;
		const { setup, saved } = setUp(() => {
			const facts = fakeGuild();
			return { ...facts, role: (id) => (isDeleted && id === ids.legend ? undefined : facts.role(id)) };
		});
		const rule = { what: 'rule', subject: { kind: 'item', key: '1' } } as const;
		await setup.choose(administrator, { ...rule, roleId: ids.legend });
		expect((await saved()).itemRoles).toEqual({ 1: ids.legend });
		isDeleted = true;
		const blind: Chooser = { ...manager, rights: { isAbove: () => false } };
		expect(await setup.choose(blind, { ...rule, roleId: undefined })).toEqual({ kind: 'saved' });
		expect((await saved()).itemRoles).toEqual({});
	});

	it('of a channel that is none of the server, or takes no messages, is refused', async () => {
		const { setup, row } = setUp();
		for (const channelId of [ids.category, '400000000000000099']) {
			const change = setting('audit', channelId);
			expect(await setup.choose(administrator, change)).toEqual({ kind: 'unusable-channel' });
		}
		expect(row()).toBeUndefined();
	});

	it('of an audit channel that everyone can read has to be confirmed, and reports the previous one', async () => {
		const { setup, befores } = setUp();
		await setup.choose(manager, setting('audit', ids.audit));
		const lobby = setting('audit', ids.lobby);
		const asked = await setup.choose(manager, lobby);
		expect(asked).toMatchObject({ concerns: [{ kind: 'open-channel', channelId: ids.lobby }] });
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		expect(await setup.choose(manager, lobby, digest)).toEqual({ kind: 'saved' });
		expect(befores.map(({ auditChannelId }) => auditChannelId)).toEqual([undefined, ids.audit]);
	});

	it('is not made blindly while Discord has an outage', async () => {
		const { setup, row } = setUp(() => undefined);
		expect(await setup.choose(administrator, buyerRole(ids.buyer))).toEqual({ kind: 'guild-unavailable' });
		expect((await setup.overview(ids.guild)).findings).toEqual([]);
		expect(row()).toBeUndefined();
	});
});

describe('the rules for purchases', () => {
	it('are saved one by one, also while Discord has an outage, and each is reported', async () => {
		const { setup, reported } = setUp(() => undefined);
		const unlinking = { kind: 'after-days', days: 14 } as const;
		await setup.choose(manager, { what: 'unlinking', unlinking });
		await setup.choose(manager, { what: 'seats', licenseType: 'constructor', seats: 5 });
		expect(await setup.policy()).toEqual({ unlinking, seats: { constructor: 5 } });
		expect(reported).toHaveLength(2);
	});
});

describe('the staff roles', () => {
	const staff = (...roleIds: string[]): SetupChange => setting('staff', ...roleIds);

	it('are an administrator’s to choose, and can be taken back', async () => {
		const { setup, saved } = setUp();
		const refused = { kind: 'not-allowed', takes: 'administrator' };
		expect(await setup.choose(manager, staff(ids.supported))).toEqual(refused);
		expect(await setup.choose(administrator, staff(ids.supported))).toEqual({ kind: 'saved' });
		expect((await saved()).staffRoleIds).toEqual([ids.supported]);
		await setup.choose(administrator, staff());
		expect((await saved()).staffRoleIds).toEqual([]);
	});

	it.each([
		['everybody has', ids.guild, { kind: 'unusable-role', fault: 'everyone' }],
		['belongs to an app', ids.managed, { kind: 'unusable-role', fault: 'managed' }],
		['does not exist', ids.deleted, { kind: 'unusable-role', fault: 'missing' }],
		['a purchase gives', ids.buyer, { kind: 'refused-role', fault: 'is-given' }],
		['members choose themselves', ids.supported, { kind: 'refused-role', fault: 'self-chosen' }],
	])('are never one that %s', async (_, roleId, outcome) => {
		const { setup, saved } = setUp(fakeGuild, { selfChosen: new Set([ids.supported]) });
		await setup.choose(administrator, buyerRole(ids.buyer));
		expect(await setup.choose(administrator, staff(ids.staff, roleId))).toEqual({ ...outcome, roleId });
		expect((await saved()).staffRoleIds).toEqual([]);
	});

	it('are never given for a purchase', async () => {
		const { setup } = setUp();
		await setup.choose(administrator, staff(ids.supported));
		for (const change of [
			buyerRole(ids.supported),
			setting('supported', ids.supported),
			{ what: 'rule', subject: { kind: 'item', key: '1' }, roleId: ids.supported } as const,
		]) {
			expect(await setup.choose(administrator, change)).toEqual({
				kind: 'refused-role',
				roleId: ids.supported,
				fault: 'is-staff',
			});
		}
	});

	it('are not chosen blindly if Discord does not return the roles that members can choose', async () => {
		const { setup, saved } = setUp(fakeGuild, { selfChosen: undefined });
		expect(await setup.choose(administrator, staff(ids.supported))).toEqual({ kind: 'guild-unavailable' });
		expect((await saved()).staffRoleIds).toEqual([]);
	});
});

describe('where members are sent', () => {
	it('is changed link by link, and taken back the same way', async () => {
		const { setup, saved, reported } = setUp();
		await setup.choose(manager, setting('support', ids.audit));
		await setup.choose(manager, setting('help', ids.lobby));
		await setup.choose(manager, {
			what: 'addresses',
			exampleUrl: 'https://x.example/a',
			renewUrl: undefined,
		});
		expect((await saved()).links).toEqual({
			supportChannelId: ids.audit,
			helpChannelId: ids.lobby,
			exampleUrl: 'https://x.example/a',
		});
		await setup.choose(manager, setting('help'));
		expect((await saved()).links).not.toHaveProperty('helpChannelId');
		// An absent setting is not reset again.
		await setup.choose(manager, setting('help'));
		expect(reported).toHaveLength(4);
	});

	it('is no channel of another server', async () => {
		const { setup, row } = setUp();
		const change = setting('help', '400000000000000099');
		expect(await setup.choose(administrator, change)).toEqual({ kind: 'unusable-channel' });
		expect(row()).toBeUndefined();
	});

	it.each<[string, SetupChange]>([
		['links', { what: 'addresses', exampleUrl: 'https://x.example/a', renewUrl: undefined }],
		['sharing', setting('sharing', 'staff')],
	])('takes Manage Server and Manage Roles: %s', async (_, change) => {
		const { setup, saved, row } = setUp();
		const helper = { ...manager, canManage: false };
		expect(await setup.choose(helper, change)).toEqual({ kind: 'not-allowed', takes: 'management' });
		expect(row()).toBeUndefined();
		expect(await setup.choose(manager, change)).toEqual({ kind: 'saved' });
		expect((await saved()).sharing).toBe(change.what === 'setting' ? 'staff' : 'everyone');
	});
});

describe('announcements of new items', () => {
	const on = setting('updates', ids.lobby);
	const role = (...ids: string[]) => setting('mention', ...ids);

	it('begin with a channel, keep their choices when it changes, and lose them when they are turned off', async () => {
		const { setup, saved, row } = setUp();
		const categories = setting('categories', 'Themes');
		await setup.choose(manager, categories);
		await setup.choose(manager, role(ids.supported));
		expect((await saved()).updates).toBeUndefined();
		await setup.choose(manager, on);
		await setup.choose(manager, categories);
		await setup.choose(manager, role(ids.supported));
		await setup.choose(manager, on);
		const updates = { channelId: ids.lobby, since: 7, categories: ['Themes'], roleId: ids.supported };
		expect((await saved()).updates).toEqual(updates);
		await setup.choose(manager, setting('categories'));
		await setup.choose(manager, role());
		expect((await saved()).updates).toEqual({ channelId: ids.lobby, since: 7 });
		await setup.choose(manager, setting('updates'));
		expect(row()).not.toHaveProperty('updates');
	});

	it.each([ids.category, '400000000000000099'])('can’t be posted in %s', async (channelId) => {
		const { setup, row } = setUp();
		expect(await setup.choose(manager, setting('updates', channelId))).toEqual({ kind: 'unusable-channel' });
		expect(row()).toBeUndefined();
	});

	it('can mention every role below the chooser’s, the buyer role too', async () => {
		const { setup, saved } = setUp();
		await setup.choose(administrator, buyerRole(ids.buyer));
		await setup.choose(administrator, on);
		for (const roleId of [ids.buyer, ids.insider]) {
			expect(await setup.choose(manager, role(roleId))).toEqual({ kind: 'saved' });
			expect(await saved()).toMatchObject({ buyerRoleId: ids.buyer, updates: { roleId } });
		}
	});

	it.each([
		[ids.guild, { kind: 'unusable-role', fault: 'everyone' }],
		['300000000000000099', { kind: 'unusable-role', fault: 'missing' }],
		[ids.legend, { kind: 'refused-role', fault: 'out-of-reach' }],
	])('can’t mention %s: %j', async (roleId, refusal) => {
		const { setup, saved } = setUp();
		await setup.choose(administrator, on);
		expect(await setup.choose(manager, role(roleId))).toEqual({ ...refusal, roleId });
		expect((await saved()).updates?.roleId).toBeUndefined();
	});
});
