import {
	type AutocompleteInteraction,
	type ButtonInteraction,
	type ChannelSelectMenuInteraction,
	type ChatInputCommandInteraction,
	type Message,
	MessageFlags,
	type ModalSubmitInteraction,
	PermissionFlagsBits,
	type PermissionsBitField,
	type RoleSelectMenuInteraction,
	type StringSelectMenuInteraction,
	type UserContextMenuCommandInteraction,
	type UserSelectMenuInteraction,
} from 'discord.js';
import { translatorFor } from '../i18n/translator.js';
import { ephemeral, type MessageView, type ReplyView } from '../views/message.js';
import type { Answers } from './answers.js';
import type {
	Answerable,
	AutocompleteInput,
	ButtonInput,
	ChatInput,
	ModalInput,
	SelectInput,
	UserMenuInput,
} from './command.js';
import { rightsOfMember } from './rights-of-member.js';
import { sendShowable } from './showable.js';

// The ports that handlers are given: discord.js' interactions, with every answer sent through Answers.

type Select =
	| StringSelectMenuInteraction<'cached'>
	| RoleSelectMenuInteraction<'cached'>
	| UserSelectMenuInteraction<'cached'>
	| ChannelSelectMenuInteraction<'cached'>;
type Component = ButtonInteraction<'cached'> | Select;
type Repliable =
	| ChatInputCommandInteraction<'cached'>
	| UserContextMenuCommandInteraction<'cached'>
	| Component
	| ModalSubmitInteraction<'cached'>;
/** One that may have come from a direct conversation. */
type Sendable = Repliable | ButtonInteraction | ModalSubmitInteraction;

/** Sends a message, without links and pictures where Discord refuses them. */
async function show<View extends MessageView | ReplyView>(
	interaction: Sendable,
	answers: Answers,
	view: View,
	send: (view: View) => Promise<unknown>,
): Promise<void> {
	const isShared = ![view.flags].flat().includes(MessageFlags.Ephemeral) && !interaction.ephemeral;
	const t = translatorFor((isShared && interaction.guildLocale) || interaction.locale);
	const note = t('refusal.linksLeftOut');
	await sendShowable(view, note, send, (error) => answers.refused(error));
}

/**
 * The view as an edit. A message of an earlier version has content or embeds: they have to be taken away for it to
 * become one of components.
 */
function edit(interaction: Sendable, view: MessageView) {
	const isV2 = view.flags === MessageFlags.IsComponentsV2;
	const before = 'message' in interaction ? interaction.message : null;
	if (!isV2 || before === null || before.flags.has(MessageFlags.IsComponentsV2)) return view;
	return { ...view, content: null, embeds: [] };
}

/** discord.js refuses to edit what it hasn't seen acknowledged, even if only the response was lost. */
async function acknowledge(
	interaction: Sendable,
	answers: Answers,
	send: () => Promise<unknown>,
): Promise<void> {
	await answers.first(send);
	interaction.deferred ||= !interaction.replied;
}

function answerable(interaction: Repliable, answers: Answers): Answerable {
	const rights = rightsOfMember(interaction.member, interaction.createdTimestamp);
	return {
		id: interaction.id,
		guildId: interaction.guildId,
		channelId: interaction.channelId,
		slowModeMs: slowModeOf(interaction),
		user: interaction.user,
		member: interaction.member,
		locale: interaction.locale,
		guildLocale: interaction.guildLocale,
		rights,
		mayPost: (channelId) => !rights.isTimedOut && isAllowedToPost(interaction, channelId),
		...sending(interaction, answers),
	};
}

function sending(
	interaction: Sendable,
	answers: Answers,
): Pick<Answerable, 'deferReply' | 'reply' | 'editReply' | 'followUp'> {
	const first = (send: () => Promise<unknown>) => acknowledge(interaction, answers, send);
	return {
		deferReply: (options) => first(() => interaction.deferReply(options)),
		reply: (message) => first(() => show(interaction, answers, message, (it) => interaction.reply(it))),
		editReply: (message) =>
			answers.later(
				() => show(interaction, answers, message, (it) => interaction.editReply(edit(interaction, it))),
				true,
				// Before an answer that never came, "thinking…" would stand until Discord forgets it.
				() => show(interaction, answers, ephemeral(message), (it) => interaction.followUp(it)),
			),
		followUp: (message) =>
			answers.later(() => show(interaction, answers, message, (it) => interaction.followUp(it)), false),
	};
}

function slowModeOf({ channel, memberPermissions }: Repliable): number {
	const { BypassSlowmode } = PermissionFlagsBits;
	if (channel === null || !('rateLimitPerUser' in channel) || memberPermissions.has(BypassSlowmode, false))
		return 0;
	return (channel.rateLimitPerUser ?? 0) * 1_000;
}

