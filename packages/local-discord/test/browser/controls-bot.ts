import { once } from 'node:events';
import {
	type APIModalInteractionResponseCallbackData,
	ApplicationCommandType,
	type AutocompleteInteraction,
	ChannelType,
	Client,
	ComponentType,
	Events,
	GatewayIntentBits,
	InteractionResponseType,
	MessageFlags,
	TextInputStyle,
} from 'discord.js';
import type { LocalDiscord } from '../../src/local-discord.js';
import { api } from '../raw-api.js';

/** A text that would run as a script if it were ever taken for markup. */
export const hostile = '<img src=x onerror=alert(1)>';

const option = (type: number, name: string, more: object = {}) => ({
	type,
	name,
	description: `Which ${name}`,
	...more,
});

const commands = [
	{
		name: 'verify',
		description: 'Checks a code',
		name_localizations: { de: 'prüfen' },
		description_localizations: { de: 'Prüft einen Code' },
		options: [option(3, 'code', { required: true, min_length: 5, max_length: 200 })],
	},
	{
		name: 'find',
		description: 'Finds things',
		options: [
			option(3, 'text', { required: true, autocomplete: true }),
			option(4, 'limit', { min_value: 1, max_value: 25 }),
			option(3, 'sort', {
				choices: [
					{ name: 'Newest', value: 'n' },
					{ name: hostile, value: 'o' },
				],
			}),
		],
	},
	{
		name: 'every',
		description: 'Takes one of each',
		options: [
			option(10, 'number', { required: true }),
			option(5, 'flag', { required: true }),
			option(6, 'member', { required: true }),
			option(8, 'role', { required: true }),
			option(9, 'anybody', { required: true }),
			option(7, 'place', { required: true, channel_types: [ChannelType.GuildText] }),
		],
	},
	{
		name: 'role',
		description: 'Roles',
		options: [
			{ type: 1, name: 'add', description: 'Gives a role', options: [option(8, 'role', { required: true })] },
			{ type: 1, name: 'list', description: 'All roles' },
		],
	},
	{ name: 'secret', description: 'For managers', default_member_permissions: '32' },
	{ name: 'selects', description: 'Shows selects' },
	{ name: 'form', description: 'Opens a form' },
	{ name: 'deaf-form', description: 'Opens a form whose answer is never heard' },
	{ type: ApplicationCommandType.User, name: 'Inspect' },
	{ type: ApplicationCommandType.User, name: 'Ban', default_member_permissions: '4' },
	{ type: ApplicationCommandType.Message, name: 'Quote' },
];

const selects = [
	{
		type: ComponentType.StringSelect,
		custom_id: 'fruit',
		placeholder: 'A fruit',
		options: [
			{ label: 'Apple', value: 'apple', description: 'Red or green', emoji: { name: '🍎' } },
			{ label: 'Banana', value: 'banana' },
			{ label: hostile, value: 'hostile' },
		],
	},
	{
		type: ComponentType.StringSelect,
		custom_id: 'numbers',
		placeholder: 'Two numbers',
		min_values: 2,
		max_values: 2,
		options: ['One', 'Two', 'Three'].map((label) => ({ label, value: label.toLowerCase() })),
	},
	{ type: ComponentType.UserSelect, custom_id: 'user', placeholder: 'A member' },
	{ type: ComponentType.RoleSelect, custom_id: 'role', placeholder: 'A role' },
	{
		type: ComponentType.ChannelSelect,
		custom_id: 'channel',
		placeholder: 'A voice channel',
		channel_types: [ChannelType.GuildVoice],
	},
];

const labelled = (label: string, component: object, description?: string) => ({
	type: ComponentType.Label,
	label,
	...(description !== undefined && { description }),
	component,
});

const ticks = ['red', 'green'].map((value) => ({ value, label: value }));

const form = {
	title: `Report ${hostile}`.slice(0, 45),
	custom_id: 'report',
	components: [
		{ type: ComponentType.TextDisplay, content: `**Please** be kind ${hostile}` },
		labelled(
			'Reason',
			{
				type: ComponentType.TextInput,
				custom_id: 'reason',
				style: TextInputStyle.Paragraph,
				min_length: 5,
				max_length: 50,
				placeholder: 'What happened',
			},
			'In your own words',
		),
		labelled('Code', {
			type: ComponentType.TextInput,
			custom_id: 'code',
			style: TextInputStyle.Short,
			required: false,
			value: 'filled in',
		}),
		labelled('Colour', { type: ComponentType.RadioGroup, custom_id: 'colour', options: ticks }),
		labelled('Who', { type: ComponentType.UserSelect, custom_id: 'who', required: false, max_values: 2 }),
	],
};

