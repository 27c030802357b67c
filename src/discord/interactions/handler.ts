import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { CustomId } from '../../views/custom-ids/custom-id.js';
import type { MessageView, ReplyView } from '../../views/kit/message.js';
import type { Access } from './access.js';
import type { ButtonInput, ModalInput, SelectInput } from './interaction-ports.js';

// What commands and components are made of. A handler is a function from what was asked to an answer, and gives that
// at once: whatever has to be waited for is inside an answer "later", so that no handler can miss Discord's three
// seconds. `answering.ts` alone calls handlers, after it has checked the access that each must name.

/** What somebody asked, with the languages to answer in. */
export interface Asked<Input> {
	readonly interaction: Input;
	/** The asker's language. */
	readonly t: Translator;
	/** The server's language: for what everyone sees. */
	readonly guildT: Translator;
}

/** Shows a state of the answer that is not its last one. */
type Show = (view: MessageView) => Promise<unknown>;

/** What an answer has become: a message, or one beside another. Undefined: it has been shown already. */
type Outcome =
	| MessageView
	| {
			/** Undefined: the message stays as it is. */
			readonly view: MessageView | undefined;
			readonly followUp: ReplyView;
	  }
	| undefined;

/** Finds the answer after the interaction has been acknowledged. */
export type Work = (show: Show) => Promise<Outcome>;

/** How an interaction is answered. */
export type Answer =
	| { readonly kind: 'reply' | 'post' | 'update' | 'turn'; readonly view: MessageView }
	| { readonly kind: 'reply-later' | 'update-later' | 'turn-later'; readonly work: Work }
	| { readonly kind: 'modal'; readonly modal: APIModalInteractionResponseCallbackData }
	| { readonly kind: 'outdated' };

/** A new message that the asker alone sees. */
export const reply = (view: MessageView): Answer => ({ kind: 'reply', view });

/** The same, once it is known. */
export const replyLater = (work: Work): Answer => ({ kind: 'reply-later', work });

/** A new message for everyone in the channel. */
export const post = (view: MessageView): Answer => ({ kind: 'post', view });

/** The message that the component is on, in a new state. */
export const update = (view: MessageView): Answer => ({ kind: 'update', view });

/** The same, once it is known. */
export const updateLater = (work: Work): Answer => ({ kind: 'update-later', work });

/**
 * The asker's own answer, which nobody else sees, in a new state; on a message that everyone sees, a new one for the
 * asker alone.
 */
export const turn = (view: MessageView): Answer => ({ kind: 'turn', view });

/** The same, once it is known. */
export const turnLater = (work: Work): Answer => ({ kind: 'turn-later', work });

/**
 * A form. It must be the first answer: where reading who is staff has taken too long for that, the member is asked to
 * press again. Opening it has no effect, and what is sent off with it is checked like anything else.
 */
export const openModal = (modal: APIModalInteractionResponseCallbackData): Answer => ({
	kind: 'modal',
	modal,
});

/** No version of the bot that is still known has made this component. */
export const outdated: Answer = { kind: 'outdated' };

/** Answers one kind of interaction, for those who may. `Services`: what it works with. */
export interface Handler<Input, Services> {
	readonly access: Access;
	readonly answer: (asked: Asked<Input>, services: Services) => Answer;
}

/** What a component of each kind is given. */
export interface ComponentInputs {
	readonly button: ButtonInput;
	readonly select: SelectInput;
	readonly 'role-select': SelectInput;
	readonly 'user-select': SelectInput;
	readonly 'channel-select': SelectInput;
	readonly modal: ModalInput;
}

/**
 * The handler of one kind of component. The dispatcher finds it by the kind of the interaction and the name in its
 * custom_id (`customIdName`); a pair of both is handled by one handler.
 */
export type ComponentHandler<
	Services,
	Kind extends keyof ComponentInputs = keyof ComponentInputs,
> = Kind extends keyof ComponentInputs
	? Handler<ComponentInputs[Kind], Services> & {
			readonly kind: Kind;
			readonly name: string;
			/**
			 * For a component that also stands in direct messages: the server that its custom_id names; undefined where it
			 * can't be read. Others are refused there.
			 */
			readonly serverOf?: (customId: string) => string | undefined;
		}
	: never;

/** What a component carries in its custom_id comes with what was asked. */
interface AskedBy<Input, Args> extends Asked<Input> {
	readonly args: Args;
}

/** A component's handler. It is not asked about a custom_id that can't be read: that is outdated. */
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
 * The same for a component that stands in direct messages: the first argument is the server that it is about. Access is
 * everyone's, since nobody has rights there: the handler finds out whether it is for them.
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
