import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { CustomId, IdArgs } from '../../ui/custom-id.js';
import type { MessageView } from '../../ui/message.js';
import type { Access } from './access.js';
import type { Asked } from './asked.js';

// Building blocks of commands and components. A handler is a synchronous function from a request to one of four
// answers. Slow work goes inside the answer, so no handler can miss Discord's three seconds. Only the dispatcher calls
// handlers, after checking the access that each declares.

export type { Asked } from './asked.js';

/** Shows an intermediate state of the answer. */
type Show = (view: MessageView) => Promise<unknown>;

/** The final answer: one message, or two. Undefined if it has already been shown. */
type Outcome =
	| MessageView
	| {
			/** Undefined if the message stays as it is. */
			readonly view: MessageView | undefined;
			readonly followUp: MessageView;
	  }
	| undefined;

/** Computes the answer after the interaction has been acknowledged. */
export type Work = (show: Show) => Promise<Outcome>;

type Form = APIModalInteractionResponseCallbackData;
/** Undefined if its subject no longer exists. */
type Opening = Form | Promise<Form | undefined>;

export type Answer =
	| { readonly kind: 'form'; readonly form: Opening }
	| { readonly kind: 'page' | 'private' | 'public'; readonly content: MessageView | Work }
	| { readonly kind: 'outdated' };

/**
 * Opens a form. It must be the first response: if the store is too slow for that, the member is asked to press again.
 * Opening a form has no effect, and its submission is checked like any other request.
 */
export const openForm = (form: Opening): Answer => ({ kind: 'form', form });

/** Replaces the member's own ephemeral answer; on a message that everyone sees, sends a new ephemeral one instead. */
export const showPage = (content: MessageView | Work): Answer => ({ kind: 'page', content });

/** A new message that only the member sees. */
export const privately = (content: MessageView | Work): Answer => ({ kind: 'private', content });

/** Replaces the component's message, whoever sees it. */
export const publicly = (content: MessageView | Work): Answer => ({ kind: 'public', content });

/** The component was made by a version of the bot that is no longer supported. */
export const outdated: Answer = { kind: 'outdated' };

export interface Handler<Services> {
	readonly access: Access;
	readonly answer: (asked: Asked, services: Services) => Answer;
}

export type ComponentKind = 'button' | 'select' | 'role-select' | 'channel-select' | 'modal';

/** The handler of one component, which the dispatcher finds by its kind and the name in its custom_id. */
export interface ComponentHandler<Services> extends Handler<Services> {
	readonly kind: ComponentKind;
	readonly name: string;
	/** The server in a custom_id, if it can be parsed. Without this, the component is refused in direct messages. */
	readonly serverOf?: (customId: string) => string | undefined;
}

/** A component's name in logs and metrics, which tell a form from the button that opens it. */
export function loggedName({ kind, name }: Pick<ComponentHandler<never>, 'kind' | 'name'>): string {
	return kind === 'modal' ? `${name} (form)` : name;
}

/** A request with the arguments parsed from its custom_id. */
interface AskedBy<Args> extends Asked {
	readonly args: Args;
}

/** Handler of a component. Never called with a custom_id that can't be parsed: that component is outdated. */
export function onComponent<Args extends IdArgs, Services>(
	kind: ComponentKind,
	customId: CustomId<Args>,
	access: Access,
	answer: (asked: AskedBy<Args>, services: Services) => Answer,
): ComponentHandler<Services> {
	return {
		kind,
		name: customId.name,
		access,
		answer: (asked, services) => {
			const args = customId.decode(asked.customId);
			return args === undefined ? outdated : answer({ ...asked, args }, services);
		},
	};
}

/**
 * For the components of a page, which share services and access: `on` is `onComponent`, `shows` an `on` with `showPage`,
 * and `replies` one with `privately`.
 */
export function componentsOf<Services>(access: Access) {
	type Take<Args, Result> = (asked: AskedBy<Args>, services: Services) => Result;
	const answering =
		(answer: typeof showPage) =>
		<A extends IdArgs>(kind: ComponentKind, customId: CustomId<A>, work: Take<A, ReturnType<Work>>) =>
			onComponent(kind, customId, access, (asked, services: Services) => answer(() => work(asked, services)));
	return {
		on: <A extends IdArgs>(kind: ComponentKind, customId: CustomId<A>, answer: Take<A, Answer>) =>
			onComponent(kind, customId, access, answer),
		shows: answering(showPage),
		replies: answering(privately),
	};
}

/**
 * Like `onComponent`, for a component in direct messages; its first argument is the server it is about. Members have no
 * rights in a direct message, so access is `everyone` and the handler checks the member itself.
 */
export function onDirectComponent<Args extends readonly [string, ...IdArgs], Services>(
	kind: 'button' | 'modal',
	customId: CustomId<Args>,
	answer: (asked: AskedBy<Args>, services: Services) => Answer,
): ComponentHandler<Services> {
	const serverOf = (id: string): string | undefined => customId.decode(id)?.[0];
	return { ...onComponent(kind, customId, 'everyone', answer), serverOf };
}
