import { ApplicationCommandTypes, Client, InteractionTypes } from 'oceanic.js';

const { DISCORD_TOKEN: token, ROLE_ID: roleId } = process.env;
const client = new Client({ auth: `Bot ${token}`, gateway: { intents: ['GUILDS'] } });

client.once('ready', () =>
	client.application.bulkEditGlobalCommands([
		{ name: 'join', description: 'Gives the role', type: ApplicationCommandTypes.CHAT_INPUT },
	]),
);

client.on('interactionCreate', async (interaction) => {
	if (interaction.type !== InteractionTypes.APPLICATION_COMMAND) return;
	const { member } = interaction;
	await interaction.defer(64);
	await member.addRole(roleId, 'Asked for it');
	await interaction.editOriginal({ content: `Welcome, <@${member.id}>` });
	await interaction.createFollowup({ content: 'There is more', flags: 64 });
});
// Also emitted for a connection that is lost and resumed.
client.on('error', () => {});

await client.connect();
