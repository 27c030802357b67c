import type { FieldError } from '@claimcheck/local-discord/api-error';
import {
	choicesErrors,
	commandErrors,
	messageErrors,
	modalErrors,
} from '@claimcheck/local-discord/payload-checks';
import type {
	APIModalInteractionResponseCallbackData,
	RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Choice } from '../../src/discord/interactions/responses.js';
import type { MessageView } from '../../src/ui/message.js';

// Discord's refusals, one line each; [] if it would accept the payload.

export function messageRefusals({ allowedMentions, ...rest }: MessageView): string[] {
	return messageErrors({ ...rest, allowed_mentions: allowedMentions }).map(asLine);
}

export function modalRefusals(modal: APIModalInteractionResponseCallbackData): string[] {
	return modalErrors(modal).map(asLine);
}

export function choicesRefusals(choices: readonly Choice[]): string[] {
	return choicesErrors([...choices]).map(asLine);
}

export function commandRefusals(data: RESTPostAPIChatInputApplicationCommandsJSONBody): string[] {
	return commandErrors(data).map(asLine);
}

function asLine({ path, code, message }: FieldError): string {
	return path.length === 0 ? message : `${path.join('.')}: ${code}`;
}
