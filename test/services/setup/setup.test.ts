import { describe, expect, it } from 'vitest';
import type { GuildFacts, RoleFacts } from '../../../src/servers/guild-facts.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import { ruleKinds } from '../../../src/servers/rule-subject.js';
import type { SettingName } from '../../../src/servers/settings-table.js';
import type { SetupChange } from '../../../src/servers/setup-change.js';
import { unavailable } from '../../../src/services/setup/setup-refusals.js';
import { policyIn } from '../../claims/policy-in.js';
import { fakeGuild, ids } from '../../servers/checkup/fake-guild.js';
import { heldClaim } from '../purchases/held-claim.js';
import { administrator, manager, openSetup } from './open-setup.js';

const setting = (name: SettingName, ...picked: string[]) => ({ what: 'setting', name, picked }) as const;
const rule = (kind: (typeof ruleKinds)[number], key: string, roleId: string | undefined): SetupChange => ({
	...{ what: 'rule', subject: { kind, key }, roleId },
});
const buyerRole = (roleId: string): SetupChange => setting('buyer', roleId);
const staff = (...roleIds: string[]): SetupChange => setting('staff', ...roleIds);
const saved = { kind: 'saved' };
/** A refusal with these words about this role. */
const refusal = (says: string, roleId: string) => ({
	...{ kind: 'refused', says, values: { role: { role: { id: roleId } } } },
});
const outOfReach = refusal('moderation.hindrance.role-above', ids.legend);
const elsewhere = '400000000000000099';

/** The fake guild with one role changed. */
const guildWith = (roleId: string, change: (role: RoleFacts) => RoleFacts | undefined): GuildFacts => {
	const guild = fakeGuild();
	return {
		...guild,
		role: (id) => {
			const role = guild.role(id);
			return id === roleId ? role && change(role) : role;
		},
	};
};

describe('a choice in the setup', () => {
	it.each<[SetupChange, Partial<GuildSettings>]>([
		[buyerRole(ids.buyer), { buyerRoleId: ids.buyer }],
		[setting('supported', ids.supported), { supportedRoleId: ids.supported }],
		[
			setting('soon', ids.supported),
			{ support: { noticeDays: 14, endsSoonRoleId: ids.supported, graceDays: 0 } },
		],
		[setting('grace', '7'), { support: { noticeDays: 14, endsSoonRoleId: undefined, graceDays: 7 } }],
		[rule('date', '5/', ids.buyer), { dateRoles: [{ from: 5, roleId: ids.buyer }] }],
		[setting('audit', ids.audit), { auditChannelId: ids.audit }],
		[rule('item', '1001', ids.buyer), { itemRoles: { 1001: ids.buyer } }],
		[rule('category', 'Themes', ids.buyer), { categoryRoles: { Themes: ids.buyer } }],
		[rule('licence', 'extended', ids.buyer), { licenceRoles: { extended: ids.buyer } }],
		[setting('sharing', 'staff'), { sharing: 'staff' }],
	])('is saved immediately and reported: %j', async (change, expected) => {
		const place = openSetup();
		expect(await place.setup.choose(manager, change)).toEqual(saved);
		expect(await place.saved()).toMatchObject(expected);
		expect(place.reported).toEqual([change]);
	});

	it.each<[string, SetupChange]>([
		['a role', buyerRole(ids.buyer)],
		['seats', { what: 'seats', licenseType: 'Team', seats: 5 }],
		['links', { what: 'addresses', exampleUrl: 'https://x.example/a', renewUrl: undefined }],
	])('requires Manage Server and Manage Roles for %s', async (_, change) => {
		const { setup, row } = openSetup();
		const helper = { ...manager, canManage: false };
		expect(await setup.choose(helper, change)).toMatchObject({ todo: ['setup.takes.management'] });
		expect(row()).toBeUndefined();
	});

	it.each<[SettingName, string]>([
		['audit', ids.category],
		['audit', elsewhere],
		['help', elsewhere],
		['updates', ids.category],
	])('is refused for a channel that isn’t in the server or accepts no messages: %s, %s', async (name, id) => {
		const { setup, row } = openSetup();
		expect(await setup.choose(administrator, setting(name, id))).toMatchObject({
			says: 'setup.unusableChannel',
		});
		expect(row()).toBeUndefined();
	});

	it('is refused for an audit channel if the panel is there, whoever sees it', async () => {
		for (const channelId of [ids.audit, ids.lobby]) {
			const { setup, row } = openSetup(fakeGuild, { panels: [channelId] });
			const change = setting('audit', channelId);
			expect(await setup.choose(administrator, change)).toMatchObject({ todo: ['setup.panelChannel.todo'] });
			expect(row()).toBeUndefined();
		}
	});

	it('must be confirmed for an audit channel that everyone can read, and the previous one is reported', async () => {
		const { setup, formerChannels, confirm } = openSetup();
		await setup.choose(manager, setting('audit', ids.audit));
		const lobby = setting('audit', ids.lobby);
		expect(await setup.choose(manager, lobby)).toMatchObject({
			concerns: [{ kind: 'open-channel', channelId: ids.lobby }],
		});
		expect(await confirm(lobby)).toEqual(saved);
		expect(formerChannels).toEqual([ids.audit]);
	});

	it('can be reset without affecting other choices', async () => {
		const place = openSetup();
		for (const change of [
			setting('supported', ids.supported),
			rule('item', '1001', ids.buyer),
			rule('item', '1002', ids.supported),
			setting('audit', ids.audit),
			setting('supported'),
			rule('item', '1001', undefined),
			setting('audit'),
		])
			await place.setup.choose(manager, change);
		const left = await place.saved();
		expect(left).toMatchObject({ itemRoles: { 1002: ids.supported }, auditChannelId: undefined });
		expect(left.supportedRoleId).toBeUndefined();
	});

	it('is not made blindly while Discord has an outage', async () => {
		const { setup, row } = openSetup(() => undefined);
		expect(await setup.choose(administrator, buyerRole(ids.buyer))).toEqual(unavailable);
		expect((await setup.overview(ids.guild)).findings).toEqual([]);
		expect(row()).toBeUndefined();
	});
});

