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
import { translatorFor } from '../../i18n/translator.js';
import { ephemeral, isEphemeral, type MessageView, type ReplyView } from '../../views/kit/message.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { isHiddenFrom } from '../guilds/cached-guild-facts.js';
import type { InteractionCalls } from './interaction-calls.js';
import type {
	Answerable,
	AutocompleteInput,
	ButtonInput,
	ChatInput,
	ModalInput,
	SelectInput,
	UserMenuInput,
} from './interaction-ports.js';
import type { ReliableAnswers } from './reliable-answers.js';
import { rightsOfMember } from './rights-of-member.js';

// Adapts discord.js interactions to the ports that handlers use, and sends every answer through ReliableAnswers.

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
/** An interaction that may come from a direct message. */
type Sendable = Repliable | ButtonInteraction | ModalSubmitInteraction;

/** How an interaction is answered: the requests, and their retries. */
export interface Way {
	readonly calls: InteractionCalls;
	readonly answers: ReliableAnswers;
}

/** Sends a message, without links and images if Discord rejects them. */
async function show<View extends MessageView | ReplyView>(
	interaction: Sendable,
	{ calls, answers }: Way,
	view: View,
	send: (view: View) => Promise<unknown>,
): Promise<void> {
	const note = (): string => {
		const isShared = ![view.flags].flat().includes(MessageFlags.Ephemeral) && !calls.isEphemeral;
		const t = translatorFor((isShared && interaction.guildLocale) || interaction.locale);
		return t('refusal.linksLeftOut');
	};
	await sendWithLinkFallback(view, note, send, (error) => answers.refused(error));
}

/**
 * The view as an edit. Messages of earlier versions have content or embeds, which have to be cleared before Discord
 * accepts components.
 */
function edit(interaction: Sendable, view: MessageView) {
	const isV2 = view.flags === MessageFlags.IsComponentsV2;
	const before = 'message' in interaction ? interaction.message : null;
	if (!isV2 || before === null || before.flags.has(MessageFlags.IsComponentsV2)) return view;
	return { ...view, content: null, embeds: [] };
}

function answerable(interaction: Repliable, way: Way): Answerable {
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
		...sending(interaction, way),
	};
}

function sending(
	interaction: Sendable,
	way: Way,
): Pick<Answerable, 'deferReply' | 'reply' | 'editReply' | 'followUp'> {
	const { calls, answers } = way;
	return {
		deferReply: (options) => answers.first(() => calls.deferReply(options?.flags)),
		reply: (message) => answers.first(() => show(interaction, way, message, (it) => calls.reply(it))),
		editReply: (message) =>
			answers.later(
				() => show(interaction, way, message, (it) => calls.editReply(edit(interaction, it))),
				true,
				// If no answer has arrived, "thinking…" stays until Discord expires the interaction.
				() => show(interaction, way, ephemeral(message), (it) => calls.followUp(it)),
			),
		followUp: (message) =>
			answers.later(
				() => show(interaction, way, message, (it) => calls.followUp(it)),
				// One person who sees it twice is better off than with silence.
				isEphemeral(message),
			),
	};
}

function slowModeOf({ channel, memberPermissions }: Repliable): number {
	const seconds = (channel !== null && 'rateLimitPerUser' in channel && channel.rateLimitPerUser) || 0;
	if (seconds === 0 || memberPermissions.has(PermissionFlagsBits.BypassSlowmode, false)) return 0;
	return seconds * 1_000;
}

function isAllowedToPost(interaction: Repliable, channelId: string | undefined): boolean {
	const { channel, guild, member } = interaction;
	if (channelId === undefined) {
		// Computed by Discord. Nothing else is known about a thread that the gateway hasn't announced.
		return mayPostWith(interaction.memberPermissions, channel?.isThread() ?? false);
	}
	const wanted = guild.channels.cache.get(channelId);
	if (wanted === undefined) return false;
	const chosen = chosenIn(interaction)?.get(channelId)?.permissions;
	if (chosen != null) return mayPostWith(chosen, wanted.isThread());
	// The member's permissions are unknown, but the bot can't post there either, and says so.
	if (guild.members.me !== null && isHiddenFrom(guild.members.me, wanted)) return true;
	return mayPostWith(wanted.permissionsFor(member), wanted.isThread());
}

