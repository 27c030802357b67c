import {
	ApplicationCommandAutocompleteCallbackRequestSchema,
	CreateMessageInteractionCallbackRequestSchema,
	IncomingWebhookUpdateRequestPartialSchema,
	ModalInteractionCallbackRequestSchema,
	UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import {
	type APIApplicationCommandOptionChoice,
	type APIModalInteractionResponseCallbackData,
	InteractionResponseType,
	MessageFlags,
} from 'discord-api-types/v10';
import { isWellFormed } from './address-rules.js';
import { ApiError, type FieldError } from './api-error.js';
import { parseCommand } from './command-rules.js';
import { messageBodySchema, modalBodySchema } from './message-body.js';
import { checkMessage } from './message-rules.js';
import { modalComponentErrors } from './modal-rules.js';
import { schemaErrors } from './spec.js';

// Discord's errors for a payload, without any server, for testing code that creates payloads. Each is checked against
// Discord's published schema and the rules that the schema leaves out; [] if Discord would accept it.

/**
 * A message in Discord's JSON (`allowed_mentions`, not `allowedMentions`): as a first reply, as an update of a
 * component's message, and as an edit. Files are not checked.
 */
export function messageErrors(message: object): FieldError[] {
	const flags = 'flags' in message && typeof message.flags === 'number' ? message.flags : 0;
	return [
		...schemaErrors(CreateMessageInteractionCallbackRequestSchema, {
			type: InteractionResponseType.ChannelMessageWithSource,
			data: { ...message, flags: flags | MessageFlags.Ephemeral },
		}),
		...schemaErrors(UpdateMessageInteractionCallbackRequestSchema, {
			type: InteractionResponseType.UpdateMessage,
			data: message,
		}),
		...schemaErrors(IncomingWebhookUpdateRequestPartialSchema, message),
		...refusedBy(() => {
			const body = messageBodySchema.parse(message);
			const { content, embeds, components } = body;
			const parts = { embeds: embeds ?? [], components: components ?? [], attachments: [], flags };
			checkMessage(body, { content: (content ?? '').trim(), ...parts }, []);
		}),
	];
}

/** A modal in Discord's JSON. */
export function modalErrors(modal: APIModalInteractionResponseCallbackData): FieldError[] {
	const callback = { type: InteractionResponseType.Modal, data: modal };
	return [
		...schemaErrors(ModalInteractionCallbackRequestSchema, callback),
		...modalComponentErrors(modalBodySchema.parse(modal).components, ['components']),
	];
}

/** The suggestions of an autocomplete. */
export function choicesErrors(choices: readonly APIApplicationCommandOptionChoice[]): FieldError[] {
	return schemaErrors(ApplicationCommandAutocompleteCallbackRequestSchema, {
		type: InteractionResponseType.ApplicationCommandAutocompleteResult,
		data: { choices },
	});
}

/** A command of any kind, as it is registered. */
export function commandErrors(command: object): FieldError[] {
	return refusedBy(() => parseCommand(command, []));
}

/**
 * True if Discord accepts this web address in an embed. An address that it doesn't accept makes it refuse the whole
 * message.
 */
export const isAcceptedAddress = isWellFormed;

/** A refusal that names no field, such as that of an empty message, is an error at the root. */
function refusedBy(check: () => unknown): FieldError[] {
	try {
		check();
		return [];
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const { fields, code, message } = error;
		return fields.length > 0 ? [...fields] : [{ path: [], code: String(code), message }];
	}
}