describe('a rule', () => {
	const claim = (holderId: string, category: string, status: 'active' | 'revoked' = 'active') =>
		({ ...heldClaim, holderId, status, item: { ...heldClaim.item, category } }) as const;

	it('is confirmed with the number of buyers that it reaches, if there are any', async () => {
		const claims = [
			claim('1', 'Themes'),
			claim('1', 'Icons'),
			claim('2', 'Icons'),
			claim('3', 'Themes', 'revoked'),
		];
		const { setup, row, confirm } = openSetup(fakeGuild, { claims });
		const change = rule('category', 'Themes', ids.buyer);
		const reach = { reached: 1, buyers: 2, isComplete: true };
		expect(await setup.choose(manager, change)).toMatchObject({ kind: 'to-confirm', concerns: [], reach });
		expect(row()).toBeUndefined();
		expect(await confirm(change)).toEqual(saved);
		expect(await setup.choose(manager, rule('category', 'Themes', undefined))).toEqual(saved);
	});

	it.each(ruleKinds)('is refused with a role that isn’t below the manager’s: %s', async (kind) => {
		const { setup } = openSetup();
		const change = rule(kind, kind === 'date' ? '5/' : '7', ids.legend);
		expect(await setup.choose(manager, change)).toMatchObject(outOfReach);
	});

	it('is limited to 200 of all kinds together, but existing ones can still be replaced', async () => {
		const { setup } = openSetup();
		const nth = (at: number, roleId: string = ids.buyer): SetupChange => {
			const kind = ruleKinds[at % ruleKinds.length] ?? 'item';
			return rule(kind, kind === 'date' ? `${at}/` : `${at}`, roleId);
		};
		for (let at = 0; at < 200; at += 1) await setup.choose(manager, nth(at));
		expect(await setup.choose(manager, nth(200))).toMatchObject({
			says: 'setup.tooMany',
			values: { most: 200 },
		});
		expect(await setup.choose(manager, nth(199, ids.supported))).toEqual(saved);
	});
});

