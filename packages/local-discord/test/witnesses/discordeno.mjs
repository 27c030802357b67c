import { createBot, InteractionTypes } from 'discordeno';

const { DISCORD_TOKEN: token, ROLE_ID: roleId } = process.env;
const bot = createBot({
	token,
	intents: 1,
	desiredProperties: {
		interaction: { id: true, type: true, token: true, guildId: true, member: true, user: true },
		member: { id: true },
		user: { id: true, username: true },
	},
});

bot.events.ready = async ({ applicationId }) => {
	await bot.helpers.upsertGlobalApplicationCommands([{ name: 'join', description: 'Gives the role' }]);
	void applicationId;
};

bot.events.interactionCreate = async (interaction) => {
	if (interaction.type !== InteractionTypes.ApplicationCommand) return;
	const { guildId, user } = interaction;
	await interaction.defer(true);
	await bot.helpers.addRole(guildId, user.id, roleId, 'Asked for it');
	await interaction.edit({ content: `Welcome, <@${user.id}>` });
	await interaction.respond({ content: 'There is more', flags: 64 });
};

await bot.start();