function isAllowedToPost(interaction: Repliable, channelId: string | undefined): boolean {
	const { channel, guild, member } = interaction;
	if (channelId === undefined) {
		// Computed by Discord; for a thread that it hasn't announced, nothing else is known.
		return mayPostWith(interaction.memberPermissions, channel?.isThread() ?? false);
	}
	const wanted = guild.channels.cache.get(channelId);
	return wanted !== undefined && mayPostWith(wanted.permissionsFor(member), wanted.isThread());
}

function mayPostWith(permissions: Readonly<PermissionsBitField>, isInThread: boolean): boolean {
	const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks } = PermissionFlagsBits;
	// Without the shortcut for administrators: Discord sends them every bit, and an overwrite can carry that one.
	return permissions.has([ViewChannel, isInThread ? SendMessagesInThreads : SendMessages, EmbedLinks], false);
}

export function chatInputPort(
	interaction: ChatInputCommandInteraction<'cached'>,
	answers: Answers,
): ChatInput {
	return {
		...answerable(interaction, answers),
		options: interaction.options,
		showModal: (modal) => answers.first(() => interaction.showModal(modal)),
	};
}

export function userMenuPort(
	interaction: UserContextMenuCommandInteraction<'cached'>,
	answers: Answers,
): UserMenuInput {
	return { ...answerable(interaction, answers), targetId: interaction.targetId };
}

export function buttonPort(interaction: Component, answers: Answers): ButtonInput {
	return {
		...answerable(interaction, answers),
		...pressed(interaction, answers),
		isOnOwnAnswer: isOwnAnswer(interaction.message),
	};
}

function pressed(
	interaction: Component | ButtonInteraction,
	answers: Answers,
): Pick<ButtonInput, 'customId' | 'message' | 'update' | 'deferUpdate' | 'showModal'> {
	return {
		customId: interaction.customId,
		message: interaction.message,
		update: (message) =>
			answers.first(() =>
				show(interaction, answers, message, (it) => interaction.update(edit(interaction, it))),
			),
		deferUpdate: () => acknowledge(interaction, answers, () => interaction.deferUpdate()),
		showModal: (modal) => answers.first(() => interaction.showModal(modal)),
	};
}

function isOwnAnswer(message: Message | null): boolean {
	return message?.flags.has(MessageFlags.Ephemeral) ?? false;
}

export function selectPort(interaction: Select, answers: Answers): SelectInput {
	return { ...buttonPort(interaction, answers), values: interaction.values };
}

export function modalPort(interaction: ModalSubmitInteraction<'cached'>, answers: Answers): ModalInput {
	return {
		...answerable(interaction, answers),
		customId: interaction.customId,
		fields: interaction.fields,
		isOnOwnAnswer: isOwnAnswer(interaction.message),
		deferUpdate: () => acknowledge(interaction, answers, () => interaction.deferUpdate()),
	};
}

/** The server that a button in a direct conversation is about. */
export interface DirectPlace {
	readonly guildId: string;
	readonly guildLocale: string;
}

/** Whoever answers a direct message has no rights and no roles there, whatever they have in the server. */
function direct(
	interaction: ButtonInteraction | ModalSubmitInteraction,
	answers: Answers,
	{ guildId, guildLocale }: DirectPlace,
): Answerable {
	return {
		id: interaction.id,
		guildId,
		isDirect: true,
		channelId: interaction.channelId,
		slowModeMs: 0,
		user: interaction.user,
		member: { roles: { cache: new Map() }, pending: false },
		locale: interaction.locale,
		guildLocale,
		rights: { isAdministrator: false, isTimedOut: false, has: () => false, isAbove: () => false },
		mayPost: () => false,
		...sending(interaction, answers),
	};
}

export function directButtonPort(
	interaction: ButtonInteraction,
	answers: Answers,
	place: DirectPlace,
): ButtonInput {
	return { ...direct(interaction, answers, place), ...pressed(interaction, answers), isOnOwnAnswer: true };
}

export function directModalPort(
	interaction: ModalSubmitInteraction,
	answers: Answers,
	place: DirectPlace,
): ModalInput {
	return {
		...direct(interaction, answers, place),
		customId: interaction.customId,
		fields: interaction.fields,
		isOnOwnAnswer: true,
		deferUpdate: () => acknowledge(interaction, answers, () => interaction.deferUpdate()),
	};
}

export function autocompletePort(interaction: AutocompleteInteraction<'cached'>): AutocompleteInput {
	return {
		guildId: interaction.guildId,
		user: interaction.user,
		member: interaction.member,
		locale: interaction.locale,
		guildLocale: interaction.guildLocale,
		rights: rightsOfMember(interaction.member, interaction.createdTimestamp),
		options: interaction.options,
		respond: (choices) => interaction.respond(choices),
	};
}
