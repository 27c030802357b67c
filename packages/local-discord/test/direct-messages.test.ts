import {
	ButtonStyle,
	type Client,
	ComponentType,
	Events,
	type Interaction,
	InteractionContextType,
} from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Person } from '../src/person.js';
import { loginClient, startDiscord } from './real-client.js';

let discord: LocalDiscord;
let guild: Guild;
let client: Client<true>;
let ana: Person;

const button = (label: string, custom_id: string) => ({
	type: ComponentType.Button as const,
	style: ButtonStyle.Secondary as const,
	label,
	custom_id,
});

beforeEach(async () => {
	discord = await startDiscord();
	guild = discord.createGuild({ name: 'Studio' });
	client = await loginClient(discord);
	ana = discord.person(guild, { name: 'Ana', locale: 'de' });
});

async function ask(content = 'Was it you?'): Promise<void> {
	const components = [
		{
			type: ComponentType.ActionRow as const,
			components: [button('Keep it', 'keep'), button('Move it', 'move')],
		},
	];
	await (await client.users.fetch(ana.id)).send({ content, components });
}

/** Sets the bot's response to later interactions. */
function answerWith(run: (interaction: Interaction) => Promise<unknown>): Promise<Interaction> {
	return new Promise((resolve) => {
		client.on(Events.InteractionCreate, (interaction) => {
			resolve(interaction);
			void run(interaction);
		});
	});
}

describe('a button in a direct message', () => {
	test('comes from a user outside of any server, and its message can be turned', async () => {
		await ask();
		const heard = answerWith(async (interaction) => {
			if (!interaction.isButton()) return;
			await interaction.update({ content: `Noted: ${interaction.customId}`, components: [] });
		});
		const answer = await ana.press(await ana.directMessage(), 'Keep it').answered();
		expect(answer.content).toBe('Noted: keep');
		expect(ana.directMessages.map(({ content }) => content)).toEqual(['Noted: keep']);
		const interaction = await heard;
		expect(interaction).toMatchObject({
			guildId: null,
			member: null,
			locale: 'de',
			context: InteractionContextType.BotDM,
		});
		expect(interaction.user.id).toBe(ana.id);
		expect(interaction.inGuild()).toBe(false);
	});

	test('still answers a person who has left the server, and no other', async () => {
		await ask();
		guild.removeMember(ana.id);
		void answerWith(async (interaction) => interaction.isButton() && interaction.deferUpdate());
		const message = await ana.directMessage();
		await ana.press(message, 'Keep it').acknowledged();
		const ben = discord.person(guild, { name: 'Ben' });
		expect(() => ben.press(message, 'Keep it')).toThrow('somebody else’s direct conversation');
	});
});
