import { type APIMessage, MessageFlags } from 'discord.js';
import type { MessageView } from '../../src/views/kit/message.js';
import { channelIds, now } from '../states/sample.js';

/**
 * A view as Discord's API would show it once it was sent: for the viewer's eyes only and edited, so that the client's
 * own words are there too.
 */
export function sentMessage(view: MessageView): APIMessage {
	const { content = '', embeds = [], components = [], files = [], flags = 0 } = view;
	const addressOf = (name: string) => `https://files.example/${name}`;
	const message = {
		id: '500000000000000001',
		type: 0,
		channel_id: channelIds.verify,
		author: {
			id: '900000000000000001',
			username: 'Claimcheck',
			discriminator: '0',
			avatar: null,
			global_name: null,
			bot: true,
		},
		content,
		embeds,
		components,
		attachments: files.map(({ name, attachment, description }, at) => ({
			id: String(at),
			filename: name,
			size: attachment.length,
			url: addressOf(name),
			proxy_url: addressOf(name),
			description,
		})),
		mentions: [],
		mention_roles: [],
		mention_everyone: false,
		timestamp: new Date(now).toISOString(),
		edited_timestamp: new Date(now).toISOString(),
		flags: flags | MessageFlags.Ephemeral,
		pinned: false,
		tts: false,
	};
	// Discord puts the address of a file that was sent along in the place of its name.
	const sent = JSON.stringify(message).replaceAll(/attachment:\/\/([\w.-]+)/g, (_, name: string) =>
		addressOf(name),
	);
	return JSON.parse(sent) as APIMessage;
}
