import { Client, CommandInteraction } from 'eris';

const { DISCORD_TOKEN: token, ROLE_ID: roleId } = process.env;
const client = new Client(`Bot ${token}`, { intents: ['guilds'] });

client.once('ready', () =>
	client.bulkEditCommands([{ name: 'join', description: 'Gives the role', type: 1 }]),
);

client.on('interactionCreate', async (interaction) => {
	if (!(interaction instanceof CommandInteraction)) return;
	const { member, guildID } = interaction;
	await interaction.defer(64);
	await client.addGuildMemberRole(guildID, member.id, roleId, 'Asked for it');
	await interaction.editOriginalMessage({ content: `Welcome, <@${member.id}>` });
	await interaction.createFollowup({ content: 'There is more', flags: 64 });
});
// Also emitted for a connection that is lost and resumed.
client.on('error', () => {});

await client.connect();
