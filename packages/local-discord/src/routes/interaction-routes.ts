import {
	IncomingWebhookRequestPartialSchema,
	IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';
import { MessageFlags } from 'discord-api-types/v10';
import { apiError } from '../api-error.js';
import type { Interaction } from '../interaction.js';
import { checkFlags, createFlags, parseMessageBody } from '../message-rules.js';
import type { StoredMessage } from '../message-store.js';
import type { Route, RouteRequest } from '../route.js';
import type { World } from '../world.js';
import { answerInteraction, answerTarget } from './interaction-callback.js';

/** Responses to interactions. The token in the path is the only authorization. */
export function interactionRoutes(world: World): Route[] {
	return [
		{
			key: 'POST /interactions/{interaction_id}/{interaction_token}/callback',
			needsBot: false,
			query: ['with_response'],
			handle: (request) => answerInteraction(world, request),
		},
		{
			key: 'POST /webhooks/{application_id}/{interaction_token}',
			needsBot: false,
			// A follow-up always waits, and may always have components.
			query: ['wait', 'with_components'],
			handle: (request) => ({ status: 200, body: followUp(world, request).current }),
		},
		{
			key: 'GET /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
			needsBot: false,
			handle: (request) => {
				const message = ownMessage(interactionOf(world, request), request);
				return { status: 200, body: world.messages.get(message).current };
			},
		},
		{
			key: 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
			needsBot: false,
			query: ['with_components'],
			handle: (request) => {
				const message = ownMessage(interactionOf(world, request), request);
				const body = parseMessageBody(IncomingWebhookUpdateRequestPartialSchema, request.body);
				const edited = world.messages.edit(message, { body, files: request.files, path: [] });
				return { status: 200, body: edited.current };
			},
		},
		{
			key: 'DELETE /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
			needsBot: false,
			handle: (request) => {
				world.messages.delete(ownMessage(interactionOf(world, request), request));
				return { status: 204 };
			},
		},
	];
}

function interactionOf(world: World, request: RouteRequest): Interaction {
	if (request.param('application_id') !== world.applicationId) throw apiError('unknownWebhook');
	return world.interactions.forWebhook(request.param('interaction_token'));
}

function followUp(world: World, request: RouteRequest): StoredMessage {
	const interaction = interactionOf(world, request);
	const body = parseMessageBody(IncomingWebhookRequestPartialSchema, request.body);
	checkFlags(body.flags ?? 0, [...createFlags, MessageFlags.Ephemeral], []);
	const upload = { body, files: request.files, path: [] };
	// Discord keeps this behavior for old bots: right after a deferral, it edits the "is thinking …" message instead.
	if (interaction.answer?.isLoading) return world.messages.edit(interaction.answer.id, upload);
	const message = world.messages.create(answerTarget(world, interaction, body.flags ?? 0), upload);
	interaction.addFollowUp(message);
	world.interactions.watch(interaction, message.id);
	return message;
}

/** The id of the message that the path means. Throws ApiError 10008 if it isn't one of the interaction's. */
function ownMessage(interaction: Interaction, request: RouteRequest): string {
	const given = request.param('message_id');
	const messageId = given === '@original' ? interaction.answer?.id : given;
	if (messageId === undefined || !interaction.owns(messageId)) throw apiError('unknownMessage');
	return messageId;
}
