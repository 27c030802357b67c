import {
	ApplicationCommandAutocompleteCallbackRequestSchema,
	CreateMessageInteractionCallbackRequestSchema,
	InteractionResponseSchema,
	ModalInteractionCallbackRequestSchema,
	UpdateMessageInteractionCallbackRequestSchema,
} from 'discord-api-spec/zod';
import { ComponentType, InteractionResponseType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { z } from 'zod';
import { apiError, invalidForm } from '../api-error.js';
import { type Interaction, type InteractionKind, interactionTypes } from '../interaction.js';
import { messageBodySchema, modalBodySchema } from '../message-body.js';
import { checkFlags, createFlags } from '../message-rules.js';
import type { NewMessage, StoredMessage } from '../message-store.js';
import { modalComponentErrors } from '../modal-rules.js';
import type { RouteRequest } from '../route.js';
import { conforming, schemaErrors } from '../spec.js';
import { textLength } from '../text-length.js';
import type { World } from '../world.js';

const { ChannelMessageWithSource, DeferredChannelMessageWithSource, DeferredMessageUpdate, UpdateMessage } =
	InteractionResponseType;
const { ApplicationCommandAutocompleteResult, Modal } = InteractionResponseType;

/**
 * Accepted response types by interaction:
 * https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
 */
const accepted: Readonly<Record<InteractionKind, readonly number[]>> = {
	'chat-input': [ChannelMessageWithSource, DeferredChannelMessageWithSource, Modal],
	'user-menu': [ChannelMessageWithSource, DeferredChannelMessageWithSource, Modal],
	autocomplete: [ApplicationCommandAutocompleteResult],
	component: [
		ChannelMessageWithSource,
		DeferredChannelMessageWithSource,
		DeferredMessageUpdate,
		UpdateMessage,
		Modal,
	],
	'modal-submit': [
		ChannelMessageWithSource,
		DeferredChannelMessageWithSource,
		DeferredMessageUpdate,
		UpdateMessage,
	],
};

const schemas: Readonly<Record<number, Parameters<typeof schemaErrors>[0]>> = {
	[ChannelMessageWithSource]: CreateMessageInteractionCallbackRequestSchema,
	[DeferredChannelMessageWithSource]: CreateMessageInteractionCallbackRequestSchema,
	[DeferredMessageUpdate]: UpdateMessageInteractionCallbackRequestSchema,
	[UpdateMessage]: UpdateMessageInteractionCallbackRequestSchema,
	[ApplicationCommandAutocompleteResult]: ApplicationCommandAutocompleteCallbackRequestSchema,
	[Modal]: ModalInteractionCallbackRequestSchema,
};

const callbackSchema = z.object({ type: z.number(), data: z.unknown().optional() });

const choicesSchema = z.object({
	choices: z
		.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) }))
		.max(25)
		.default([]),
});

/** The bot's first response to an interaction. Throws ApiError 10062, 40060, 50035 or 50006. */
export function answerInteraction(world: World, request: RouteRequest): unknown {
	const interaction = world.interactions.forCallback(
		request.param('interaction_id'),
		request.param('interaction_token'),
	);
	const { type, data } = checkedCallback(interaction, request.body);
	const afterMs = world.clock.now() - interaction.dispatchedAt;
	const result = apply(world, interaction, type, data, request);
	const isEphemeral = ((result.answer?.current.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
	interaction.acknowledge({ type, afterMs, isEphemeral }, result);
	if (result.answer !== undefined) world.interactions.watch(interaction, result.answer.id);
	world.events.emit({
		type: 'interaction-acknowledged',
		interactionId: interaction.id,
		callbackType: type,
		afterMs,
	});
	if (request.query.get('with_response') !== 'true') return undefined;
	return callbackPayload(interaction, type, result.answer);
}

/** A message that replies to the interaction, and its audience. */
export function answerTarget(world: World, interaction: Interaction, flags: number): NewMessage {
	const isEphemeral = (flags & MessageFlags.Ephemeral) !== 0;
	return {
		channelId: interaction.channelId,
		guildId: interaction.guildId,
		author: world.bot,
		interaction: interaction.metadata,
		messageType: interaction.kind === 'user-menu' ? MessageType.ContextMenuCommand : undefined,
		visibleTo: isEphemeral ? interaction.userId : undefined,
		flags: flags & ~MessageFlags.IsComponentsV2,
	};
}

function checkedCallback(interaction: Interaction, body: unknown): z.infer<typeof callbackSchema> {
	const parsed = callbackSchema.safeParse(body);
	const type = parsed.success ? parsed.data.type : undefined;
	const schema = type === undefined ? undefined : schemas[type];
	const needsSource = type === DeferredMessageUpdate || type === UpdateMessage;
	const isFit =
		type !== undefined &&
		accepted[interaction.kind].includes(type) &&
		(!needsSource || interaction.source !== undefined);
	if (!parsed.success || schema === undefined || !isFit) {
		const message = `Value must be one of {${accepted[interaction.kind].join(', ')}}.`;
		throw invalidForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message }]);
	}
	const errors = schemaErrors(schema, body);
	if (errors.length > 0) throw invalidForm(errors);
	return parsed.data;
}