/** The channels that the member has chosen, with permissions computed by Discord, even if the bot can't see them. */
function chosenIn(interaction: Repliable) {
	if (interaction.isChannelSelectMenu()) return interaction.channels;
	return interaction.isChatInputCommand() ? interaction.options.resolved?.channels : undefined;
}

function mayPostWith(permissions: Readonly<PermissionsBitField>, isInThread: boolean): boolean {
	const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks } = PermissionFlagsBits;
	// Without the administrator shortcut: Discord sets every bit for administrators, and an overwrite can contain that
	// bit.
	return permissions.has([ViewChannel, isInThread ? SendMessagesInThreads : SendMessages, EmbedLinks], false);
}

export function chatInputPort(interaction: ChatInputCommandInteraction<'cached'>, way: Way): ChatInput {
	return {
		...answerable(interaction, way),
		options: interaction.options,
		showModal: (modal) => way.answers.first(() => way.calls.showModal(modal)),
	};
}

export function userMenuPort(
	interaction: UserContextMenuCommandInteraction<'cached'>,
	way: Way,
): UserMenuInput {
	return { ...answerable(interaction, way), targetId: interaction.targetId };
}

export function buttonPort(interaction: Component, way: Way): ButtonInput {
	return {
		...answerable(interaction, way),
		...pressed(interaction, way),
		isOnOwnAnswer: isOwnAnswer(interaction.message),
	};
}

function pressed(
	interaction: Component | ButtonInteraction,
	way: Way,
): Pick<ButtonInput, 'customId' | 'message' | 'update' | 'deferUpdate' | 'showModal'> {
	return {
		customId: interaction.customId,
		message: interaction.message,
		update: (message) =>
			way.answers.first(() =>
				show(interaction, way, message, (it) => way.calls.update(edit(interaction, it))),
			),
		deferUpdate: () => way.answers.first(() => way.calls.deferUpdate()),
		showModal: (modal) => way.answers.first(() => way.calls.showModal(modal)),
	};
}

function isOwnAnswer(message: Message | null): boolean {
	return message?.flags.has(MessageFlags.Ephemeral) ?? false;
}

export function selectPort(interaction: Select, way: Way): SelectInput {
	return { ...buttonPort(interaction, way), values: interaction.values };
}

export function modalPort(interaction: ModalSubmitInteraction<'cached'>, way: Way): ModalInput {
	return {
		...answerable(interaction, way),
		customId: interaction.customId,
		fields: interaction.fields,
		isOnOwnAnswer: isOwnAnswer(interaction.message),
		deferUpdate: () => way.answers.first(() => way.calls.deferUpdate()),
	};
}

/** The server that a component in a direct message is about. */
export interface DirectPlace {
	readonly guildId: string;
	readonly guildLocale: string;
}

/** Members have no rights or roles in a direct message, whatever they have in the server. */
function direct(
	interaction: ButtonInteraction | ModalSubmitInteraction,
	way: Way,
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
		...sending(interaction, way),
	};
}

export function directButtonPort(interaction: ButtonInteraction, way: Way, place: DirectPlace): ButtonInput {
	return { ...direct(interaction, way, place), ...pressed(interaction, way), isOnOwnAnswer: true };
}

export function directModalPort(
	interaction: ModalSubmitInteraction,
	way: Way,
	place: DirectPlace,
): ModalInput {
	return {
		...direct(interaction, way, place),
		customId: interaction.customId,
		fields: interaction.fields,
		isOnOwnAnswer: true,
		deferUpdate: () => way.answers.first(() => way.calls.deferUpdate()),
	};
}

export function autocompletePort(
	interaction: AutocompleteInteraction<'cached'>,
	calls: Pick<InteractionCalls, 'respond'>,
): AutocompleteInput {
	return {
		guildId: interaction.guildId,
		user: interaction.user,
		member: interaction.member,
		locale: interaction.locale,
		guildLocale: interaction.guildLocale,
		rights: rightsOfMember(interaction.member, interaction.createdTimestamp),
		options: interaction.options,
		respond: (choices) => calls.respond(choices),
	};
}
