import type { APIModalInteractionResponseCallbackData, MessageFlags } from 'discord.js';
import type { MemberRights } from '../../guilds/member-rights.js';
import type { MessageView, ReplyView } from '../../views/kit/message.js';

// The ports that commands are written against. `ports.ts` makes them from the cached interactions of discord.js, and a
// small fake satisfies them too, so that a command is tested without a client. Every interaction is from a guild: the
// commands are registered for that context alone, and the dispatcher turns others away.

/** What every interaction that gets a message as its answer has in common. */
export interface Answerable {
	/** The interaction's id: not a secret. */
	readonly id: string;
	readonly guildId: string;
	readonly channelId: string | null;
	/** Whether it came from a direct message, about the guild that its component names. */
	readonly isDirect?: boolean;
	/** How long the channel's slow mode holds the member between two messages, in milliseconds; 0: not at all. */
	readonly slowModeMs: number;
	readonly user: { readonly id: string };
	/** The member's roles at the moment of the interaction, by id. */
	readonly member: {
		readonly roles: { readonly cache: { keys(): Iterable<string> } };
		/** Whether the server's rules are still to be agreed to; null or false: not. */
		readonly pending: boolean;
	};
	/** The member's own language, such as `de` or `pt-BR`. */
	readonly locale: string;
	/** The server's language. */
	readonly guildLocale: string;
	/** What the member may do in the server at this moment: what every guard goes by. */
	readonly rights: MemberRights;
	/**
	 * Whether the member may write messages with embeds in a channel of this server; without an id in the one of the
	 * interaction. Here the channel's overwrites do count. It says nothing about who is staff.
	 */
	mayPost(channelId?: string): boolean;
	/** Buys 15 minutes for the answer. Only the ephemeral flag can be set here, and it can't be changed later. */
	deferReply(options?: { flags?: MessageFlags.Ephemeral }): Promise<unknown>;
	reply(message: ReplyView): Promise<unknown>;
	editReply(message: MessageView): Promise<unknown>;
	followUp(message: ReplyView): Promise<unknown>;
}

/** The options that a member gave. A required one that is missing throws: Discord would not have sent the command. */
interface GivenOptions {
	getString(name: string, required: true): string;
	getString(name: string, required?: boolean): string | null;
	getInteger(name: string, required: true): number;
	getInteger(name: string, required?: boolean): number | null;
	getBoolean(name: string, required: true): boolean;
	getBoolean(name: string, required?: boolean): boolean | null;
	getRole(name: string, required: true): { readonly id: string };
	getUser(name: string, required: true): { readonly id: string };
	getUser(name: string, required?: boolean): { readonly id: string } | null;
	getChannel(name: string, required: true): { readonly id: string };
	/** Throws where the command has no subcommands. */
	getSubcommand(): string;
}

/** A slash command that a member sent. */
export interface ChatInput extends Answerable, Pick<ButtonInput, 'showModal'> {
	readonly options: GivenOptions;
}

/** One keystroke in an option with autocomplete. It can't be deferred: answer from memory. */
export interface AutocompleteInput
	extends Pick<Answerable, 'guildId' | 'user' | 'member' | 'locale' | 'guildLocale' | 'rights'> {
	readonly options: {
		getFocused(getFull: true): { readonly name: string; readonly value: string };
		/** Throws where the command has no subcommands. */
		getSubcommand(): string;
	};
	/** At most 25 choices, name and value of 1 to 100 characters each. */
	respond(choices: readonly AutocompleteChoice[]): Promise<unknown>;
}

export interface AutocompleteChoice {
	readonly name: string;
	readonly value: string;
}

/** A command that a member picked from another member's context menu. */
export interface UserMenuInput extends Answerable {
	/** The other member. */
	readonly targetId: string;
}

/** What is read back from an embed of the bot's own. */
export interface ShownEmbed {
	readonly title: string | null;
	readonly description: string | null;
	readonly image: { readonly url: string } | null;
}

/** A button that a member clicked. */
export interface ButtonInput extends Answerable {
	readonly customId: string;
	/** The message that the button is on, as Discord sent it along. */
	readonly message: { readonly embeds: readonly ShownEmbed[] };
	/** Whether that message is an answer to this member, which nobody else sees. */
	readonly isOnOwnAnswer: boolean;
	/** Replaces the message that the button is on. */
	update(message: MessageView): Promise<unknown>;
	/** Acknowledges; `editReply` then replaces the message that the button is on. */
	deferUpdate(): Promise<unknown>;
	/** Must be the first answer: nothing may be awaited before it. */
	showModal(modal: APIModalInteractionResponseCallbackData): Promise<unknown>;
}

/** A choice from a select: the values of a string select's options, or ids from one of Discord's own selects. */
export interface SelectInput extends ButtonInput {
	readonly values: readonly string[];
}

/** A modal that a member sent off. */
export interface ModalInput extends Answerable {
	readonly customId: string;
	readonly fields: {
		/** Throws where the modal has no such text input. */
		getTextInputValue(customId: string): string;
		/** Throws where the modal has no such select. */
		getStringSelectValues(customId: string): readonly string[];
		/** By id. Throws where the modal has no such select. */
		getSelectedUsers(customId: string): { keys(): Iterable<string> } | null;
	};
	/** Whether it was opened from an answer to this member, which nobody else sees. */
	readonly isOnOwnAnswer: boolean;
	/** Acknowledges; `editReply` then replaces the message that the modal was opened from, if there is one. */
	deferUpdate(): Promise<unknown>;
}