describe('a role', () => {
	it.each([
		['everybody has', ids.guild, 'setup.refused.everyone'],
		['belongs to another bot', ids.managed, 'setup.refused.managed'],
		['does not exist', ids.deleted, 'setup.refused.missing'],
		['is above the bot’s', ids.aboveBot, 'finding.role.above-bot'],
		['makes administrators', ids.admin, 'setup.refused.administrator'],
	])('is refused to everyone if it %s', async (_, roleId, says) => {
		const { setup, row, reported } = openSetup();
		expect(await setup.choose(administrator, buyerRole(roleId))).toMatchObject(refusal(says, roleId));
		expect([row(), reported]).toEqual([undefined, []]);
	});

	it('needs confirmation of its permissions first, and is then refused, if it is above the bot’s', async () => {
		const powerful = (role: RoleFacts): RoleFacts => ({ ...role, powers: ['KickMembers'], powerBits: 2n });
		const { setup, row, confirm } = openSetup(() => guildWith(ids.aboveBot, powerful));
		const change = buyerRole(ids.aboveBot);
		const concerns = [{ kind: 'powers' }];
		expect(await setup.choose(manager, change)).toMatchObject({ kind: 'to-confirm', concerns });
		expect(await confirm(change)).toMatchObject({
			...refusal('finding.role.above-bot', ids.aboveBot),
			todo: [],
			isTooHigh: false,
		});
		expect(row()).toBeUndefined();
	});

	it('is saved with its elevated permissions once they were confirmed', async () => {
		const { setup, row, saved: settings, confirm } = openSetup();
		const asked = await setup.choose(manager, buyerRole(ids.staff));
		const powers = ['ManageGuild', 'BanMembers'];
		expect(asked).toMatchObject({ kind: 'to-confirm', concerns: [{ kind: 'powers', powers }] });
		expect(await setup.choose(manager, buyerRole(ids.staff), 'another_')).toEqual(asked);
		expect(row()).toBeUndefined();
		expect(await confirm(buyerRole(ids.staff))).toEqual(saved);
		const confirmedPowers = { [ids.staff]: String(0x24) };
		expect(await settings()).toMatchObject({ buyerRoleId: ids.staff, confirmedPowers });
		const { findings } = await setup.overview(ids.guild);
		expect(findings.find(({ check }) => check === 'roles-harmless')?.level).toBe('ok');
	});

	it('needs confirmation again if its permissions have changed since they were shown', async () => {
		let facts = fakeGuild();
		const { setup, row } = openSetup(() => facts);
		const asked = await setup.choose(manager, buyerRole(ids.staff));
		facts = guildWith(ids.staff, (role) => ({
			...{ ...role, powers: ['KickMembers', ...role.powers], powerBits: 0x26n },
		}));
		const digest = asked.kind === 'to-confirm' ? asked.digest : '';
		expect(await setup.choose(manager, buyerRole(ids.staff), digest)).toMatchObject({ kind: 'to-confirm' });
		expect(row()).toBeUndefined();
	});

	it('needs confirmation if it opens channels, the bot can’t see some, or members already have it', async () => {
		const facts = () => ({ ...fakeGuild(), hiddenChannels: 2 });
		const { setup, row, confirm } = openSetup(facts, { holders: 3 });
		const concerns = [
			{ kind: 'channels', channelIds: [ids.audit] },
			{ kind: 'unchecked-channels', count: 2 },
			{ kind: 'holders', count: 3 },
		];
		const asked = await setup.choose(manager, buyerRole(ids.insider));
		expect(asked).toMatchObject({ kind: 'to-confirm', concerns });
		expect(row()).toBeUndefined();
		expect(await confirm(buyerRole(ids.insider))).toEqual(saved);
	});

	it('needs confirmation for its holders only when the bot begins to give it, even if their number is unknown', async () => {
		const { setup, confirm } = openSetup(fakeGuild, { holders: 'unknown' });
		const asked = await setup.choose(manager, buyerRole(ids.buyer));
		expect(asked).toMatchObject({ concerns: [{ kind: 'holders', count: undefined }] });
		await confirm(buyerRole(ids.buyer));
		expect(await setup.choose(manager, rule('item', '1', ids.buyer))).toEqual(saved);
	});

	it('is refused unless it is below the chooser’s highest one, and so is dropping or extending it', async () => {
		const { setup, saved: settings } = openSetup();
		expect(await setup.choose(manager, buyerRole(ids.legend))).toMatchObject(outOfReach);
		await setup.choose(administrator, buyerRole(ids.legend));
		expect(await setup.choose(manager, buyerRole(ids.buyer))).toMatchObject(outOfReach);
		expect((await settings()).buyerRoleId).toBe(ids.legend);
		await setup.choose(administrator, setting('supported', ids.legend));
		expect(await setup.choose(manager, setting('grace', '90'))).toMatchObject(outOfReach);
		expect((await settings()).support.graceDays).toBe(0);
	});

	it('can be reset by every member who may choose, if it was deleted', async () => {
		let facts = fakeGuild();
		const { setup, saved: settings } = openSetup(() => facts);
		await setup.choose(administrator, rule('item', '1', ids.legend));
		facts = guildWith(ids.legend, () => undefined);
		const blind = { ...manager, rights: { isAbove: () => false } };
		expect(await setup.choose(blind, rule('item', '1', undefined))).toEqual(saved);
		expect((await settings()).itemRoles).toEqual({});
	});
});

describe('the rules for purchases', () => {
	it('are saved one by one, even while Discord has an outage, and each is reported', async () => {
		const { setup, store, reported } = openSetup(() => undefined);
		const unlinking = { kind: 'after-days', days: 14 } as const;
		await setup.choose(manager, { what: 'unlinking', unlinking });
		await setup.choose(manager, { what: 'seats', licenseType: 'constructor', seats: 5 });
		expect(await policyIn(store).readPolicy()).toMatchObject({ unlinking, seats: { constructor: 5 } });
		expect(reported).toHaveLength(2);
	});
});

