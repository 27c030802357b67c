import type { LocalDiscord } from '@claimcheck/local-discord';
import { GatewayIntentBits, REST } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { commandPayloads } from '../../../commands/registry.js';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { RestProbes } from '../../../src/discord/guilds/discord-probes.js';
import type { CommandPayload } from '../../../src/discord/registration/registration.js';

const ping: CommandPayload = { name: 'ping', description: 'Answers' };

function probesOf(
	discord: LocalDiscord,
	options: {
		guildIds?: readonly string[];
		token?: string;
		now?: () => number;
		commands?: readonly CommandPayload[];
	} = {},
) {
	const { guildIds = [], token = discord.token, now = () => Date.now(), commands = [ping] } = options;
	const rest = new REST({ api: discord.apiUrl, retries: 0 }).setToken(token);
	return new RestProbes({ rest, guildIds, commands, clock: { now } });
}

describe('what Discord is asked about the bot', () => {
	it('reports the token’s owner and whether the members intent is enabled', async () => {
		const without = await startDiscord({ botName: 'Aurora' });
		expect(await probesOf(without).identity()).toEqual({
			kind: 'known',
			name: 'Aurora',
			hasMembersIntent: false,
			isApproved: false,
		});
		const withIt = await startDiscord({ privilegedIntents: GatewayIntentBits.GuildMembers });
		expect(await probesOf(withIt).identity()).toMatchObject({ hasMembersIntent: true });
	});

	it('counts the members of all servers', async () => {
		const discord = await startDiscord();
		for (const name of ['One', 'Two']) discord.person(discord.createGuild({ name }));
		// In each server the bot, its owner and one more.
		expect(await probesOf(discord).memberCount()).toBe(6);
	});

	it('distinguishes a rejected token from an unavailable Discord', async () => {
		const discord = await startDiscord();
		expect(await probesOf(discord, { token: 'another-token' }).identity()).toEqual({ kind: 'refused' });
		discord.faults.add('GET /applications/@me', { kind: 'reset' });
		expect(await probesOf(discord).identity()).toMatchObject({
			kind: 'unreachable',
			reason: expect.any(String),
		});
	});

	it('reports the remaining connections and the clock difference', async () => {
		// Half a second, which is what the whole seconds of the header lose on average.
		const time = 1_700_000_000_500;
		const discord = await startDiscord({ clock: { now: () => time, after: () => () => {} } });
		const at = (now: number) => probesOf(discord, { now: () => now }).gateway();
		expect(await at(time)).toMatchObject({
			identifiesLeft: 1000,
			identifiesADay: 1000,
			clockAheadMs: 0,
		});
		expect(await at(time + 3_600_000)).toMatchObject({ clockAheadMs: 3_600_000 });
	});

	it('compares the commands of the servers that are served, and finds those of others', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Aurora Support' });
		const other = discord.createGuild({ name: 'Another' });
		const none = { added: [], changed: [], removed: [] };
		const served = probesOf(discord, { guildIds: [guild.id] });
		expect(await served.commands()).toEqual({ ...none, added: ['ping'] });
		const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
		await rest.put(`/applications/${discord.applicationId}/guilds/${guild.id}/commands`, { body: [ping] });
		expect(await served.commands()).toEqual(none);
		const elsewhere = await probesOf(discord, { guildIds: [other.id] }).commands();
		expect(elsewhere).toEqual({ ...none, added: ['ping'], removed: ['ping'] });
	});

	it.each([true, false])(
		'finds nothing to change in what it has registered, whether Discord drops localisations that equal the default or not: %s',
		async (dropped) => {
			const discord = await startDiscord();
			discord.assumptions.areEqualLocalizationsDropped = dropped;
			const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
			const { id } = discord.createGuild({ name: 'Aurora Support' });
			const body = commandPayloads;
			await rest.put(`/applications/${discord.applicationId}/guilds/${id}/commands`, { body });
			const found = await probesOf(discord, { guildIds: [id], commands: commandPayloads }).commands();
			expect(found).toEqual({ added: [], changed: [], removed: [] });
		},
	);

	it('reports a server’s command visibility, and the audience of each command', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Aurora Support' });
		const commands = commandPayloads.filter(({ name }) => /^(verify|whois|Purchases|setup)$/.test(name));
		const probes = probesOf(discord, { guildIds: [guild.id], commands });
		expect(await probes.visibility(guild.id)).toEqual({
			commands: [
				{ name: '/verify', audience: 'everyone' },
				{ name: '/whois', audience: 'staff' },
				{ name: 'Purchases', audience: 'staff' },
			],
			choices: [],
		});

		const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
		const own = `/applications/${discord.applicationId}/guilds/${guild.id}/commands` as const;
		const registered = (await rest.put(own, { body: commands })) as { id: string; name: string }[];
		for (const { id, name } of registered.filter((command) => command.name in { whois: 1, Purchases: 1 })) {
			guild.commandPermissions.set(id, [{ roleId: guild.id, isAllowed: name === 'whois' }]);
		}
		guild.commandPermissions.set(discord.applicationId, [{ roleId: guild.id, isAllowed: false }]);
		guild.commandPermissions.set('900000000000000009', [{ roleId: guild.id, isAllowed: false }]);
		expect((await probes.visibility(guild.id)).choices).toEqual([
			{ command: '/whois', roleId: guild.id, isAllowed: true },
			{ command: 'Purchases', roleId: guild.id, isAllowed: false },
			{ command: undefined, roleId: guild.id, isAllowed: false },
		]);
	});

	it('reports the roles that members choose for themselves', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Aurora Support' });
		const role = guild.addRole({ name: 'Newcomer' });
		guild.onboardingRoleIds = [role.id];
		expect(await probesOf(discord).onboardingRoles(guild.id)).toEqual(new Set([role.id]));
	});

	it('distinguishes a server without the bot from a failed request', async () => {
		const discord = await startDiscord();
		const guild = discord.createGuild({ name: 'Aurora Support' });
		expect(await probesOf(discord).guild(guild.id, [])).toMatchObject({ name: 'Aurora Support' });
		expect(await probesOf(discord).guild('100000000000000009', [])).toBeUndefined();
		discord.faults.add('GET /guilds/{guild_id}', { kind: 'answer', status: 500, body: {} });
		await expect(probesOf(discord).guild(guild.id, [])).rejects.toThrow();
	});
});