const deafForm = {
	title: 'Deaf',
	custom_id: 'deaf',
	components: [
		labelled('Word', { type: ComponentType.TextInput, custom_id: 'word', style: TextInputStyle.Short }),
	],
};

interface RawInteraction {
	readonly id: string;
	readonly token: string;
	readonly type: number;
	readonly data: {
		readonly name?: string;
		readonly custom_id?: string;
		readonly values?: readonly string[];
		readonly components?: unknown;
		readonly options?: readonly unknown[];
		readonly target_id?: string;
		readonly component_type?: number;
	};
}

/** A small bot with an option, a select and a form of each kind; it notes what it is sent. */
export class ControlsBot {
	/** `data` of each interaction, the oldest first. */
	readonly received: RawInteraction['data'][] = [];
	/** Suggestions for what is typed wait for these, by text. */
	readonly gates = new Map<string, Promise<void>>();
	/** The texts that suggestions were asked for, and those that they were given for. */
	readonly asked: string[] = [];
	readonly suggested: string[] = [];
	readonly #client: Client;
	readonly #discord: LocalDiscord;

	static async start(discord: LocalDiscord, guildId: string): Promise<ControlsBot> {
		const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: discord.apiUrl } });
		const bot = new ControlsBot(client, discord);
		const ready = once(client, Events.ClientReady);
		await client.login(discord.token);
		await ready;
		await bot.register(guildId);
		return bot;
	}

	private constructor(client: Client, discord: LocalDiscord) {
		this.#client = client;
		this.#discord = discord;
		client.on(Events.Raw, ({ t, d }: { t: string; d: RawInteraction }) => {
			if (t === 'INTERACTION_CREATE' && d.type !== 4) void this.#answer(d);
		});
		client.on(Events.InteractionCreate, (interaction) => {
			if (interaction.isAutocomplete()) void this.#suggest(interaction);
		});
	}

	/** Registers all commands but the given ones. */
	async register(guildId: string, ...left: readonly string[]): Promise<void> {
		const kept = commands.filter(({ name }) => !left.includes(name));
		const path = `/applications/${this.#discord.applicationId}/guilds/${guildId}/commands`;
		await api(this.#discord, 'PUT', path, kept);
	}

	async stop(): Promise<void> {
		await this.#client.destroy();
	}

	async #answer(interaction: RawInteraction): Promise<void> {
		const { data } = interaction;
		this.received.push(data);
		if (data.custom_id === 'deaf') return;
		if (data.name === 'form') return this.#reply(interaction, InteractionResponseType.Modal, form);
		if (data.name === 'deaf-form') return this.#reply(interaction, InteractionResponseType.Modal, deafForm);
		const isSelects = data.name === 'selects';
		await this.#reply(interaction, InteractionResponseType.ChannelMessageWithSource, {
			content: isSelects ? 'Here they are' : `Received ${data.name ?? data.custom_id}`,
			flags: isSelects ? 0 : MessageFlags.Ephemeral,
			...(isSelects && {
				components: selects.map((select) => ({ type: ComponentType.ActionRow, components: [select] })),
			}),
		});
	}

	async #suggest(interaction: AutocompleteInteraction): Promise<void> {
		const typed = interaction.options.getFocused();
		this.asked.push(typed);
		if (typed === 'fail') return;
		await this.gates.get(typed);
		const names = ['lamp', 'lantern', 'ladder', hostile].filter((name) => name.includes(typed));
		await interaction.respond(names.map((name) => ({ name: `${name} for ${typed}`, value: name })));
		this.suggested.push(typed);
	}

	async #reply(
		{ id, token }: RawInteraction,
		type: InteractionResponseType,
		data: object | APIModalInteractionResponseCallbackData,
	): Promise<void> {
		await api(this.#discord, 'POST', `/interactions/${id}/${token}/callback`, { type, data });
	}
}
