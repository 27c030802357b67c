import { once } from 'node:events';
import {
	ButtonStyle,
	type Client,
	ComponentType,
	Events,
	type Interaction,
	InteractionContextType,
	InteractionResponseType,
	InteractionType,
	MessageFlags,
	TextInputStyle,
} from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { ClientRefusal } from '../src/client-refusal.js';
import { drawModal } from '../src/drawing/draw-modal.js';
import type { Guild } from '../src/guild.js';
import type { LocalDiscord } from '../src/local-discord.js';
import type { Person } from '../src/person.js';
import { ManualClock } from './manual-clock.js';
import { api } from './raw-api.js';
import { loginClient, startDiscord } from './real-client.js';

let discord: LocalDiscord;
let guild: Guild;
let client: Client<true>;
let ana: Person;

beforeEach(async () => {
	// The clock stands still, so that no act is too late, however slow this machine is. deadlines.test.ts covers
	// lateness.
	discord = await startDiscord({ clock: new ManualClock(), waitTimeoutMs: 50_000 });
	guild = discord.createGuild({ name: 'Studio', locale: 'fr' });
	client = await loginClient(discord);
	await client.application.commands.set(
		[
			{
				name: 'find',
				description: 'Finds',
				options: [
					{ type: 3, name: 'text', description: 'What', required: true, autocomplete: true },
					{ type: 4, name: 'page', description: 'Page', min_value: 1 },
				],
			},
			{
				name: 'note',
				description: 'Notes',
				options: [{ type: 1, name: 'find', description: 'Finds a note', options: [] }],
			},
		],
		guild.id,
	);
	ana = discord.person(guild, { name: 'Ana', locale: 'de' });
});

/** Sets the bot's response to later interactions; an error in it fails the test. */
function answerWith(run: (interaction: Interaction) => Promise<unknown>): void {
	client.on(Events.InteractionCreate, (interaction) => void run(interaction));
}

describe('a slash command', () => {
	test.each([
		['that is not registered', () => ana.chatInput('nothing')],
		['without a required option', () => ana.chatInput('find', {})],
		['with an unknown option', () => ana.chatInput('find', { text: 'x', color: 'red' })],
		['with a value below the minimum', () => ana.chatInput('find', { text: 'x', page: 0 })],
		['with a value of the wrong type', () => ana.chatInput('find', { text: 'x', page: 'two' })],
		['without its subcommand', () => ana.chatInput('note')],
	])('%s is refused before the bot is notified', (_, act) => {
		expect(act).toThrow(ClientRefusal);
		expect(discord.events.all('interaction-dispatched')).toEqual([]);
	});

	test('can carry files, which the stand-in serves', async () => {
		answerWith(async (interaction) => {
			if (!interaction.isChatInputCommand()) return;
			const files = [{ attachment: Buffer.from('a,b'), name: 'list.csv', description: 'The list' }];
			await interaction.reply({ embeds: [{ image: { url: 'attachment://list.csv' } }], files });
		});
		const answer = await ana.chatInput('find', { text: 'lamp' }).answered();
		const [attachment] = answer.attachments;
		expect(attachment).toMatchObject({ filename: 'list.csv', size: 3, description: 'The list' });
		expect(answer.embeds[0]?.image?.url).toBe(attachment?.url);
		expect(await (await fetch(attachment?.url ?? '')).text()).toBe('a,b');
	});
});

test('components that are missing, disabled or another member’s cannot be used', async () => {
	const button = { type: ComponentType.Button, style: ButtonStyle.Primary };
	const options = [{ label: 'Lamp', value: 'lamp' }];
	const components = [
		{ ...button, label: 'Next', custom_id: 'next' },
		{ ...button, label: 'Off', custom_id: 'off', disabled: true },
		{ type: ComponentType.RoleSelect, custom_id: 'roles', max_values: 2 },
		{ type: ComponentType.StringSelect, custom_id: 'item', options },
	].map((component) => ({ type: ComponentType.ActionRow, components: [component] }));
	const asked = ana.chatInput('find', { text: 'lamp' });
	const data = { content: 'page 1', components, flags: MessageFlags.Ephemeral };
	await api(discord, 'POST', `/interactions/${asked.id}/${asked.token}/callback`, { type: 4, data });
	const message = await asked.answered();
	const bob = discord.person(guild, { name: 'Bob' });
	expect(() => ana.clickButton(message, 'none')).toThrow('has no component none');
	expect(() => ana.clickButton(message, 'off')).toThrow('switched off');
	expect(() => ana.selectMenu(message, 'item', ['chair'])).toThrow('has no option chair');
	expect(() => ana.selectMenu(message, 'roles', [ana.id])).toThrow('There is no role');
	expect(() => bob.clickButton(message, 'next')).toThrow('Only the one who was answered');
});

