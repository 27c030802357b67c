import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { Role } from '../src/guild-parts.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Person } from '../src/person.js';
import { api } from './raw-api.js';
import { startDiscord } from './real-client.js';

const { MentionEveryone, SendMessages, ViewChannel } = PermissionFlagsBits;

let discord: LocalDiscord;
let guild: Guild;
let role: Role;
let ana: Person;
let ben: Person;
let all: string;

beforeEach(async () => {
	discord = await startDiscord({ botPermissions: ViewChannel | SendMessages | MentionEveryone });
	guild = discord.createGuild({ name: 'Studio' });
	role = guild.addRole({ name: 'Readers' });
	ana = discord.person(guild, { name: 'Ana', roleIds: [role.id] });
	ben = discord.person(guild, { name: 'Ben' });
	all = `<@${ben.id}> <@&${role.id}> @everyone`;
});

async function send(body: object): Promise<Record<string, unknown>> {
	return (await api(discord, 'POST', `/channels/${ana.channelId}/messages`, body)).body as never;
}

function pinged(): string[][] {
	return discord.events.all('pinged').map(({ userIds }) => userIds.toSorted());
}

const everyone = () => [guild.ownerId, ana.id, ben.id].toSorted();

describe('a message from the bot', () => {
	test('pings members, roles and everyone unless it says otherwise', async () => {
		expect(await send({ content: all })).toMatchObject({
			mentions: [{ id: ben.id }],
			mention_roles: [role.id],
			mention_everyone: true,
		});
		await send({ content: `<@&${role.id}>` });
		await send({ flags: MessageFlags.IsComponentsV2, components: [{ type: 10, content: `<@${ben.id}>` }] });
		expect(pinged()).toEqual([everyone(), [ana.id], [ben.id]]);
	});

	test('pings only those that allowed_mentions names', async () => {
		await send({ content: all, allowed_mentions: { parse: ['users'] } });
		await send({ content: all, allowed_mentions: { roles: [role.id] } });
		await send({ content: all, allowed_mentions: { users: [ana.id] } });
		const silent = await send({ content: all, allowed_mentions: { parse: [] } });
		expect(silent).toMatchObject({ mentions: [], mention_roles: [], mention_everyone: false });
		expect(pinged()).toEqual([[ben.id], [ana.id]]);
	});

	test('pings neither everyone nor any but mentionable roles without the permission', async () => {
		guild.setRolePermissions(guild.botRole.id, ViewChannel | SendMessages);
		guild.setRolePermissions(guild.id, ViewChannel);
		const open = guild.addRole({ name: 'Testers', isMentionable: true });
		guild.giveRole(ana.id, open.id);
		expect(await send({ content: all })).toMatchObject({ mention_roles: [], mention_everyone: false });
		expect(await send({ content: `<@&${open.id}>` })).toMatchObject({ mention_roles: [open.id] });
		expect(pinged()).toEqual([[ben.id], [ana.id]]);
	});

	test('pings no member through an embed or an edit, or in a channel that they cannot see', async () => {
		await send({ embeds: [{ description: all }] });
		const { id } = await send({ content: 'x' });
		const edited = await api(discord, 'PATCH', `/channels/${ana.channelId}/messages/${id}`, { content: all });
		expect(edited.body).toMatchObject({ mention_everyone: true });
		guild.setOverwrites(ana.channelId, [
			{ id: guild.id, type: 0, allow: 0n, deny: ViewChannel },
			{ id: guild.botRole.id, type: 0, allow: ViewChannel, deny: 0n },
		]);
		await send({ content: `<@${ben.id}>` });
		expect(pinged()).toEqual([]);
	});
});

describe('a reply to an interaction', () => {
	async function answered(data: object, isDeferred = false): Promise<void> {
		discord.commands.replace(guild.id, [{ name: 'say', description: 'Says' }]);
		const { id, token } = ana.chatInput('say');
		const first = isDeferred ? { type: 5 } : { type: 4, data };
		await api(discord, 'POST', `/interactions/${id}/${token}/callback`, first);
		if (!isDeferred) return;
		await api(discord, 'PATCH', `/webhooks/${discord.applicationId}/${token}/messages/@original`, data);
	}

	test('pings only members unless it says otherwise', async () => {
		await answered({ content: all });
		await answered({ content: all, allowed_mentions: { parse: ['everyone'] } });
		await answered({ content: all, allowed_mentions: { parse: [] } });
		expect(pinged()).toEqual([[ben.id], everyone()]);
	});

	test('pings after a deferral, but not if only one member sees it', async () => {
		await answered({ content: all }, true);
		await answered({ content: all, flags: MessageFlags.Ephemeral });
		expect(pinged()).toEqual([[ben.id]]);
	});
});
