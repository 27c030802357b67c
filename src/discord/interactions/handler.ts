import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { CustomId } from '../../views/custom-ids/custom-id.js';
import type { MessageView, ReplyView } from '../../views/kit/message.js';
import type { Access } from './access.js';
import type { ButtonInput, ModalInput, SelectInput } from './interaction-ports.js';

// Building blocks of commands and components. A handler is a synchronous function from a request to an answer. Slow
// work goes inside a "later" answer, so no handler can miss Discord's three seconds. Only `HandlerRunner` calls
// handlers, after checking the access that each declares.

export interface Asked<Input> {
	readonly interaction: Input;
	readonly t: Translator;
	/** The server's language, for messages that everyone sees. */
	readonly guildT: Translator;
}

/** Shows an intermediate state of the answer. */
type Show = (view: MessageView) => Promise<unknown>;

/** The final answer: one message, or two. Undefined if it has already been shown. */
type Outcome =
	| MessageView
	| {
			/** Undefined if the message stays as it is. */
			readonly view: MessageView | undefined;
			readonly followUp: ReplyView;
	  }
	| undefined;

/** Computes the answer after the interaction has been acknowledged. */
export type Work = (show: Show) => Promise<Outcome>;

export type Answer =
	| { readonly kind: 'reply' | 'turn'; readonly view: MessageView }
	| { readonly kind: 'reply-later' | 'update-later' | 'turn-later'; readonly work: Work }
	| { readonly kind: 'modal'; readonly modal: APIModalInteractionResponseCallbackData }
	| { readonly kind: 'outdated' };

/** A new message that only the member sees. */
export const reply = (view: MessageView): Answer => ({ kind: 'reply', view });

/** Like `reply`, after slow work. */
export const replyLater = (work: Work): Answer => ({ kind: 'reply-later', work });

/** Replaces the component's message, after slow work. */
export const updateLater = (work: Work): Answer => ({ kind: 'update-later', work });

/** Replaces the member's own ephemeral answer; on a message that everyone sees, sends a new ephemeral one instead. */
export const turn = (view: MessageView): Answer => ({ kind: 'turn', view });

/** Like `turn`, after slow work. */
export const turnLater = (work: Work): Answer => ({ kind: 'turn-later', work });

/**
 * Opens a modal. It must be the first response: if the staff lookup takes too long for that, the member is asked to
 * press again. Opening a modal has no effect, and its submission is checked like any other interaction.
 */
export const openModal = (modal: APIModalInteractionResponseCallbackData): Answer => ({
	kind: 'modal',
	modal,
});

/** The component was made by a version of the bot that is no longer supported. */
export const outdated: Answer = { kind: 'outdated' };

export interface Handler<Input, Services> {
	readonly access: Access;
	readonly answer: (asked: Asked<Input>, services: Services) => Answer;
}

export interface ComponentInputs {
	readonly button: ButtonInput;
	readonly select: SelectInput;
	readonly 'role-select': SelectInput;
	readonly 'user-select': SelectInput;
	readonly 'channel-select': SelectInput;
	readonly modal: ModalInput;
}

/**
 * The handler of one kind of component. The dispatcher finds it by the kind of interaction and the name in its
 * custom_id (`customIdName`); each pair has one handler.
 */
export type ComponentHandler<
	Services,
	Kind extends keyof ComponentInputs = keyof ComponentInputs,
> = Kind extends keyof ComponentInputs
	? Handler<ComponentInputs[Kind], Services> & {
			readonly kind: Kind;
			readonly name: string;
			/**
			 * For components that also appear in direct messages: the server named in the custom_id, or undefined if it
			 * can't be parsed. Without it, the component is refused in direct messages.
			 */
			readonly serverOf?: (customId: string) => string | undefined;
		}
	: never;

/** A request with the arguments parsed from its custom_id. */
interface AskedBy<Input, Args> extends Asked<Input> {
	readonly args: Args;
}

/** Handler of a component. Never called with a custom_id that can't be parsed: that component is outdated. */
export function onComponent<
	Kind extends keyof ComponentInputs,
	Args extends readonly (string | number)[],
	Services,
>(
	kind: Kind,
	customId: CustomId<Args>,
	access: Access,
	answer: (asked: AskedBy<ComponentInputs[Kind], Args>, services: Services) => Answer,
) {
	return {
		kind,
		name: customId.name,
		access,
		answer: (asked: Asked<ComponentInputs[Kind]>, services: Services): Answer => {
			const args = customId.decode(asked.interaction.customId);
			return args === undefined ? outdated : answer({ ...asked, args }, services);
		},
	};
}

/**
 * Like `onComponent`, for a component in direct messages; its first argument is the server it is about. Members have no
 * rights in a direct message, so access is `everyone` and the handler checks the member itself.
 */
export function onDirectComponent<
	Kind extends 'button' | 'modal',
	Args extends readonly [string, ...(string | number)[]],
	Services,
>(
	kind: Kind,
	customId: CustomId<Args>,
	answer: (asked: AskedBy<ComponentInputs[Kind], Args>, services: Services) => Answer,
) {
	const serverOf = (id: string): string | undefined => customId.decode(id)?.[0];
	return { ...onComponent(kind, customId, 'everyone', answer), serverOf };
}
