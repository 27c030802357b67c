import { html, nothing, type TemplateResult } from 'lit';
import { ActRefused, type Connection } from '../connection.js';
import { PageElement } from '../page-element.js';
import { clientWords } from '../phone/client-words.js';
import { crossIcon, sendIcon, slashIcon } from '../phone/icons.js';
import type { Sight } from '../sight.js';
import type { Store } from '../store.js';
import { optionField, type Values, valuesOf } from './option-field.js';
import {
	descriptionIn,
	fittingCommands,
	nameIn,
	typedCommands,
	type UsableCommand,
} from './usable-commands.js';

/** The box at the bottom: a list of slash commands, and an input for each option of the chosen one. */
export class PageComposer extends PageElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		sight: { attribute: false },
		channelId: { attribute: false },
		text: { state: true },
		command: { state: true },
		suggested: { state: true },
		notice: { state: true },
	};
	declare store: Store;
	declare connection: Connection;
	declare sight: Sight;
	declare channelId: string;
	/** Text in the box while no command is chosen. */
	declare protected text: string;
	declare protected command: UsableCommand | undefined;
	/** The bot's suggestions for the option being typed. */
	declare protected suggested: { readonly option: string; readonly labels: readonly string[] } | undefined;
	/** A notice from the client itself to the person. */
	declare protected notice: string | undefined;
	/** The value to send for each suggested label. */
	readonly #values = new Map<string, string>();
	#isSending = false;
	#lastAsked = 0;
	#personKey = '';

	/** Takes over a command, such as `role add`, to be completed; says so if the viewer can't use it. */
	typeCommand(name: string): void {
		const command = this.#commands().find((it) => it.name === name);
		if (command === undefined) this.notice = `You can’t use /${name} here.`;
		else this.#begin(command);
	}

	protected override willUpdate(): void {
		const { viewer, guild } = this.sight;
		const key = `${viewer.userId}/${guild?.id}`;
		// One person's input must not be shown to another.
		if (key !== this.#personKey) this.#clear();
		this.#personKey = key;
	}

	protected override render(): TemplateResult {
		if (this.sight.guild === undefined) {
			return html`<div class="composer"><p class="composer-line composer-closed">Commands are used in a server. Buttons, lists and forms work here too.</p></div>`;
		}
		return html`<div class="composer" @keydown=${this.#key}>
			${this.notice === undefined ? nothing : html`<p class="composer-notice" role="alert">${this.notice}</p>`}
			${this.command === undefined ? this.#box() : this.#form(this.command)}
		</div>`;
	}

	#box(): TemplateResult {
		const { sight, text } = this;
		return html`${text.startsWith('/') ? this.#list(text) : nothing}
			<form class="composer-line" @submit=${this.#take}>
				<button type="button" class="icon-button" aria-label="Commands" aria-expanded=${text.startsWith('/')} @click=${this.#toggleList}>${slashIcon}</button>
				<input class="composer-input" aria-label="Message #${sight.nameOf('channel', this.channelId) ?? ''}" autocomplete="off" autocapitalize="off" spellcheck="false"
					placeholder=${clientWords(sight.locale).typeCommand} .value=${text} @input=${this.#typed}>
				<button class="icon-button" aria-label="Send" ?disabled=${text === ''}>${sendIcon}</button>
			</form>`;
	}

	#list(text: string): TemplateResult {
		const found = fittingCommands(this.#commands(), text.slice(1));
		return html`<ul class="composer-list" aria-label="Commands">
			${found.map(
				(command) => html`<li><button type="button" class="menu-item" @click=${() => this.#begin(command)}>
					<strong dir="auto">/${command.shownName}</strong><small dir="auto">${command.description}</small>
				</button></li>`,
			)}
			${found.length === 0 ? html`<li class="note">There is no such command here.</li>` : nothing}
		</ul>`;
	}

	#form({ shownName, options, description }: UsableCommand): TemplateResult {
		const sorted = options.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
		return html`<form class="composer-form" aria-label="/${shownName}" @submit=${this.#send}>
			<header><p><strong dir="auto">/${shownName}</strong> <small dir="auto">${description}</small></p>
				<button type="button" class="icon-button" aria-label="Leave the command" @click=${this.#leave}>${crossIcon}</button></header>
			${sorted.map((option) =>
				optionField(option, {
					label: nameIn(option, this.sight.locale),
					description: descriptionIn(option, this.sight.locale),
					sight: this.sight,
					suggested: this.suggested?.option === option.name ? this.suggested.labels : [],
					onAsk: (text) => void this.#suggest(option.name, text),
				}),
			)}
			<button class="action primary">Send</button>
		</form>`;
	}

	#commands(): readonly UsableCommand[] {
		const { guild, viewer, locale } = this.sight;
		return guild === undefined ? [] : typedCommands(guild, viewer.userId, locale);
	}

	#clear(): void {
		this.text = '';
		this.command = undefined;
		this.suggested = undefined;
		this.#values.clear();
		this.notice = undefined;
		this.#lastAsked += 1;
	}

	#begin(command: UsableCommand): void {
		this.#clear();
		this.command = command;
		this.#focusNext('.composer-form :is(input, select), .composer-form > .action');
	}

	readonly #leave = (): void => {
		this.#clear();
		this.#focusNext('.composer-input');
	};

	readonly #toggleList = (): void => {
		this.text = this.text.startsWith('/') ? '' : '/';
		this.#focusNext('.composer-input');
	};

	#focusNext(selector: string): void {
		void this.updateComplete.then(() =>
			this.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }),
		);
	}

	readonly #typed = ({ currentTarget }: Event): void => {
		this.text = (currentTarget as HTMLInputElement).value;
		this.notice = undefined;
	};

	/** Chooses the first command of the list, for Enter. */
	readonly #take = (event: Event): void => {
		event.preventDefault();
		const { text } = this;
		if (text === '') return;
		const [first] = text.startsWith('/') ? fittingCommands(this.#commands(), text.slice(1)) : [];
		if (first !== undefined) this.#begin(first);
		else if (text.startsWith('/')) this.notice = 'There is no such command here.';
		else this.notice = 'This Discord takes commands only: begin with /';
	};

	/** Requests suggestions; only the response to the latest request counts. */
	async #suggest(option: string, text: string): Promise<void> {
		const { command } = this;
		const form = this.querySelector('form');
		if (command === undefined || form === null) return;
		this.#lastAsked += 1;
		const asked = this.#lastAsked;
		const { [option]: _, ...others } = valuesOf(command.options, new FormData(form), this.#values);
		const focused = { name: option, value: text };
		const given = await this.#act('autocomplete', { name: command.name, focused, values: others }).catch(
			(error: unknown) => {
				if (!(error instanceof ActRefused)) throw error;
				if (asked === this.#lastAsked) this.notice = error.message;
			},
		);
		if (given === undefined || asked !== this.#lastAsked) return;
		const { choices } = given as { readonly choices: readonly { name: string; value: string | number }[] };
		this.notice = undefined;
		for (const choice of choices) this.#values.set(nameIn(choice, this.sight.locale), String(choice.value));
		const labels = choices.map((choice) => nameIn(choice, this.sight.locale));
		this.suggested = { option, labels: this.#values.has(text) ? [] : labels };
	}

	readonly #send = async (event: SubmitEvent): Promise<void> => {
		event.preventDefault();
		const { command } = this;
		if (command === undefined || this.#isSending) return;
		const values = valuesOf(
			command.options,
			new FormData(event.currentTarget as HTMLFormElement),
			this.#values,
		);
		this.#isSending = true;
		try {
			await this.#act('chat-input', { name: command.name, values } satisfies {
				name: string;
				values: Values;
			});
			this.#leave();
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.notice = error.message;
		} finally {
			this.#isSending = false;
		}
	};

	#act(name: string, args: object): Promise<unknown> {
		const { userId, guildId } = this.sight.viewer;
		return this.connection.act(name, { person: { userId, guildId }, channelId: this.channelId, ...args });
	}

	readonly #key = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape' || (this.command === undefined && this.text === '')) return;
		event.preventDefault();
		this.#leave();
	};
}

customElements.define('page-composer', PageComposer);