describe('a form that is opened again', () => {
	let text: string;
	let customId: string;
	let box: string;

	beforeEach(() => {
		[text, customId, box] = ['first', 'edit', 'one'];
		answerWith(async (interaction) => {
			if (interaction.isChatInputCommand()) {
				const options = ['one', 'two'].map((value) => ({ value, label: value, default: value === box }));
				await interaction.showModal({
					title: 'Edit',
					custom_id: customId,
					components: [
						{
							type: ComponentType.Label,
							label: `Text ${text}`,
							component: {
								type: ComponentType.TextInput,
								custom_id: 'text',
								style: TextInputStyle.Short,
								value: text,
							},
						},
						{
							type: ComponentType.Label,
							label: 'Box',
							component: { type: ComponentType.StringSelect, custom_id: 'box', options },
						},
					],
				});
			} else if (interaction.isModalSubmit()) {
				const [picked] = interaction.fields.getStringSelectValues('box');
				await interaction.reply(`${interaction.fields.getTextInputValue('text')} ${picked}`);
			}
		});
	});

	async function openAndSend(person: Person, values = {}) {
		const opened = person.chatInput('find', { text: 'lamp' });
		const shown = drawModal(await opened.modalOpened(), { nameOf: guild.nameOf });
		const sent = await person.submitModal(opened, values).answered();
		return { shown, sent: sent.content };
	}

	test('shows the values that the bot sends, on a computer', async () => {
		await openAndSend(ana);
		[text, box] = ['second', 'two'];
		expect((await openAndSend(ana)).sent).toBe('second two');
	});

	test('keeps the values from its first opening with the same custom_id, on a phone', async () => {
		const ben = discord.person(guild, { name: 'Ben', usesPhone: true });
		expect((await openAndSend(ben)).sent).toBe('first one');
		[text, box] = ['second', 'two'];
		const again = await openAndSend(ben);
		expect(again.shown).toContain('Text second');
		expect(again.shown).toContain('first');
		expect(again.sent).toBe('first one');
		expect((await openAndSend(ben, { text: 'typed' })).sent).toBe('typed one');
	});
});

test('a forged form has any number of ids in a select, and resolves those that exist', async () => {
	const received: unknown[] = [];
	client.on(Events.Raw, ({ t, d }: { t: string; d: { type: number; data: unknown } }) => {
		if (t === 'INTERACTION_CREATE' && d.type === InteractionType.ModalSubmit) received.push(d.data);
	});
	const member = { type: ComponentType.UserSelect, custom_id: 'member' };
	const components = [{ type: ComponentType.Label, label: 'Member', component: member }];
	const data = { title: 'Pick', custom_id: 'pick', components };
	const opened = ana.chatInput('find', { text: 'lamp' });
	const callback = { type: InteractionResponseType.Modal, data };
	await api(discord, 'POST', `/interactions/${opened.id}/${opened.token}/callback`, callback);
	const unknownId = '999999999999999999';
	expect(() => ana.submitModal(opened, { member: [] })).toThrow('takes 1 to 1');
	expect(() => ana.submitModal(opened, { member: [unknownId] })).toThrow(`no user ${unknownId}`);
	ana.submitModal(opened, { member: [] }, { force: true });
	ana.submitModal(opened, { member: [ana.id, unknownId] }, { force: true });
	const pick = (values: string[]) => ({ components: [{ component: { custom_id: 'member', values } }] });
	await expect
		.poll(() => received)
		.toMatchObject([
			pick([]),
			{ ...pick([ana.id, unknownId]), resolved: { users: { [ana.id]: { id: ana.id } } } },
		]);
	expect(received[0]).not.toHaveProperty('resolved');
});

test('right after a deferral, a follow-up replaces the reply, with both languages and its permissions', async () => {
	answerWith(async (interaction) => {
		if (!interaction.isChatInputCommand()) return;
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const { locale, guildLocale, appPermissions } = interaction;
		await interaction.followUp(`${locale} in ${guildLocale}, roles: ${appPermissions.has('ManageRoles')}`);
	});
	const started = ana.chatInput('find', { text: 'lamp' });
	expect(await started.answered()).toMatchObject({
		content: 'de in fr, roles: true',
		flags: MessageFlags.Ephemeral,
	});
	expect(started.followUps).toEqual([]);
});

test('a button in a direct message still reaches the bot from a person who has left the server, but from no one else', async () => {
	const button = {
		type: ComponentType.Button,
		style: ButtonStyle.Secondary,
		label: 'Keep it',
		customId: 'keep',
	} as const;
	const components = [{ type: ComponentType.ActionRow, components: [button] }] as const;
	await (await client.users.fetch(ana.id)).send({ content: 'Was it you?', components });
	guild.removeMember(ana.id);
	const heard = once(client, Events.InteractionCreate);
	const message = await ana.directMessage();
	ana.press(message, 'Keep it');
	expect((await heard)[0]).toMatchObject({
		guildId: null,
		member: null,
		locale: 'de',
		context: InteractionContextType.BotDM,
		user: { id: ana.id },
	});
	const ben = discord.person(guild, { name: 'Ben' });
	expect(() => ben.press(message, 'Keep it')).toThrow('somebody else’s direct conversation');
});
