import { Client, GatewayDispatchEvents, GatewayIntentBits, InteractionType } from '@discordjs/core';
import { REST } from '@discordjs/rest';
import { WebSocketManager } from '@discordjs/ws';

const { DISCORD_TOKEN: token, ROLE_ID: roleId } = process.env;
const rest = new REST().setToken(token);
const gateway = new WebSocketManager({ token, intents: GatewayIntentBits.Guilds, rest });
const client = new Client({ rest, gateway });

client.once(GatewayDispatchEvents.Ready, async ({ api, data }) => {
	await api.applicationCommands.bulkOverwriteGlobalCommands(data.application.id, [
		{ name: 'join', description: 'Gives the role' },
	]);
});

client.on(GatewayDispatchEvents.InteractionCreate, async ({ api, data: interaction }) => {
	if (interaction.type !== InteractionType.ApplicationCommand) return;
	const { id, token: secret, application_id: applicationId, guild_id: guildId, member } = interaction;
	await api.interactions.defer(id, secret, { flags: 64 });
	await api.guilds.addRoleToMember(guildId, member.user.id, roleId, { reason: 'Asked for it' });
	await api.interactions.editReply(applicationId, secret, { content: `Welcome, <@${member.user.id}>` });
	await api.interactions.followUp(applicationId, secret, { content: 'There is more', flags: 64 });
});

await gateway.connect();
