import { ApiError, type FieldError } from '@claimcheck/local-discord/api-error';
import { parseCommand } from '@claimcheck/local-discord/command-rules';
import { modalComponentErrors } from '@claimcheck/local-discord/component-rules';
import { messageBodySchema, modalBodySchema } from '@claimcheck/local-discord/message-body';
import { checkMessage } from '@claimcheck/local-discord/message-rules';
import { schemaErrors } from '@claimcheck/local-discord/spec';
import {
	type APIModalInteractionResponseCallbackData,
	InteractionResponseType,
	MessageFlags,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import {
	ApplicationCommandAutocompleteCallbackRequestSchema,
	CreateMessageInteractionCallbackRequestSchema,
	IncomingWebhookUpdateRequestPartialSchema,
	ModalInteractionCallbackRequestSchema,
	UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import type { AutocompleteChoice } from '../../src/discord/command.js';
import type { MessageView } from '../../src/views/message.js';

// What Discord would refuse, by its published schemas and by the rules that those leave out; [] where it would take
// the payload. One line for each fault.

/** A message, as a first answer, as an update of the message that a component is on, and as an edit. */
export function messageRefusals(view: MessageView): string[] {
	const { allowedMentions, ...rest } = view;
	const body = { ...rest, allowed_mentions: allowedMentions };
	const ephemeral = { ...body, flags: MessageFlags.Ephemeral | (view.flags ?? 0) };
	return [
		...schemaErrors(CreateMessageInteractionCallbackRequestSchema, {
			type: InteractionResponseType.ChannelMessageWithSource,
			data: ephemeral,
		}),
		...schemaErrors(UpdateMessageInteractionCallbackRequestSchema, {
			type: InteractionResponseType.UpdateMessage,
			data: body,
		}),
		...schemaErrors(IncomingWebhookUpdateRequestPartialSchema, body),
	]
		.map(asLine)
		.concat(refusedBy(() => checkWholeMessage(view)));
}

function checkWholeMessage(view: MessageView): void {
	checkMessage(
		messageBodySchema.parse(view),
		{
			content: view.content ?? '',
			embedCount: view.embeds?.length ?? 0,
			componentCount: view.components?.length ?? 0,
			attachmentCount: 0,
			isV2: view.flags === MessageFlags.IsComponentsV2,
		},
		[],
	);
}

export function modalRefusals(modal: APIModalInteractionResponseCallbackData): string[] {
	const callback = { type: InteractionResponseType.Modal, data: modal };
	return [
		...schemaErrors(ModalInteractionCallbackRequestSchema, callback),
		...modalComponentErrors(modalBodySchema.parse(modal).components, ['components']),
	].map(asLine);
}

export function choicesRefusals(choices: readonly AutocompleteChoice[]): string[] {
	return schemaErrors(ApplicationCommandAutocompleteCallbackRequestSchema, {
		type: InteractionResponseType.ApplicationCommandAutocompleteResult,
		data: { choices },
	}).map(asLine);
}

export function commandRefusals(data: RESTPostAPIChatInputApplicationCommandsJSONBody): string[] {
	return refusedBy(() => parseCommand(data, []));
}

function refusedBy(check: () => unknown): string[] {
	try {
		check();
		return [];
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return [error.message, ...error.fields.map(asLine)];
	}
}

function asLine({ path, code }: FieldError): string {
	return `${path.join('.')}: ${code}`;
}
