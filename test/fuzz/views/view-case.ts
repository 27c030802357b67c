import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Translator } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/views/kit/message.js';
import { type Filling, filled } from './fill.js';

export type Made =
	| { readonly message: MessageView; readonly isFormatted: boolean }
	| { readonly modal: APIModalInteractionResponseCallbackData };

/** A view and what it can be given. */
export interface ViewCase {
	/** How many states it has. */
	readonly states: number;
	/** Shows one of them, from 0, with the marks filled. */
	make(t: Translator, state: number, filling: Filling): Made;
}

/** A view of a message, with the arguments of each of its states: see `fill.ts` for the marks in them. */
export function message<Args extends readonly unknown[]>(
	view: (t: Translator, ...args: Args) => MessageView,
	...states: readonly Readonly<NoInfer<Args>>[]
): ViewCase {
	return {
		states: states.length,
		make: (t, state, filling) => ({
			message: view(t, ...(filled(states[state % states.length], filling) as unknown as Args)),
			isFormatted: false,
		}),
	};
}

/** The same where the words are those of the server's staff, who may format them. */
export function formatted<Args extends readonly unknown[]>(
	view: (t: Translator, ...args: Args) => MessageView,
	...states: readonly Readonly<NoInfer<Args>>[]
): ViewCase {
	const { make, ...rest } = message(view, ...states);
	return { ...rest, make: (...asked) => ({ ...make(...asked), isFormatted: true }) };
}

/** A form. */
export function form<Args extends readonly unknown[]>(
	view: (t: Translator, ...args: Args) => APIModalInteractionResponseCallbackData,
	...states: readonly Readonly<NoInfer<Args>>[]
): ViewCase {
	return {
		states: states.length,
		make: (t, state, filling) => ({
			modal: view(t, ...(filled(states[state % states.length], filling) as unknown as Args)),
		}),
	};
}
