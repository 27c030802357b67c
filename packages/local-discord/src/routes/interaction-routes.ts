import {
	IncomingWebhookRequestPartialSchema,
	IncomingWebhookUpdateRequestPartialSchema,
} from 'discord-api-spec/zod';
import { MessageFlags } from 'discord-api-types/v10';
import { apiError } from '../api-error.js';
import type { Interaction } from '../interaction.js';
import { checkFlags, createFlags, parseMessageBody } from '../message-rules.js';
import type { StoredMessage } from '../message-store.js';
import type { RouteRequest, Routes } from '../route.js';
import type { World } from '../world.js';
import { answerInteraction, answerTarget } from './interaction-callback.js';

/** Responses to interactions. The token in the path is the only authorization. */
export function interactionRoutes(world: World): Routes {
	const ownId = (request: RouteRequest) => ownMessage(interactionOf(world, request), request);
	return {
		'POST /interactions/{interaction_id}/{interaction_token}/callback': (request) =>
			answerInteraction(world, request),
		'POST /webhooks/{application_id}/{interaction_token}': (request) => followUp(world, request).current,
		'GET /webhooks/{application_id}/{interaction_token}/messages/{message_id}': (request) =>
			world.messages.get(ownId(request)).current,
		'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}': (request) => {
			const id = ownId(request);
			const body = parseMessageBody(IncomingWebhookUpdateRequestPartialSchema, request.body);
			return world.messages.edit(id, { body, files: request.files, path: [] }).current;
		},
		'DELETE /webhooks/{application_id}/{interaction_token}/messages/{message_id}': (request) =>
			world.messages.delete(ownId(request)),
	};
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
