import type { APIModalInteractionResponseCallbackData, MessageFlags } from 'discord.js';
import type { MemberRights } from '../../guilds/member-facts.js';
import type { MessageView, ReplyView } from '../../views/kit/message.js';

// The ports that commands are written against. `interaction-adapters.ts` makes them from discord.js interactions, and
// tests use small fakes instead of a client. Every interaction comes from a guild: commands are registered for that
// context alone, and the dispatcher rejects others.

/** Common to every interaction that is answered with a message. */
export interface Answerable {
	readonly id: string;
	readonly guildId: string;
	readonly channelId: string | null;
	/** True if it came from a direct message; its component names the guild. */
	readonly isDirect?: boolean;
	/** The channel's slow mode for this member, in milliseconds; 0 if there is none. */
	readonly slowModeMs: number;
	readonly user: { readonly id: string };
	/** The member's role ids at the time of the interaction. */
	readonly member: {
		readonly roles: { readonly cache: { keys(): Iterable<string> } };
		/** True until the member has accepted the server's rules. */
		readonly pending: boolean;
	};
	/** The member's own language, such as `de` or `pt-BR`. */
	readonly locale: string;
	readonly guildLocale: string;
	/** The member's current rights in the server, which every guard checks. */
	readonly rights: MemberRights;
	/**
	 * True if the member may post messages with embeds in a channel of this server; by default, the channel of the
	 * interaction. Channel overwrites count here. Don't use it to identify staff.
	 */
	mayPost(channelId?: string): boolean;
	/** Buys 15 minutes for the answer. Only the ephemeral flag can be set here, and it can't be changed later. */
	deferReply(options?: { flags?: MessageFlags.Ephemeral }): Promise<unknown>;
	reply(message: ReplyView): Promise<unknown>;
	editReply(message: MessageView): Promise<unknown>;
	followUp(message: ReplyView): Promise<unknown>;
}

/** Options of a command. A missing required option throws: Discord would not have sent the command. */
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
	/** Throws if the command has no subcommands. */
	getSubcommand(): string;
}

export interface ChatInput extends Answerable, Pick<ButtonInput, 'showModal'> {
	readonly options: GivenOptions;
}

/** One keystroke in an option with autocomplete. It can't be deferred: answer from memory. */
export interface AutocompleteInput
	extends Pick<Answerable, 'guildId' | 'user' | 'member' | 'locale' | 'guildLocale' | 'rights'> {
	readonly options: {
		getFocused(getFull: true): { readonly name: string; readonly value: string };
		/** Throws if the command has no subcommands. */
		getSubcommand(): string;
	};
	/** At most 25 choices, with names and values of 1 to 100 characters. */
	respond(choices: readonly AutocompleteChoice[]): Promise<unknown>;
}

export interface AutocompleteChoice {
	readonly name: string;
	readonly value: string;
}

export interface UserMenuInput extends Answerable {
	readonly targetId: string;
}

export interface ButtonInput extends Answerable {
	readonly customId: string;
	/** True if the message is an ephemeral answer to this member. */
	readonly isOnOwnAnswer: boolean;
	update(message: MessageView): Promise<unknown>;
	/** Acknowledges; `editReply` then replaces the message that the button is on. */
	deferUpdate(): Promise<unknown>;
	/** Must be the first response: don't await anything before it. */
	showModal(modal: APIModalInteractionResponseCallbackData): Promise<unknown>;
}

/** A choice in a select menu: the values of a string select, or ids from one of Discord's own selects. */
export interface SelectInput extends ButtonInput {
	readonly values: readonly string[];
}

export interface ModalInput extends Answerable {
	readonly customId: string;
	readonly fields: {
		/** Throws if the modal has no such text input. */
		getTextInputValue(customId: string): string;
		/** Throws if the modal has no such select. */
		getStringSelectValues(customId: string): readonly string[];
		/** By id. Throws if the modal has no such select. */
		getSelectedUsers(customId: string): { keys(): Iterable<string> } | null;
	};
	/** True if it was opened from an ephemeral answer to this member. */
	readonly isOnOwnAnswer: boolean;
	/** Acknowledges; `editReply` then replaces the message that the modal was opened from, if there is one. */
	deferUpdate(): Promise<unknown>;
}
