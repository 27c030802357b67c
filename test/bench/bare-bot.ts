import { Client, Events, GatewayIntentBits, type Interaction, MessageFlags } from 'discord.js';

// The cost of discord.js with nothing around it: acknowledges, answers, gives the role. It asks no marketplace, keeps
// nothing and repeats nothing. The measure that the product is held against, in a process of its own.

const { DISCORD_TOKEN = '', DISCORD_API_URL = '', BUYER_ROLE_ID = '' } = process.env;

const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: DISCORD_API_URL } });
client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
client.once(Events.ClientReady, () => process.stdout.write(`${JSON.stringify({ msg: 'Ready' })}\n`));
process.on('SIGTERM', () => {
	void client.destroy().finally(() => process.exit(0));
});
await client.login(DISCORD_TOKEN);

async function answer(interaction: Interaction): Promise<void> {
	if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	await interaction.editReply({ embeds: [{ description: 'You have the buyer role.' }] });
	await interaction.member.roles.add(BUYER_ROLE_ID);
}
