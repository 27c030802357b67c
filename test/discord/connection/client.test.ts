import { once } from 'node:events';
import { Events, type Interaction, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { startDiscord } from '../../../packages/local-discord/test/real-client.js';
import { botClient } from '../bot-client.js';

it.each([
	['that the bot can’t see', PermissionFlagsBits.ViewChannel],
	['that it sees', 0n],
])('an interaction in a channel %s has the slow mode of that channel', async (_, deny) => {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Server' });
	const insider = guild.addRole({ name: 'Insider' });
	const overwrites = [
		{ id: guild.id, type: 0, allow: 0n, deny },
		{ id: insider.id, type: 0, allow: PermissionFlagsBits.ViewChannel, deny: 0n },
	] as const;
	const channel = guild.addChannel({ name: 'slow', slowMode: 30, overwrites });
	const client = await botClient(discord);
	await client.application?.commands.set([{ name: 'hi', description: 'Greets' }]);
	const received = once(client, Events.InteractionCreate);
	const ana = discord.person(guild, { name: 'Ana', roleIds: [insider.id] });
	ana.chatInput('hi', {}, { channelId: channel.id });
	const [interaction] = (await received) as [Interaction];
	expect(interaction.channel).toMatchObject({ rateLimitPerUser: 30 });
});

it('a message that doesn’t say whom to mention mentions nobody', async () => {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Server' });
	const { id } = guild.addChannel({ name: 'talk' });
	const client = await botClient(discord);
	const channel = await client.channels.fetch(id);
	if (!channel?.isSendable()) return expect.unreachable();
	expect((await channel.send('@everyone')).mentions.everyone).toBe(false);
});
