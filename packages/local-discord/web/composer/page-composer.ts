import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { CommandOption } from '../../src/command-body.js';
import { ActRefused, type Connection } from '../connection.js';
import { icon } from '../controls/icon.js';
import { rowAfter } from '../controls/list-keys.js';
import { frameOf, keepInView } from '../controls/popup-place.js';
import { clientWords } from '../phone/client-words.js';
import type { Sight } from '../sight.js';
import type { Store } from '../store.js';
import { offeredOptions } from './command-entry.js';
import { ComposerDraft, type Place } from './composer-draft.js';
import { composerInput } from './composer-input.js';
import { type ComposerPopup, composerPopup } from './composer-popup.js';
import { type OptionField, readField } from './option-field.js';
import { RecentCommands } from './recent-commands.js';
import { suggestedChoices } from './suggestions.js';
import { begunCommand, type TypedCommand } from './typed-line.js';
import { nameIn } from './usable-commands.js';

let lastNumber = 0;
const recent = new RecentCommands();

/** The box at the bottom: slash commands, typed as in Discord's client. */
export class PageComposer extends LitElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		sight: { attribute: false },
		channelId: { attribute: false },
	};
	declare store: Store;
	declare connection: Connection;
	declare sight: Sight;
	declare channelId: string;
	readonly #id = `composer-${++lastNumber}`;
	readonly #draft = new ComposerDraft({
		sight: () => this.sight,
		botName: () => this.store.world?.botName ?? '',
		suggest: async (asked) => suggestedChoices(await this.#act('autocomplete', asked), this.sight.locale),
		onChange: () => this.requestUpdate(),
	});
	/** How many commands ago the one was sent that was brought back; undefined for one that is typed. */
	#recalled: number | undefined;
	#isSending = false;
	#personKey = '';

	/** Takes over a command, such as `role add`, to be completed; says so where the viewer can't use it. */
	typeCommand(name: string): void {
		const command = this.#draft.commands().find((it) => it.name === name);
		this.#draft.leave();
		if (command === undefined) this.#draft.say(`You can’t use /${name} here.`);
		else this.#draft.begin(begunCommand(command));
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#draft.stop();
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(): void {
		const { viewer, guild } = this.sight;
		const key = `${viewer.userId}/${guild?.id}`;
		if (key === this.#personKey) return;
		this.#personKey = key;
		// A half-typed draft must not be shown to another person.
		this.#draft.clear();
	}

	protected override updated(): void {
		const popup = this.querySelector<HTMLElement>('.composer-popup');
		if (popup !== null) {
			const top = Math.max(0, frameOf(this).getBoundingClientRect().top);
			const room = this.getBoundingClientRect().top - top;
			popup.style.maxHeight = `${Math.max(120, Math.min(400, room - 16))}px`;
			const list = popup.querySelector('.choices');
			keepInView(list, list?.querySelector('.active') ?? null);
		}
		const { focusNext } = this.#draft;
		if (focusNext === undefined) return;
		const input = this.querySelector<HTMLInputElement>(`[data-place="${focusNext}"]`);
		input?.focus({ preventScroll: true });
		input?.setSelectionRange(input.value.length, input.value.length);
		this.#draft.settle();
	}

	protected override render(): TemplateResult {
		const { guild, viewer } = this.sight;
		if (guild === undefined) {
			return closed('Commands are used in a server. Buttons, lists and forms work here too.');
		}
		if (guild.members.some(({ userId, isTimedOut }) => userId === viewer.userId && isTimedOut)) {
			return closed('You are timed out in this server.');
		}
		const { notice, active, entry, text } = this.#draft;
		const popup = this.#draft.popup();
		const onPoint = (index: number) => {
			this.#draft.active = index;
			this.requestUpdate();
		};
		return html`<div class="composer" @focusout=${this.#left} @keydown=${this.#key}>
			${notice === undefined ? nothing : html`<p class="composer-notice" role="alert">${notice}</p>`}
			${popup === undefined ? nothing : composerPopup(popup, { id: this.#id, active, onPoint })}
			<div class="composer-line">
				${entry === undefined ? this.#box(popup) : this.#fields(entry, popup)}
				<button type="button" class="composer-button composer-send" aria-label="Send" ?disabled=${entry === undefined && text === ''} @click=${this.#send}>${icon('send')}</button>
			</div>
		</div>`;
	}

	#box(popup: ComposerPopup | undefined): TemplateResult {
		const channel = this.sight.nameOf('channel', this.channelId) ?? '';
		return html`<button type="button" class="composer-button" aria-label="Commands" @click=${this.#offer}>${icon('slash')}</button>
			${composerInput({
				...this.#at('box', popup),
				label: `Message #${channel}`,
				value: this.#draft.text,
				placeholder: clientWords(this.sight.locale).typeCommand,
				onInput: (text) => this.#draft.typeLine(text),
			})}`;
	}

	#fields(entry: TypedCommand, popup: ComposerPopup | undefined): TemplateResult {
		const offered = offeredOptions(entry).length;
		const isWhole = offered === 0 && entry.fields.length > 0;
		return html`<button type="button" class="composer-button" aria-label="Leave the command" @click=${() => this.#draft.leave()}>${icon('cross')}</button>
			<div class="composer-entry" role="group" aria-label="/${entry.command.shownName}">
				<span class="composer-command" dir="auto">/${entry.command.shownName}</span>
				${entry.fields.map((field, index) => this.#field(field, index, popup))}
				${
					isWhole
						? nothing
						: composerInput({
								...this.#at('more', popup),
								label: 'Add an option',
								value: this.#draft.text,
								placeholder: offered === 0 ? 'Enter sends it' : `+${offered} optional`,
								onInput: (text) => this.#typed(() => this.#draft.typeOption(text)),
							})
				}
			</div>`;
	}

	#field(field: OptionField, index: number, popup: ComposerPopup | undefined): TemplateResult {
		const { option, text } = field;
		const isWrong = this.#draft.touched.has(option.name) && readField(field, this.sight).kind === 'wrong';
		const name = nameIn(option, this.sight.locale);
		return html`<label class="composer-field ${isWrong ? 'wrong' : ''}">
			<span class="composer-name" dir="auto">${name}</span>
			${composerInput({
				...this.#at(index, popup),
				label: name,
				value: text,
				inputMode: inputModeOf(option),
				isDescribed: this.#draft.place === index && popup !== undefined,
				isRequired: option.required ?? false,
				isWrong,
				onInput: (typed) => this.#typed(() => this.#draft.typeField(index, typed)),
			})}
		</label>`;
	}

	#at(place: Place, popup: ComposerPopup | undefined) {
		const { active, place: current } = this.#draft;
		const isHere = popup !== undefined && place === current;
		return {
			id: this.#id,
			place: String(place),
			list: isHere ? { rows: popup.choices.length, active } : undefined,
			onFocus: () => this.#draft.enter(place),
		};
	}

	/** After an edit by hand, it is no longer the recalled command. */
	#typed(type: () => void): void {
		this.#recalled = undefined;
		type();
	}

	readonly #offer = (): void => {
		this.#draft.typeLine('/');
		this.#draft.focusNext = 'box';
	};

	readonly #send = (): void => {
		const { entry, text } = this.#draft;
		if (entry !== undefined) void this.#sendCommand(entry);
		else if (text !== '') this.#sendText(text);
	};

	async #sendCommand(entry: TypedCommand): Promise<void> {
		const values = this.#draft.check();
		if (values === undefined || this.#isSending) return;
		this.#isSending = true;
		try {
			await this.#act('chat-input', { name: entry.command.name, values });
			recent.add(this.#personKey, entry);
			this.#recalled = undefined;
			this.#draft.leave();
		} catch (error) {
			if (!(error instanceof ActRefused)) throw error;
			this.#draft.say(error.message);
		} finally {
			this.#isSending = false;
		}
	}

	/** A line that is no command, or a command that takes no more words. */
	#sendText(text: string): void {
		const typed = text.slice(1).trim().toLowerCase();
		const command = text.startsWith('/')
			? this.#draft.commands().find(({ shownName, name }) => [shownName, name].includes(typed))
			: undefined;
		if (command !== undefined) this.#draft.begin(begunCommand(command));
		else if (text.startsWith('/')) this.#draft.say('There is no such command here.');
		else this.#draft.say('This Discord takes commands only: begin with /');
	}

	#act(name: string, args: object): Promise<unknown> {
		const { userId, guildId } = this.sight.viewer;
		return this.connection.act(name, { person: { userId, guildId }, channelId: this.channelId, ...args });
	}

	readonly #key = (event: KeyboardEvent): void => {
		if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
		const popup = this.#draft.popup();
		const choices = popup?.choices ?? [];
		if (this.#recall(event)) return;
		const row = choices.length > 0 ? rowAfter(event, this.#draft.active, choices.length, true) : undefined;
		if (row !== undefined) {
			event.preventDefault();
			this.#draft.active = row;
		} else if (event.key === 'Backspace' && this.#draft.entry !== undefined && event.target.value === '') {
			event.preventDefault();
			this.#draft.stepBack();
		} else if (event.key === 'Escape') {
			this.#escape(event, choices.length > 0);
		} else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
			this.#take(event, popup);
		} else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
			this.#draft.isOpen = true;
		}
		this.requestUpdate();
	};

	/** Enter and Tab take the row; without one Enter goes on, or sends. */
	#take(event: KeyboardEvent, popup: ComposerPopup | undefined): void {
		const choice = popup?.choices[this.#draft.active];
		const isNew = choice !== undefined && choice.value !== this.#draft.field?.picked?.value;
		if (event.key === 'Enter' || isNew) event.preventDefault();
		if (isNew) popup?.choose(choice);
		else if (event.key !== 'Enter') return;
		else if (this.#draft.isToGoOn && typeof this.#draft.place === 'number') {
			this.#draft.moveOn(this.#draft.place);
		} else this.#send();
	}

	#escape(event: KeyboardEvent, isList: boolean): void {
		const { entry, text, notice } = this.#draft;
		if (!isList && entry === undefined && text === '' && notice === undefined) return;
		event.preventDefault();
		event.stopPropagation();
		if (isList) this.#draft.isOpen = false;
		else this.#draft.leave();
	}

	/** ArrowUp in an empty box brings back what was sent, and goes on through it. */
	#recall(event: KeyboardEvent): boolean {
		const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
		const { entry, text } = this.#draft;
		if (entry === undefined) this.#recalled = undefined;
		const isBegun = step === 1 && entry === undefined && text === '';
		if (step === 0 || (!isBegun && this.#recalled === undefined)) return false;
		event.preventDefault();
		const back = isBegun ? 0 : (this.#recalled ?? 0) + step;
		if (back < 0) {
			this.#draft.leave();
			return true;
		}
		const found = recent.recall(this.#personKey, back, this.#draft.commands());
		if (found === undefined) return true;
		this.#draft.begin(found, false);
		this.#recalled = back;
		return true;
	}

	readonly #left = (event: FocusEvent): void => {
		const to = event.relatedTarget;
		this.#draft.left(!(to instanceof Node && this.contains(to)));
	};
}

function closed(why: string): TemplateResult {
	return html`<div class="composer"><div class="composer-line"><p class="composer-closed">${why}</p></div></div>`;
}

function inputModeOf({ type, min_value: min }: CommandOption): 'numeric' | 'decimal' | undefined {
	// Telephones have no minus among the digits.
	if (min == null || min < 0) return undefined;
	return type === Type.Integer ? 'numeric' : type === Type.Number ? 'decimal' : undefined;
}

customElements.define('page-composer', PageComposer);
