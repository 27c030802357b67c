import {
	type AutocompleteInteraction,
	type ChatInputCommandInteraction,
	type Message,
	type MessageComponentInteraction,
	MessageFlags,
	type ModalSubmitInteraction,
	PermissionFlagsBits,
	type PermissionsBitField,
	type RepliableInteraction,
} from 'discord.js';
import { translatorFor } from '../../i18n/translator.js';
import { asPage, ephemeral, isEphemeral, type MessageView, type ReplyView } from '../../views/kit/message.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { isHiddenFrom } from '../guilds/cached-guild-facts.js';
import type { InteractionCalls } from './interaction-calls.js';
import type {
	Answerable,
	AutocompleteInput,
	ButtonInput,
	ChatInput,
	ModalInput,
} from './interaction-ports.js';
import type { ReliableAnswers } from './reliable-answers.js';
import { rightsOfMember } from './rights-of-member.js';

// Adapts discord.js interactions to the ports that handlers use, and sends every answer through ReliableAnswers.

/** How an interaction is answered: the requests, and their retries. */
export interface Way {
	readonly calls: InteractionCalls;
	readonly answers: ReliableAnswers;
}

/** Sends a message, without links and images if Discord rejects them. */
async function show<View extends MessageView | ReplyView>(
	interaction: RepliableInteraction,
	{ calls, answers }: Way,
	view: View,
	send: (view: View) => Promise<unknown>,
): Promise<void> {
	const note = (): string => {
		const isShared = ![view.flags].flat().includes(MessageFlags.Ephemeral) && !calls.isEphemeral;
		const t = translatorFor((isShared && interaction.guildLocale) || interaction.locale);
		return t('refusal.linksLeftOut');
	};
	await sendWithLinkFallback(view, send, { note, onRefused: (error) => answers.refused(error) });
}

/** The view as an edit. */
function edit(interaction: RepliableInteraction, view: MessageView) {
	const isV2 = view.flags === MessageFlags.IsComponentsV2;
	const before = 'message' in interaction ? interaction.message : null;
	if (!isV2 || before === null || before.flags.has(MessageFlags.IsComponentsV2)) return view;
	return asPage(view);
}

/** The part that all interactions in a server have. */
export function answerable(interaction: RepliableInteraction<'cached'>, way: Way): Answerable {
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
	interaction: RepliableInteraction,
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

function slowModeOf({ channel, memberPermissions }: RepliableInteraction<'cached'>): number {
	const seconds = (channel !== null && 'rateLimitPerUser' in channel && channel.rateLimitPerUser) || 0;
	if (seconds === 0 || memberPermissions.has(PermissionFlagsBits.BypassSlowmode, false)) return 0;
	return seconds * 1_000;
}

function isAllowedToPost(
	interaction: RepliableInteraction<'cached'>,
	channelId: string | undefined,
): boolean {
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
function chosenIn(interaction: RepliableInteraction<'cached'>) {
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

/** A button or a select. `base`: from `answerable` or `direct`. */
export function componentPort(
	interaction: MessageComponentInteraction & RepliableInteraction,
	base: Answerable,
	way: Way,
): ButtonInput {
	const { calls, answers } = way;
	return {
		...base,
		customId: interaction.customId,
		isOnOwnAnswer: isOnOwnAnswer(interaction, base),
		update: (message) =>
			answers.first(() => show(interaction, way, message, (it) => calls.update(edit(interaction, it)))),
		deferUpdate: () => answers.first(() => calls.deferUpdate()),
		showModal: (modal) => answers.first(() => calls.showModal(modal)),
	};
}

export function modalPort(
	interaction: ModalSubmitInteraction,
	base: Answerable,
	{ calls, answers }: Way,
): ModalInput {
	return {
		...base,
		customId: interaction.customId,
		fields: interaction.fields,
		isOnOwnAnswer: isOnOwnAnswer(interaction, base),
		deferUpdate: () => answers.first(() => calls.deferUpdate()),
	};
}

/** In a direct message, every message of the bot is for this member alone. */
function isOnOwnAnswer({ message }: { readonly message: Message | null }, { isDirect }: Answerable): boolean {
	return isDirect === true || (message?.flags.has(MessageFlags.Ephemeral) ?? false);
}

/**
 * The same part in a direct message, for the server that the component is about. Members have no rights or roles there,
 * whatever they have in the server.
 */
export function direct(
	interaction: RepliableInteraction,
	way: Way,
	{ guildId, guildLocale }: Pick<Answerable, 'guildId' | 'guildLocale'>,
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

export function autocompletePort(
	interaction: AutocompleteInteraction<'cached'>,
	calls: Pick<InteractionCalls, 'respond'>,
): AutocompleteInput {
	const { guildId, user, member, locale, guildLocale, options, createdTimestamp } = interaction;
	const rights = rightsOfMember(member, createdTimestamp);
	const respond: AutocompleteInput['respond'] = (choices) => calls.respond(choices);
	return { guildId, user, member, locale, guildLocale, options, rights, respond };
}
