import type { APIApplicationCommandOptionChoice } from 'discord-api-types/v10';
import type { Choice } from '../controls/choice.js';
import { nameIn } from './usable-commands.js';

export type Suggested =
	| { readonly state: 'loading' }
	| { readonly state: 'ready'; readonly choices: readonly Choice[] }
	/** The bot has not answered, or not with suggestions. */
	| { readonly state: 'failed'; readonly problem: string };

/** Discord's client waits for a pause in the typing too. */
const pauseMs = 200;

/** The bot's suggestions for what is typed: asked for in the pauses, and only the latest answer counts. */
export class Suggestions {
	readonly #onChange: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#lastAsked = 0;
	/** Of what is typed now. */
	current: Suggested = { state: 'loading' };

	constructor(onChange: () => void) {
		this.#onChange = onChange;
	}

	/** Asks soon, or now if the person has only begun. `ask` rejects if the bot fails. */
	ask(ask: () => Promise<readonly Choice[]>, when: 'now' | 'soon'): void {
		this.stop();
		const number = this.#lastAsked;
		const show = (suggested: Suggested): void => {
			if (number !== this.#lastAsked) return;
			this.current = suggested;
			this.#onChange();
		};
		show({ state: 'loading' });
		this.#timer = setTimeout(
			() => {
				ask().then(
					(choices) => show({ state: 'ready', choices }),
					(error: unknown) =>
						show({ state: 'failed', problem: error instanceof Error ? error.message : String(error) }),
				);
			},
			when === 'now' ? 0 : pauseMs,
		);
	}

	/** No answer that is still to come counts. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#lastAsked += 1;
	}
}

/** The result of the act `autocomplete`, in a language. */
export function suggestedChoices(result: unknown, locale: string): readonly Choice[] {
	const { choices } = result as { readonly choices: readonly APIApplicationCommandOptionChoice[] };
	return choices.map((choice) => ({ value: String(choice.value), label: nameIn(choice, locale) }));
}
