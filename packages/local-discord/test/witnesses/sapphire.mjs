import { Command, SapphireClient } from '@sapphire/framework';

const { DISCORD_TOKEN: token, ROLE_ID: roleId } = process.env;

class Join extends Command {
	registerApplicationCommands(registry) {
		registry.registerChatInputCommand({ name: 'join', description: 'Gives the role' });
	}

	async chatInputRun(interaction) {
		const { member } = interaction;
		await interaction.deferReply({ flags: 64 });
		await member.roles.add(roleId, 'Asked for it');
		await interaction.editReply(`Welcome, <@${member.id}>`);
		await interaction.followUp({ content: 'There is more', flags: 64 });
	}
}

const client = new SapphireClient({ intents: ['Guilds'], baseUserDirectory: null });
await client.stores.loadPiece({ name: 'join', piece: Join, store: 'commands' });
await client.login(token);
