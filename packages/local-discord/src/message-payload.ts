import { MessageResponseSchema } from 'discord-api-spec/zod';
import { type APIMessage, MessageFlags, MessageType } from 'discord-api-types/v10';
import type { Mentions } from './mentions.js';
import type { ComponentBody, EmbedBody } from './message-body.js';
import type { SnowflakeFactory } from './snowflake.js';
import { conforming } from './spec.js';
import { type User, userPayload } from './users.js';

export interface Attachment {
	readonly id: string;
	readonly filename: string;
	readonly size: number;
	readonly url: string;
	readonly contentType: string;
	readonly description: string | undefined;
}

/** A message's content, completed and not yet sent. */
export interface MessageContent {
	readonly content: string;
	readonly embeds: readonly EmbedBody[];
	readonly components: readonly ComponentBody[];
	readonly attachments: readonly Attachment[];
	readonly flags: number;
	readonly nonce: string | number | undefined;
	readonly mentions: Mentions;
}

export interface MessageParts extends MessageContent {
	readonly id: string;
	readonly channelId: string;
	readonly author: User;
	readonly applicationId: string;
	/** Set if the message replies to an interaction. */
	readonly interaction?: Record<string, unknown> | undefined;
	/** The default is the type of a reply or of an ordinary message. */
	readonly messageType?: MessageType | undefined;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly editedAt: number | undefined;
	readonly ids: SnowflakeFactory;
}

/** A message as the API and the gateway show it: the bot's content with the fields that Discord adds. */
export function messagePayload(parts: MessageParts): APIMessage {
	const isAnswer = parts.interaction !== undefined;
	const ephemeral = (parts.flags & MessageFlags.Ephemeral) !== 0;
	let lastNumber = 0;
	const number = () => {
		lastNumber += 1;
		return lastNumber;
	};
	return conforming(
		MessageResponseSchema,
		{
			id: parts.id,
			type: parts.messageType ?? (isAnswer ? MessageType.ChatInputCommand : MessageType.Default),
			channel_id: parts.channelId,
			author: userPayload(parts.author),
			content: parts.content,
			embeds: parts.embeds.map((embed) => embedPayload(embed, parts.attachments)),
			components: parts.components.map((component) => componentPayload(component, parts, number)),
			attachments: parts.attachments.map((attachment) => ({
				id: attachment.id,
				filename: attachment.filename,
				size: attachment.size,
				url: attachment.url,
				proxy_url: attachment.url,
				content_type: attachment.contentType,
				...(attachment.description !== undefined && { description: attachment.description }),
				...(ephemeral && { ephemeral }),
			})),
			mentions: parts.mentions.users.map(userPayload),
			mention_roles: parts.mentions.roleIds,
			mention_everyone: parts.mentions.isEveryone,
			timestamp: new Date(parts.createdAt).toISOString(),
			edited_timestamp: parts.editedAt === undefined ? null : new Date(parts.editedAt).toISOString(),
			flags: parts.flags,
			pinned: false,
			tts: false,
			...(isAnswer && {
				application_id: parts.applicationId,
				webhook_id: parts.applicationId,
				interaction_metadata: parts.interaction,
			}),
			...(parts.nonce !== undefined && { nonce: parts.nonce }),
		},
		'message',
	);
}

function embedPayload(embed: EmbedBody, attachments: readonly Attachment[]): Record<string, unknown> {
	const url = resolveUrl(embed.image?.url, attachments);
	// Discord shows no image for a missing file, and reports no error.
	const image = url === undefined ? undefined : { url, proxy_url: url, width: 0, height: 0 };
	return withoutAbsent({ ...embed, type: 'rich', image });
}

function componentPayload(
	component: ComponentBody,
	parts: MessageParts,
	number: () => number,
): Record<string, unknown> {
	const own = {
		...withoutAbsent(component),
		id: component.id ?? number(),
		...defaultsByType[component.type]?.(component),
	};
	const media = (value: { url: string }) => {
		const url = resolveUrl(value.url, parts.attachments) ?? value.url;
		return { id: parts.ids.next(), url, proxy_url: url, width: null, height: null };
	};
	return {
		...own,
		...(component.options !== undefined && { options: component.options.map(withoutAbsent) }),
		...(component.media !== undefined && { media: media(component.media) }),
		...(component.file !== undefined && { file: media(component.file) }),
		...(component.items !== undefined && {
			items: component.items.map((item) => ({
				media: media(item.media),
				description: item.description ?? null,
				spoiler: item.spoiler ?? false,
			})),
		}),
		...(component.components !== undefined && {
			components: component.components.map((child) => componentPayload(child, parts, number)),
		}),
		...(component.accessory !== undefined && {
			accessory: componentPayload(component.accessory, parts, number),
		}),
	};
}

const selectDefaults = (component: ComponentBody) => ({
	min_values: component.min_values ?? 1,
	max_values: component.max_values ?? 1,
});
const spoiler = (component: ComponentBody) => ({ spoiler: component.spoiler ?? false });

/** Discord's default values, by component type. */
const defaultsByType: Readonly<Record<number, (component: ComponentBody) => Record<string, unknown>>> = {
	3: selectDefaults,
	5: selectDefaults,
	6: selectDefaults,
	7: selectDefaults,
	8: selectDefaults,
	11: (component) => ({ ...spoiler(component), description: component.description ?? null }),
	13: (component) => ({ ...spoiler(component), name: null, size: null }),
	14: (component) => ({ spacing: component['spacing'] ?? 1, divider: component['divider'] ?? true }),
	17: (component) => ({ ...spoiler(component), accent_color: component.accent_color ?? null }),
};

function resolveUrl(url: string | null | undefined, attachments: readonly Attachment[]): string | undefined {
	if (url == null || url === '') return undefined;
	if (!url.startsWith('attachment://')) return url;
	const name = url.slice('attachment://'.length);
	return attachments.find((attachment) => attachment.filename === name)?.url;
}

function withoutAbsent(object: object): Record<string, unknown> {
	return Object.fromEntries(Object.entries(object).filter(([, value]) => value != null));
}
