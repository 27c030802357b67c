import { describe, expect, it } from 'vitest';
import type { GuildFacts } from '../../src/guilds/guild-facts.js';
import { type GuildSettings, GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import { Setup, type SetupChange } from '../../src/guilds/setup.js';
import { fakeGuild, ids } from './fake-guild.js';

const manager = { guildId: ids.guild, userId: '200000000000000001', isAdministrator: false };
const administrator = { ...manager, isAdministrator: true };

/** The real settings over one value in memory. */
function setUp(factsOf: () => GuildFacts | undefined = fakeGuild, isHome = true) {
	let row: unknown;
	const settings = new GuildSettingsStore(
		{
			get: async () => row,
			compareAndSet: async (_key, _expected, next) => {
				row = next;
				return true;
			},
			async *list() {},
		},
		() => ({ buyerRoleId: undefined, auditChannelId: undefined }),
	);
	const told: unknown[] = [];
	const setup = new Setup({
		settings,
		factsOf,
		isHome: () => isHome,
		onChanged: (...args) => told.push(args),
	});
	return { setup, told, saved: (): Promise<GuildSettings> => settings.get(ids.guild), row: () => row };
}

describe('the rules for purchases', () => {
	it('are chosen at home alone: elsewhere nothing of them is saved', async () => {
		const { setup, told, row } = setUp(fakeGuild, false);
		const chooser = { guildId: ids.guild, userId: 'someone', isAdministrator: true };
		for (const change of [
			{ what: 'seats', licenseType: 'regular', seats: 50 },
			{ what: 'unlinking', unlinking: { kind: 'after-days', days: 0 } },
		] satisfies SetupChange[]) {
			expect(await setup.choose(chooser, change)).toEqual({ kind: 'home-only' });
		}
		expect([row(), told]).toEqual([undefined, []]);
		expect((await setup.overview(ids.guild)).isHome).toBe(false);
	});
});

const buyerRole = (roleId: string): SetupChange => ({ what: 'buyer-role', roleId });

describe('a choice in the set-up', () => {
	it.each<[SetupChange, Partial<GuildSettings>]>([
		[buyerRole(ids.buyer), { buyerRoleId: ids.buyer }],
		[{ what: 'supported-role', roleId: ids.supported }, { supportedRoleId: ids.supported }],
		[{ what: 'audit-channel', channelId: ids.audit }, { auditChannelId: ids.audit }],
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
	])('is saved at once and told of: %j', async (change, expected) => {
		const { setup, saved, told } = setUp();
		expect(await setup.choose(manager, change)).toEqual({ kind: 'saved' });
		expect(await saved()).toMatchObject(expected);
		expect(told).toEqual([[ids.guild, manager.userId, change]]);
	});

	it('that changes nothing is told to nobody', async () => {
		const { setup, told } = setUp();
		await setup.choose(manager, buyerRole(ids.buyer));
		expect(await setup.choose(manager, buyerRole(ids.buyer))).toEqual({ kind: 'saved' });
		expect(told).toHaveLength(1);
	});

	it('can be taken back, and leaves the others as they are', async () => {
		const { setup, saved } = setUp();
		const subject = { kind: 'item', key: '1001' } as const;
		await setup.choose(manager, { what: 'supported-role', roleId: ids.supported });
		await setup.choose(manager, { what: 'rule', subject, roleId: ids.buyer });
		await setup.choose(manager, {
			what: 'rule',
			subject: { kind: 'item', key: '1002' },
			roleId: ids.supported,
		});
		await setup.choose(manager, { what: 'audit-channel', channelId: ids.audit });
		await setup.choose(manager, { what: 'supported-role', roleId: undefined });
		await setup.choose(manager, { what: 'rule', subject, roleId: undefined });
		await setup.choose(manager, { what: 'audit-channel', channelId: undefined });
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
	])('of a role that %s is refused', async (_, roleId, fault) => {
		const { setup, row, told } = setUp();
		expect(await setup.choose(administrator, buyerRole(roleId))).toEqual({
			kind: 'unusable-role',
			roleId,
			fault,
		});
		expect(row()).toBeUndefined();
		expect(told).toEqual([]);
	});

	it('of a role above the bot’s is saved, since dragging it down is all it needs, and shown as a problem', async () => {
		const { setup } = setUp();
		expect(await setup.choose(manager, buyerRole(ids.aboveBot))).toEqual({ kind: 'saved' });
		const { settings, findings } = await setup.overview(ids.guild);
		expect(settings.buyerRoleId).toBe(ids.aboveBot);
		expect(findings).toContainEqual(
			expect.objectContaining({ check: 'roles-assignable', level: 'problem', fault: 'above-bot' }),
		);
	});

	it('of a role with power over the server is an administrator’s to make: a manager could buy that power', async () => {
		const { setup, row, saved } = setUp();
		expect(await setup.choose(manager, buyerRole(ids.staff))).toEqual({
			kind: 'powerful-role',
			roleId: ids.staff,
			powers: ['ManageGuild', 'BanMembers'],
		});
		expect(row()).toBeUndefined();
		expect(await setup.choose(administrator, buyerRole(ids.staff))).toEqual({ kind: 'saved' });
		expect((await saved()).buyerRoleId).toBe(ids.staff);
	});

	it('is not made blindly while Discord has an outage', async () => {
		const { setup, row } = setUp(() => undefined);
		expect(await setup.choose(administrator, buyerRole(ids.buyer))).toEqual({ kind: 'guild-unavailable' });
		expect((await setup.overview(ids.guild)).findings).toEqual([]);
		expect(row()).toBeUndefined();
	});
});

describe('the rules for purchases', () => {
	it('are the strictest where nobody has chosen any', async () => {
		const { setup } = setUp();
		expect(await setup.policy(ids.guild)).toEqual({ unlinking: { kind: 'never' }, seats: {} });
	});

	it('are saved one by one, also while Discord has an outage, and each is told', async () => {
		const { setup, told } = setUp(() => undefined);
		const unlinking = { kind: 'after-days', days: 14 } as const;
		await setup.choose(manager, { what: 'unlinking', unlinking });
		await setup.choose(manager, { what: 'seats', licenseType: 'constructor', seats: 5 });
		expect(await setup.policy(ids.guild)).toEqual({ unlinking, seats: { constructor: 5 } });
		expect(told).toHaveLength(2);
	});

	it('go back to one member for a code', async () => {
		const { setup } = setUp();
		await setup.choose(manager, { what: 'seats', licenseType: 'Team', seats: 5 });
		await setup.choose(manager, { what: 'seats', licenseType: 'Team', seats: 1 });
		expect((await setup.policy(ids.guild)).seats).toEqual({});
	});
});
