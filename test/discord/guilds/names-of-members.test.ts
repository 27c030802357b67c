import type { LocalDiscord } from '@claimcheck/local-discord';
import type { Client } from 'discord.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { discordGuilds } from '../../../src/discord/guilds/discord-guilds.js';
import { botClient } from '../bot-client.js';

describe('names of members', () => {
	let discord: LocalDiscord;
	let client: Client;

	beforeEach(async () => {
		discord = await startDiscord();
		client = await botClient(discord);
	});

	const never = { now: Date.now, delay: () => new Promise<void>(() => {}) };
	const asked = () => discord.calls.list('GET /users/{user_id}').length;

	it('are requested once, even for users who are in no server, and nothing else is requested', async () => {
		const { id } = discord.users.ensure({ name: 'Maya Left' });
		const names = discordGuilds(client, never);
		const nameOf = await names.namesOf([id, id, undefined, 'deleted', 'claimcheck']);
		expect([nameOf(id), nameOf('deleted')]).toEqual(['maya_left', undefined]);
		expect((await names.namesOf([id]))(id)).toBe('maya_left');
		expect(asked()).toBe(1);
	});

	it('are left out for members of a given guild, where clients resolve their mentions', async () => {
		const guild = discord.createGuild({ name: 'Support' });
		const present = discord.person(guild, { name: 'Iris' });
		const former = discord.users.ensure({ name: 'Maya Left' });
		const own = await botClient(discord);
		const nameOf = await discordGuilds(own, never).namesOf([present.id, former.id], guild.id);
		expect([nameOf(present.id), nameOf(former.id)]).toEqual([undefined, 'maya_left']);
	});

	it('are left out if Discord has none or takes too long', async () => {
		const unknownId = '900000000000000001';
		expect((await discordGuilds(client, never).namesOf([unknownId]))(unknownId)).toBeUndefined();
		const { id } = discord.users.ensure({ name: 'Maya' });
		const impatient = discordGuilds(client, { ...never, delay: async () => {} });
		expect((await impatient.namesOf([id]))(id)).toBeUndefined();
	});

	it('are requested ten at a time', async () => {
		const ids = Array.from({ length: 12 }, (_, n) => discord.users.ensure({ name: `Member ${n}` }).id);
		await discordGuilds(client, never).namesOf(ids);
		expect(asked()).toBe(10);
	});
});
