import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/ui/message.js';
import type { Foreign } from './foreign.js';

export type Form = APIModalInteractionResponseCallbackData;

/** One state of the view of a message or a form. */
export interface State {
	/** Its surface and meaning, such as `verify/taken`. */
	readonly name: string;
	/** The event, for a reader of the walkthrough; undefined if it isn't shown there. */
	readonly says: string | undefined;
	readonly view: (...args: never) => unknown;
	readonly show: (t: Translator) => MessageView | Form;
}

export const isForm = (shown: MessageView | Form): shown is Form => 'custom_id' in shown;

/** Every state of one room's views. Their number and order are the same, whatever `foreign` returns. */
export type States = (foreign: Foreign) => readonly State[];

type View<Args extends readonly unknown[]> = (
	t: Translator,
	...args: Args
) => MessageView | { readonly view: MessageView } | Form;
/** A view's arguments after the translator. Some of them are made with the translator. */
type Given<Args> = Args | ((t: Translator) => Args);

/** A message or form that the walkthrough shows. */
export function page<Args extends readonly unknown[]>(
	name: string,
	says: string | undefined,
	view: View<Args>,
	given: Given<Readonly<NoInfer<Args>>>,
): State {
	const show = (t: Translator) => {
		const shown = view(t, ...(typeof given === 'function' ? given(t) : given));
		return 'view' in shown ? shown.view : shown;
	};
	return { name, says, view, show };
}

/** Other states, for tests only. */
export function variants<Args extends readonly unknown[]>(
	view: View<Args>,
	all: readonly Given<Readonly<NoInfer<Args>>>[],
): readonly State[] {
	return all.map((given, at) => page(`${view.name} ${at + 1}`, undefined, view, given));
}

/** The same for a view with a single argument. */
export const variantsOf = <One>(view: View<readonly [One]>, all: readonly NoInfer<One>[]): readonly State[] =>
	variants(
		view,
		all.map((one) => [one]),
	);

/** Every combination of the two. */
export const pairs = <One, Other>(all: readonly One[], others: readonly Other[]) =>
	all.flatMap((one) => others.map((other) => [one, other] as const));
