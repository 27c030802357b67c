import { Client, Command, Declare } from 'seyfert';

const { DISCORD_TOKEN: token, ROLE_ID: roleId } = process.env;

class Join extends Command {
	async run(context) {
		await context.deferReply(true);
		await context.member.roles.add(roleId);
		await context.editOrReply({ content: `Welcome, <@${context.author.id}>` });
		await context.followup({ content: 'There is more', flags: 64 });
	}
}

const client = new Client({
	getRC: () => ({ token, intents: 1, debug: false, locations: { base: import.meta.dirname } }),
});
client.commands.set([Declare({ name: 'join', description: 'Gives the role' })(Join)]);
await client.start();
await client.uploadCommands();
