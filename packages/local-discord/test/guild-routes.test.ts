import { PermissionFlagsBits } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { Role } from '../src/guild-parts.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Person } from '../src/person.js';
import { api, userAgent } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

const unknownId = '100000000000000001';

let discord: LocalDiscord;
let guild: Guild;
let artist: Role;
let ana: Person;

beforeEach(async () => {
	discord = await startDiscord();
	guild = discord.createGuild({ name: 'Studio' });
	artist = guild.addRole({ name: 'Artist' });
	ana = discord.person(guild, { name: 'Ana' });
});

function rolePath(userId: string, roleId: string, guildId = guild.id): string {
	return `/guilds/${guildId}/members/${userId}/roles/${roleId}`;
}

describe('the bot', () => {
	test('creates a role at the bottom, with the given fields and the reason', async () => {
		const client = await loginClient(discord);
		const seen: string[] = [];
		client.on('roleCreate', ({ name }) => seen.push(name));
		const made = await client.guilds.cache
			.get(guild.id)
			?.roles.create({ name: 'Buyer', permissions: [], mentionable: false, reason: 'Ana asked' });
		expect(made).toMatchObject({ name: 'Buyer', hoist: false, mentionable: false, position: 1 });
		expect(guild.role(made?.id ?? '')).toMatchObject({ permissions: 0n, isManaged: false });
		expect(guild.isBelowMember(guild.role(made?.id ?? ''), discord.botId)).toBe(true);
		expect(artist.position).toBe(2);
		await discord.events.waitFor('role-created', ({ reason }) => reason === 'Ana asked');
		await expect.poll(() => seen).toEqual(['Buyer']);
	});

	test('is refused a role without Manage Roles, with permissions that it lacks, and beyond 250 roles', async () => {
		const make = async (body: object) => (await api(discord, 'POST', `/guilds/${guild.id}/roles`, body)).body;
		const none = { name: 'Buyer', permissions: '0' };
		expect(await make({ ...none, permissions: String(PermissionFlagsBits.BanMembers) })).toMatchObject({
			code: 50013,
		});
		expect(await make({ ...none, name: 'x'.repeat(101) })).toMatchObject({ code: 50035 });
		while (guild.roles.size < 249) guild.addRole({ name: 'Filler' });
		expect(await make(none)).toMatchObject({ name: 'Buyer', permissions: '0' });
		expect(await make(none)).toMatchObject({ code: 30005 });
		guild.setRolePermissions(guild.botRole.id, 0n);
		expect(await make(none)).toMatchObject({ code: 50013 });
		expect([...guild.roles.values()].filter(({ name }) => name === 'Buyer')).toHaveLength(1);
	});

	test('is refused its own role, a higher one and an integration’s, and all roles if it lacks Manage Roles', async () => {
		const integration = guild.addRole({ name: 'Booster', isManaged: true });
		for (const roleId of [integration.id, guild.botRole.id]) {
			expect((await api(discord, 'PUT', rolePath(ana.id, roleId))).body).toMatchObject({ code: 50013 });
		}
		guild.moveRole(artist.id, 99);
		expect((await api(discord, 'PUT', rolePath(ana.id, artist.id))).body).toMatchObject({ code: 50013 });
		guild.moveRole(artist.id, 1);
		expect((await api(discord, 'PUT', rolePath(ana.id, artist.id))).status).toBe(204);
		guild.setRolePermissions(guild.botRole.id, 0n);
		expect((await api(discord, 'PUT', rolePath(ana.id, artist.id))).body).toMatchObject({ code: 50013 });
	});

	test('has exactly the permissions of its invite, besides those of @everyone', async () => {
		expect(guild.botRole.permissions).toBe(268_454_912n);
		guild.setRolePermissions(guild.id, 0n);
		expect(guild.permissionsOf(discord.botId)).toBe(268_454_912n);
		expect(guild.permissionsOf(ana.id)).toBe(0n);
		const strict = await startDiscord({ botPermissions: PermissionFlagsBits.ViewChannel });
		expect(strict.createGuild({ name: 'Strict' }).botRole.permissions).toBe(PermissionFlagsBits.ViewChannel);
	});

	test('leaves a server by itself, which is reported like its removal', async () => {
		const changes = () => discord.events.all('guild-changed').length;
		const before = changes();
		expect((await api(discord, 'DELETE', `/users/@me/guilds/${guild.id}`)).status).toBe(204);
		expect(changes()).toBe(before + 1);
	});

	test.each([
		['an empty one', '', 400],
		['one of 512 characters as they travel', 'x'.repeat(512), 204],
		['one of 513', 'x'.repeat(513), 400],
		['one that encoding makes too long', encodeURIComponent('ü'.repeat(86)), 400],
	])('gives %s as its reason', async (_, reason, status) => {
		const answer = await fetch(`${discord.apiUrl}/v10${rolePath(ana.id, artist.id)}`, {
			method: 'PUT',
			headers: {
				Authorization: `Bot ${discord.token}`,
				'User-Agent': userAgent,
				'X-Audit-Log-Reason': reason,
			},
		});
		expect(answer.status).toBe(status);
		if (status === 400) expect(await answer.json()).toMatchObject({ code: 50035 });
	});

	test.each([
		['server', 10004, () => rolePath(ana.id, artist.id, unknownId)],
		['user', 10013, () => rolePath(unknownId, artist.id)],
		['role', 10011, () => rolePath(ana.id, unknownId)],
	])('says which %s does not exist', async (_, code, path) => {
		expect(await api(discord, 'PUT', path())).toMatchObject({ status: 404, body: { code } });
	});

	test('is notified if a member leaves, and finds them without roles after their return', async () => {
		guild.giveRole(ana.id, artist.id);
		guild.removeMember(ana.id);
		expect((await api(discord, 'PUT', rolePath(ana.id, artist.id))).body).toMatchObject({ code: 10007 });
		expect((await api(discord, 'GET', `/guilds/${guild.id}/members/${ana.id}`)).body).toMatchObject({
			code: 10007,
		});
		discord.person(guild, { id: ana.id });
		expect(ana.roleIds).toEqual([]);
		expect((await api(discord, 'PUT', rolePath(ana.id, artist.id))).status).toBe(204);
	});

	test('lists members only if the members intent is enabled, page by page', async () => {
		expect((await api(discord, 'GET', `/guilds/${guild.id}/members`)).body).toMatchObject({ code: 50001 });
		const open = await startDiscord({ privilegedIntents: 2 });
		const studio = open.createGuild({ name: 'Studio' });
		const people = Array.from({ length: 5 }, () => open.person(studio).id);
		const page = await api(open, 'GET', `/guilds/${studio.id}/members?limit=2&after=${people[1]}`);
		expect(page.body).toMatchObject([{ user: { id: people[2] } }, { user: { id: people[3] } }]);
	});
});
