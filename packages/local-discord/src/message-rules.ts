import { MessageFlags } from 'discord-api-types/v10';
import type { ZodMiniType } from 'zod/mini';
import { addressErrors } from './address-rules.js';
import { apiError, type FieldError, invalidForm } from './api-error.js';
import { componentAddressErrors, messageComponentErrors } from './component-rules.js';
import { type EmbedBody, type MessageBody, messageBodySchema } from './message-body.js';
import type { MessageContent } from './message-payload.js';
import { schemaErrors } from './spec.js';
import { textLength } from './text-length.js';

// Rules for messages that Discord's published schema leaves out.

type Path = readonly (string | number)[];

const maxContentLength = 2000;
/** Over all embeds of a message: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const maxEmbedCharacters = 6000;

/** The resulting message, new or after an edit. */
type ResultingMessage = Pick<MessageContent, 'content' | 'embeds' | 'components' | 'attachments' | 'flags'>;

/** A message's body, checked against Discord's own schema for the route. Throws ApiError 50035. */
export function parseMessageBody(schema: ZodMiniType, body: unknown): MessageBody {
	const errors = schemaErrors(schema, body ?? {});
	if (errors.length > 0) throw invalidForm(errors);
	return messageBodySchema.parse(body ?? {});
}

/**
 * Throws ApiError 50035 or 50006 if Discord would refuse the message. `path` leads to it in the body. It is not known
 * whether components refuse the same addresses as embeds; here they do.
 */
export function checkMessage(body: MessageBody, result: ResultingMessage, path: Path): void {
	const isV2 = (result.flags & MessageFlags.IsComponentsV2) !== 0;
	const errors = [
		...contentErrors(body, path),
		...mentionErrors(body, path),
		...embedsErrors(body.embeds ?? [], [...path, 'embeds']),
		...messageComponentErrors(body.components ?? [], isV2, [...path, 'components']),
		...componentAddressErrors(body.components ?? [], [...path, 'components']),
		...(isV2 ? legacyFieldErrors(result, path) : []),
	];
	if (errors.length > 0) throw invalidForm(errors);
	const { content, embeds, components, attachments } = result;
	const partCount = embeds.length + components.length + attachments.length;
	if (content === '' && partCount === 0) throw apiError('emptyMessage');
}

/** Throws ApiError 50035 if a new message has a flag that can't be set this way. */
export function checkFlags(flags: number, allowed: readonly MessageFlags[], path: Path): void {
	const rest = allowed.reduce((bits, flag) => bits & ~flag, flags);
	if (rest === 0) return;
	throw invalidForm([
		{ path: [...path, 'flags'], code: 'MESSAGE_FLAGS_INVALID', message: `Flags ${rest} cannot be set here` },
	]);
}

/** The flags that a bot can set on its own messages. */
export const createFlags = [
	MessageFlags.SuppressEmbeds,
	MessageFlags.SuppressNotifications,
	MessageFlags.IsComponentsV2,
] as const;

function contentErrors(body: MessageBody, path: Path): FieldError[] {
	if (textLength(body.content ?? '') <= maxContentLength) return [];
	const message = `Must be ${maxContentLength} or fewer in length.`;
	return [{ path: [...path, 'content'], code: 'BASE_TYPE_MAX_LENGTH', message }];
}

/**
 * A kind of mention can be allowed entirely or by ids:
 * https://discord.com/developers/docs/resources/message#allowed-mentions-object
 */
function mentionErrors({ allowed_mentions: allowed }: MessageBody, path: Path): FieldError[] {
	return (['users', 'roles'] as const).flatMap((kind) => {
		if (!allowed?.parse?.includes(kind) || (allowed[kind] ?? []).length === 0) return [];
		const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
		return [
			{ path: [...path, 'allowed_mentions'], code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message },
		];
	});
}

function legacyFieldErrors(result: ResultingMessage, path: Path): FieldError[] {
	const code = 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2';
	const error = (field: string): FieldError => ({
		path: [...path, field],
		code,
		message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
	});
	return [
		...(result.content === '' ? [] : [error('content')]),
		...(result.embeds.length === 0 ? [] : [error('embeds')]),
	];
}

function embedsErrors(embeds: readonly EmbedBody[], path: Path): FieldError[] {
	const errors = embeds.flatMap((embed, index) => embedErrors(embed, [...path, index]));
	const total = embeds.reduce((sum, embed) => sum + embedCharacters(embed), 0);
	if (total > maxEmbedCharacters) {
		const message = `Embed size exceeds maximum size of ${maxEmbedCharacters}`;
		errors.push({ path, code: 'MAX_EMBED_SIZE_EXCEEDED', message });
	}
	return errors;
}

function embedErrors(embed: EmbedBody, path: Path): FieldError[] {
	const errors: FieldError[] = [];
	const require = (at: Path) =>
		errors.push({ path: [...path, ...at], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
	const { title, description, url, image } = embed;
	if (image != null && image.url == null) require(['image', 'url']);
	if (image == null && !title?.trim() && !description?.trim()) require(['description']);
	return [
		...errors,
		...addressErrors(url, false, [...path, 'url']),
		...addressErrors(image?.url, true, [...path, 'image', 'url']),
	];
}

function embedCharacters({ title, description }: EmbedBody): number {
	return textLength(title?.trim() ?? '') + textLength(description?.trim() ?? '');
}