function apply(
	world: World,
	interaction: Interaction,
	type: number,
	data: unknown,
	request: RouteRequest,
): Parameters<Interaction['acknowledge']>[1] {
	const upload = { body: messageBodySchema.parse({}), files: request.files, path: ['data'] };
	switch (type) {
		case ChannelMessageWithSource: {
			const body = messageBodySchema.parse(data ?? {});
			checkFlags(body.flags ?? 0, [...createFlags, MessageFlags.Ephemeral], ['data']);
			const target = answerTarget(world, interaction, body.flags ?? 0);
			return { answer: world.messages.create(target, { ...upload, body }) };
		}
		case DeferredChannelMessageWithSource: {
			// Flags without a meaning for "is thinking …" are ignored.
			const flags = (messageBodySchema.parse(data ?? {}).flags ?? 0) & MessageFlags.Ephemeral;
			return { answer: world.messages.createLoading(answerTarget(world, interaction, flags)) };
		}
		case DeferredMessageUpdate:
			return { answer: interaction.source };
		case UpdateMessage: {
			if (interaction.source === undefined) throw apiError('unknownMessage');
			const body = messageBodySchema.parse(data ?? {});
			return { answer: world.messages.edit(interaction.source.id, { ...upload, body }) };
		}
		case ApplicationCommandAutocompleteResult:
			return { choices: checkedChoices(data) };
		default:
			return { modal: checkedModal(world, data) };
	}
}

function checkedChoices(data: unknown): z.infer<typeof choicesSchema>['choices'] {
	const { choices } = choicesSchema.parse(data ?? {});
	const errors = choices.flatMap((choice, index) => {
		const [name, value] = [textLength(choice.name), textLength(String(choice.value))];
		const isFit = name >= 1 && name <= 100 && value <= 100;
		const message = 'Must be between 1 and 100 in length.';
		return isFit ? [] : [{ path: ['data', 'choices', index], code: 'BASE_TYPE_BAD_LENGTH', message }];
	});
	if (errors.length > 0) throw invalidForm(errors);
	return choices;
}

/** Fields that no person here can fill in. */
const unbuiltFields: readonly number[] = [
	ComponentType.RadioGroup,
	ComponentType.CheckboxGroup,
	ComponentType.Checkbox,
];

function checkedModal(world: World, data: unknown): z.infer<typeof modalBodySchema> {
	const modal = modalBodySchema.parse(data);
	const errors = modalComponentErrors(modal.components, ['data', 'components']);
	if (errors.length > 0) throw invalidForm(errors);
	const unbuilt = modal.components.find((it) => unbuiltFields.includes((it.component ?? it).type));
	if (unbuilt !== undefined) world.calls.noteMissing('not built yet: forms with radio buttons or boxes');
	return modal;
}

function callbackPayload(interaction: Interaction, type: number, answer: StoredMessage | undefined): unknown {
	const details = {
		id: interaction.id,
		type: interactionTypes[interaction.kind],
		channel_id: interaction.channelId,
		...(interaction.guildId !== undefined && { guild_id: interaction.guildId }),
		...(answer !== undefined && {
			response_message_id: answer.id,
			response_message_loading: answer.isLoading,
			response_message_ephemeral: answer.visibleTo !== undefined,
		}),
	};
	return {
		interaction: conforming(InteractionResponseSchema, details, 'interaction'),
		...(answer !== undefined && { resource: { type, message: answer.current } }),
	};
}