describe('staff roles', () => {
	it('are chosen and reset by administrators only', async () => {
		const { setup, saved: settings } = openSetup();
		const refused = { todo: ['setup.takes.administrator'] };
		expect(await setup.choose(manager, staff(ids.supported))).toMatchObject(refused);
		expect(await setup.choose(administrator, staff(ids.supported))).toEqual(saved);
		expect((await settings()).staffRoleIds).toEqual([ids.supported]);
		await setup.choose(administrator, staff());
		expect((await settings()).staffRoleIds).toEqual([]);
	});

	it.each([
		['does not exist', ids.deleted, 'setup.refused.missing'],
		['a purchase gives', ids.buyer, 'setup.refused.is-given'],
		['members choose themselves', ids.supported, 'setup.refused.self-chosen'],
	])('are never one that %s', async (_, roleId, says) => {
		const { setup, saved: settings } = openSetup(fakeGuild, { selfChosen: new Set([ids.supported]) });
		await setup.choose(administrator, buyerRole(ids.buyer));
		expect(await setup.choose(administrator, staff(ids.staff, roleId))).toMatchObject(refusal(says, roleId));
		expect((await settings()).staffRoleIds).toEqual([]);
	});

	it.each([buyerRole(ids.supported), setting('supported', ids.supported), rule('item', '1', ids.supported)])(
		'are never also given for a purchase: %j',
		async (change) => {
			const { setup } = openSetup();
			await setup.choose(administrator, staff(ids.supported));
			const refused = refusal('setup.refused.is-staff', ids.supported);
			expect(await setup.choose(administrator, change)).toMatchObject(refused);
		},
	);

	it('are not chosen blindly if Discord does not return the roles that members can pick', async () => {
		const { setup, row } = openSetup(fakeGuild, { selfChosen: 'unknown' });
		expect(await setup.choose(administrator, staff(ids.supported))).toEqual(unavailable);
		expect(row()).toBeUndefined();
	});
});

it('the links for members are changed one by one, and reset the same way', async () => {
	const { setup, saved: settings, reported } = openSetup();
	const exampleUrl = 'https://x.example/a';
	await setup.choose(manager, setting('support', ids.audit));
	await setup.choose(manager, setting('help', ids.lobby));
	await setup.choose(manager, { what: 'addresses', exampleUrl, renewUrl: undefined });
	const links = { supportChannelId: ids.audit, helpChannelId: ids.lobby, exampleUrl };
	expect((await settings()).links).toEqual(links);
	// An absent setting is not reset again.
	for (const _ of [1, 2]) await setup.choose(manager, setting('help'));
	expect((await settings()).links).not.toHaveProperty('helpChannelId');
	expect(reported).toHaveLength(4);
});

describe('announcements of new items', () => {
	const on = setting('updates', ids.lobby);
	const role = (...ids: string[]) => setting('mention', ...ids);

	it('begin with a channel, keep their choices when it changes, and lose them when turned off', async () => {
		const { setup, saved: settings, row } = openSetup();
		const categories = setting('categories', 'Themes');
		// Another manager may have turned them off meanwhile.
		for (const change of [categories, role(ids.supported)])
			expect(await setup.choose(manager, change)).toMatchObject({ says: 'setup.notSaved' });
		expect((await settings()).updates).toBeUndefined();
		for (const change of [on, categories, role(ids.supported), on]) await setup.choose(manager, change);
		const updates = { channelId: ids.lobby, since: 7, categories: ['Themes'], roleId: ids.supported };
		expect((await settings()).updates).toEqual(updates);
		for (const change of [setting('categories'), role()]) await setup.choose(manager, change);
		expect((await settings()).updates).toEqual({ channelId: ids.lobby, since: 7 });
		await setup.choose(manager, setting('updates'));
		expect(row()).not.toHaveProperty('updates');
	});

	it.each([
		// Every role below the chooser's, including the buyer role.
		[ids.buyer, saved],
		[ids.insider, saved],
		[ids.guild, refusal('setup.refused.everyone', ids.guild)],
		[elsewhere, refusal('setup.refused.missing', elsewhere)],
		[ids.legend, outOfReach],
	])('mention the role %s: %j', async (roleId, outcome) => {
		const { setup, saved: settings } = openSetup();
		for (const change of [buyerRole(ids.buyer), on]) await setup.choose(administrator, change);
		expect(await setup.choose(manager, role(roleId))).toMatchObject(outcome);
		const mentioned = outcome.kind === 'saved' ? roleId : undefined;
		expect(await settings()).toMatchObject({ buyerRoleId: ids.buyer });
		expect((await settings()).updates?.roleId).toBe(mentioned);
	});
});
