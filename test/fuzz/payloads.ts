import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ComponentType,
	InteractionType,
} from 'discord.js';
import type { Json } from './edge.js';

// INTERACTION_CREATE as Discord sends it, for a command, a button and a form.

const guildId = '100000000000000001';
const userId = '300000000000000001';
const roleId = '200000000000000001';
const channelId = '500000000000000001';
const botId = '800000000000000001';

const user = { id: userId, username: 'maya', discriminator: '0', avatar: null, global_name: 'Maya' };
const member = {
	roles: [roleId],
	permissions: '2147483647',
	joined_at: '2026-01-01T00:00:00+00:00',
	flags: 0,
};
const channel = { id: channelId, type: 0, guild_id: guildId, name: 'general', permissions: '8' };
const resolved = {
	users: { [userId]: user },
	members: { [userId]: member },
	roles: { [roleId]: { id: roleId, name: 'Buyer', permissions: '0', position: 10, color: 0 } },
	channels: { [channelId]: channel },
};

const interaction = (type: InteractionType, data: Json, more: object = {}) => ({
	id: '500000000000000001',
	application_id: botId,
	type,
	token: 'aW50ZXJhY3Rpb246666.token-of-an-interaction',
	version: 1,
	data,
	guild_id: guildId,
	channel_id: channelId,
	channel,
	member: { user, ...member, deaf: false, mute: false },
	locale: 'en-GB',
	guild_locale: 'de',
	app_permissions: '268454912',
	entitlements: [],
	context: 0,
	authorizing_integration_owners: { '0': guildId },
	attachment_size_limit: 10_485_760,
	...more,
});

const command = { id: '700000000000000000', guild_id: guildId };
const message = (...parts: Json[]): Json => ({
	id: '600000000000000001',
	channel_id: channelId,
	type: 0,
	content: '',
	author: { id: botId, username: 'claimcheck', discriminator: '0', avatar: null, bot: true },
	...{ attachments: [], embeds: [], mentions: [], mention_roles: [], mention_everyone: false, pinned: false },
	...{ tts: false, timestamp: '2026-06-01T00:00:00+00:00', edited_timestamp: null, flags: 64 | 32_768 },
	components: [{ type: 1, id: 2, components: parts }],
});

const part = { type: ComponentType.Button, custom_id: 'cc1:page', label: 'Open', style: 1 };
const pressed = interaction(
	InteractionType.MessageComponent,
	{ custom_id: 'cc1:page', component_type: ComponentType.Button, id: 3 },
	{ message: message(part) },
);

const { String: Text, User: Member, Role, Channel, Boolean: Flag } = ApplicationCommandOptionType;
const field = { type: ComponentType.TextInput, id: 20, custom_id: 'code', value: 'KQT-WDR' };
const select = { type: ComponentType.UserSelect, id: 21, custom_id: 'member', values: [userId] };

export const payloads: Readonly<Record<string, Json>> = {
	command: interaction(InteractionType.ApplicationCommand, {
		...{ ...command, name: 'verify', type: ApplicationCommandType.ChatInput, resolved },
		options: [
			{ type: Text, name: 'code', value: 'AB12-CD34' },
			{ type: Member, name: 'member', value: userId },
			{ type: Role, name: 'role', value: roleId },
			{ type: Channel, name: 'channel', value: channelId },
			{ type: Flag, name: 'share', value: true },
		],
	}),
	button: pressed,
	form: interaction(
		InteractionType.ModalSubmit,
		{
			custom_id: 'cc1:form',
			components: [field, select].map((component, at) => ({ type: 18, id: at + 1, component })),
			resolved,
		},
		{ message: message() },
	),
};
