import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { CommandOption } from '../../src/command-body.js';
import { ActRefused, type Connection } from '../connection.js';
import type { Choice } from '../controls/choice.js';
import { icon } from '../controls/icon.js';
import { rowAfter } from '../controls/list-keys.js';
import { frameOf, keepInView } from '../controls/popup-place.js';
import type { Sight } from '../sight.js';
import type { Store } from '../store.js';
import {
	collect,
	nextMissing,
	offeredOptions,
	othersOf,
	withOption,
	withoutField,
	withPick,
	withText,
} from './command-entry.js';
import { composerInput } from './composer-input.js';
import { type ComposerPopup, composerPopup } from './composer-popup.js';
import { commandsPopup, fieldPopup, optionsPopup } from './composer-popups.js';
import { type OptionField, readField } from './option-field.js';
import { RecentCommands } from './recent-commands.js';
import { Suggestions, suggestedChoices } from './suggestions.js';
import { begunCommand, readLine, type TypedCommand } from './typed-line.js';
import { nameIn, typedCommands, type UsableCommand } from './usable-commands.js';

/** Where the caret is: in the box, in a field of the command, or where one adds an option. */
type Place = 'box' | 'more' | number;

let lastNumber = 0;
const recent = new RecentCommands();

/** The box at the bottom: slash commands, typed as in Discord's client. */
export class PageComposer extends LitElement {
	static override properties = {
		store: { attribute: false },
		connection: { attribute: false },
		sight: { attribute: false },
		channelId: { attribute: false },
		text: { state: true },
		entry: { state: true },
		place: { state: true },
		active: { state: true },
		isOpen: { state: true },
		notice: { state: true },
		touched: { state: true },
	};
	declare store: Store;
	declare connection: Connection;
	declare sight: Sight;
	declare channelId: string;
	/** What is typed in the box, or where one adds an option. */
	declare protected text: string;
	declare protected entry: TypedCommand | undefined;
	declare protected place: Place | undefined;
	/** The row that Enter takes; -1 where it sends the command. */
	declare protected active: number;
	declare protected isOpen: boolean;
	/** What the person is told by the client itself. */
	declare protected notice: string | undefined;
	/** The names of the options whose mistakes are shown: nobody is told so while typing. */
	declare protected touched: ReadonlySet<string>;
	readonly #id = `composer-${++lastNumber}`;
	readonly #suggestions = new Suggestions(() => this.#showSuggested());
	#focusNext: Place | undefined;
	#opensOnFocus = true;
	#recalled: number | undefined;
	#isSending = false;
	#personKey = '';

	constructor() {
		super();
		this.#clear();
	}

	/** Takes over a command, such as `role add`, to be completed; says so where the viewer can't use it. */
	typeCommand(name: string): void {
		const command = this.#commands().find((it) => it.name === name);
		this.#clear();
		if (command !== undefined) this.#begin(begunCommand(command));
		else {
			this.notice = `You can’t use /${name} here.`;
			this.#focusNext = 'box';
		}
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#suggestions.stop();
	}

	protected override createRenderRoot(): HTMLElement {
		return this;
	}

	protected override willUpdate(): void {
		// What somebody else has half typed is nobody's business.
		const { viewer, guild } = this.sight;
		const key = `${viewer.userId}/${guild?.id}`;
		if (key !== this.#personKey) this.#clear();
		this.#personKey = key;
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
		if (this.#focusNext === undefined) return;
		const input = this.querySelector<HTMLInputElement>(`[data-place="${this.#focusNext}"]`);
		this.#focusNext = undefined;
		input?.focus({ preventScroll: true });
		input?.setSelectionRange(input.value.length, input.value.length);
		this.#opensOnFocus = true;
	}

	protected override render(): TemplateResult {
		const { guild, viewer } = this.sight;
		if (guild === undefined) {
			return closed('Commands are used in a server. Buttons, lists and forms work here too.');
		}
		if (guild.members.some(({ userId, isTimedOut }) => userId === viewer.userId && isTimedOut)) {
			return closed('You are timed out in this server.');
		}
		const popup = this.#popup();
		const onPoint = (index: number) => {
			this.active = index;
		};
		return html`<div class="composer" @focusout=${this.#left} @keydown=${this.#key}>
			${this.notice === undefined ? nothing : html`<p class="composer-notice" role="alert">${this.notice}</p>`}
			${popup === undefined ? nothing : composerPopup(popup, { id: this.#id, active: this.active, onPoint })}
			<div class="composer-line">
				${this.entry === undefined ? this.#box(popup) : this.#fields(this.entry, popup)}
				<button type="button" class="composer-button composer-send" aria-label="Send" ?disabled=${this.entry === undefined && this.text === ''} @click=${this.#send}>${icon('send')}</button>
			</div>
		</div>`;
	}

	#box(popup: ComposerPopup | undefined): TemplateResult {
		const channel = this.sight.nameOf('channel', this.channelId) ?? '';
		return html`<button type="button" class="composer-button" aria-label="Commands" @click=${this.#offer}>${icon('slash')}</button>
			${composerInput({
				id: this.#id,
				place: 'box',
				label: `Message #${channel}`,
				value: this.text,
				placeholder: 'Type / for commands',
				list: this.#listAt('box', popup),
				onInput: (text) => this.#typeLine(text),
				onFocus: () => this.#enter('box'),
			})}`;
	}

	#fields(entry: TypedCommand, popup: ComposerPopup | undefined): TemplateResult {
		const offered = offeredOptions(entry);
		return html`<button type="button" class="composer-button" aria-label="Leave the command" @click=${this.#leave}>${icon('cross')}</button>
			<div class="composer-entry" role="group" aria-label="/${entry.command.shownName}">
				<span class="composer-command" dir="auto">/${entry.command.shownName}</span>
				${entry.fields.map((field, index) => this.#field(field, index, popup))}
				${
					offered.length === 0 && entry.fields.length > 0
						? nothing
						: composerInput({
								id: this.#id,
								place: 'more',
								label: 'Add an option',
								value: this.text,
								placeholder: offered.length === 0 ? 'Enter sends it' : `+${offered.length} optional`,
								list: this.#listAt('more', popup),
								onInput: (text) => this.#typeOption(text),
								onFocus: () => this.#enter('more'),
							})
				}
			</div>`;
	}

	#field(field: OptionField, index: number, popup: ComposerPopup | undefined): TemplateResult {
		const { option, text } = field;
		const isWrong = this.touched.has(option.name) && readField(field, this.sight).kind === 'wrong';
		const name = nameIn(option, this.sight.locale);
		return html`<label class="composer-field ${isWrong ? 'wrong' : ''}">
			<span class="composer-name" dir="auto">${name}</span>
			${composerInput({
				id: this.#id,
				place: String(index),
				label: name,
				value: text,
				inputMode: inputModeOf(option),
				list: this.#listAt(index, popup),
				isDescribed: this.place === index && popup !== undefined,
				isRequired: option.required ?? false,
				isWrong,
				onInput: (typed) => this.#typeField(index, typed),
				onFocus: () => this.#enter(index),
			})}
		</label>`;
	}

	#listAt(place: Place, popup: ComposerPopup | undefined): { rows: number; active: number } | undefined {
		return popup === undefined || place !== this.place
			? undefined
			: { rows: popup.choices.length, active: this.active };
	}

	#popup(): ComposerPopup | undefined {
		const { entry, place, text, sight } = this;
		if (!this.isOpen || place === undefined) return undefined;
		if (entry === undefined) {
			if (!text.startsWith('/')) return undefined;
			const botName = this.store.world?.botName ?? '';
			return commandsPopup(this.#commands(), text.slice(1), botName, (command) =>
				this.#begin(begunCommand(command)),
			);
		}
		if (place === 'more') {
			return optionsPopup(offeredOptions(entry), text, sight, (option) => this.#addOption(option));
		}
		const field = typeof place === 'number' ? entry.fields[place] : undefined;
		if (field === undefined || typeof place !== 'number') return undefined;
		return fieldPopup(field, {
			sight,
			suggested: this.#suggestions.current,
			showsProblem: this.notice === undefined && this.touched.has(field.option.name),
			choose: (choice) => this.#pick(place, choice),
		});
	}

	#commands(): readonly UsableCommand[] {
		const { guild, viewer, locale } = this.sight;
		return guild === undefined ? [] : typedCommands(guild, viewer.userId, locale);
	}

	#clear(): void {
		this.#suggestions?.stop();
		this.entry = undefined;
		this.text = '';
		this.active = 0;
		this.isOpen = false;
		this.notice = undefined;
		this.touched = new Set();
		this.#recalled = undefined;
	}

	readonly #leave = (): void => {
		this.#clear();
		this.#focusNext = 'box';
	};

	readonly #offer = (): void => {
		this.#typeLine('/');
		this.#focusNext = 'box';
	};

	#typeLine(text: string): void {
		this.notice = undefined;
		this.#recalled = undefined;
		const typed = text.startsWith('/') ? readLine(text, this.#commands(), this.sight) : undefined;
		if (typed !== undefined) {
			this.#begin(typed);
			return;
		}
		this.text = text;
		this.isOpen = true;
		this.active = 0;
	}

	#begin(entry: TypedCommand): void {
		this.entry = entry;
		this.text = '';
		this.notice = undefined;
		this.touched = new Set();
		this.#moveOn(-1);
	}

	/** To what has to be filled in next; else to where one may add something; else the caret stays at the last field. */
	#moveOn(from: number): void {
		if (this.entry === undefined) return;
		const missing = nextMissing(this.entry, from);
		const hasMore = offeredOptions(this.entry).length > 0;
		const last = this.entry.fields.length - 1;
		this.#focusNext = missing >= 0 ? missing : hasMore || last < 0 ? 'more' : last;
		this.isOpen = false;
		this.#opensOnFocus = missing >= 0 || hasMore;
	}

	#enter(place: Place): void {
		this.place = place;
		this.isOpen = this.#opensOnFocus;
		const field = typeof place === 'number' ? this.entry?.fields[place] : undefined;
		this.active = place === 'box' || (field !== undefined && field.text !== '') ? 0 : -1;
		if (field?.picked !== undefined) {
			const { value } = field.picked;
			this.active = this.#popup()?.choices.findIndex((choice) => choice.value === value) ?? -1;
		}
		if (field?.option.autocomplete && typeof place === 'number') this.#ask(place, 'now');
	}

	#typeField(index: number, text: string): void {
		if (this.entry === undefined) return;
		this.entry = withText(this.entry, index, text, this.sight);
		this.notice = undefined;
		this.#recalled = undefined;
		this.isOpen = true;
		this.active = text === '' ? -1 : 0;
		if (this.entry.fields[index]?.option.autocomplete) this.#ask(index, 'soon');
	}

	#typeOption(text: string): void {
		this.text = text;
		this.#recalled = undefined;
		this.isOpen = true;
		this.active = text === '' ? -1 : 0;
		const named = /^(\S+):$/.exec(text.trim())?.[1];
		if (named === undefined || this.entry === undefined) return;
		const { locale } = this.sight;
		const option = offeredOptions(this.entry).find((it) => [it.name, nameIn(it, locale)].includes(named));
		if (option !== undefined) this.#addOption(option);
	}

	#addOption(option: CommandOption): void {
		if (this.entry === undefined) return;
		this.entry = withOption(this.entry, option);
		this.text = '';
		this.#focusNext = this.entry.fields.length - 1;
	}

	#pick(index: number, choice: Choice): void {
		if (this.entry === undefined) return;
		this.#suggestions.stop();
		this.entry = withPick(this.entry, index, choice);
		this.notice = undefined;
		this.#moveOn(index);
	}

	#ask(index: number, when: 'now' | 'soon'): void {
		const { entry, sight, channelId, connection } = this;
		const field = entry?.fields[index];
		if (entry === undefined || field === undefined) return;
		const { userId, guildId } = sight.viewer;
		const args = {
			person: { userId, guildId },
			channelId,
			name: entry.command.name,
			focused: { name: field.option.name, value: field.picked?.label ?? field.text },
			values: othersOf(entry, index, sight),
		};
		this.#suggestions.ask(
			async () => suggestedChoices(await connection.act('autocomplete', args), sight.locale),
			when,
		);
	}

	#showSuggested(): void {
		const field = typeof this.place === 'number' ? this.entry?.fields[this.place] : undefined;
		this.active = field === undefined || field.text === '' ? -1 : 0;
		this.requestUpdate();
	}

	readonly #send = (): void => {
		const { entry, sight, channelId } = this;
		if (entry === undefined) {
			if (this.text !== '') this.#sendText();
			return;
		}
		const collected = collect(entry, sight);
		if (collected.kind === 'wrong') {
			const option = entry.fields[collected.index]?.option;
			this.touched = new Set(entry.fields.map((field) => field.option.name));
			this.notice = `${option === undefined ? '' : nameIn(option, sight.locale)}: ${collected.problem}`;
			this.#focusNext = collected.index;
			return;
		}
		if (this.#isSending) return;
		this.#isSending = true;
		const { userId, guildId } = sight.viewer;
		const { name } = entry.command;
		this.connection
			.act('chat-input', { person: { userId, guildId }, channelId, name, values: collected.values })
			.then(() => {
				recent.add(this.#personKey, entry);
				this.#leave();
			})
			.catch((error: unknown) => {
				if (!(error instanceof ActRefused)) throw error;
				this.notice = error.message;
			})
			.finally(() => {
				this.#isSending = false;
			});
	};

	/** A line that is no command, or not one that is there. */
	#sendText(): void {
		const begun = this.text.startsWith('/')
			? this.#commands().find(({ shownName, name }) =>
					[shownName, name].includes(this.text.slice(1).trim().toLowerCase()),
				)
			: undefined;
		if (begun !== undefined) this.#begin(begunCommand(begun));
		else {
			this.notice = this.text.startsWith('/')
				? 'There is no such command here.'
				: 'This Discord takes commands only: begin with /';
		}
	}

	readonly #key = (event: KeyboardEvent): void => {
		if (event.isComposing || !(event.target instanceof HTMLInputElement)) return;
		const popup = this.#popup();
		const choices = popup?.choices ?? [];
		const isMoving = this.#recall(event) || this.#removeAt(event);
		if (isMoving) return;
		const row = choices.length > 0 ? rowAfter(event, this.active, choices.length, true) : undefined;
		if (row !== undefined) {
			event.preventDefault();
			this.active = row;
		} else if (event.key === 'Escape') {
			this.#escape(event, choices.length > 0);
		} else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
			const choice = choices[this.active];
			const isTaken = choice !== undefined && !this.#isPicked(choice);
			if (event.key === 'Enter' || isTaken) event.preventDefault();
			if (isTaken) popup?.choose(choice);
			else if (event.key === 'Enter') this.#send();
		} else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
			this.isOpen = true;
		}
	};

	#isPicked({ value }: Choice): boolean {
		const field = typeof this.place === 'number' ? this.entry?.fields[this.place] : undefined;
		return field?.picked?.value === value;
	}

	#escape(event: KeyboardEvent, isList: boolean): void {
		if (!isList && this.entry === undefined && this.text === '' && this.notice === undefined) return;
		event.preventDefault();
		event.stopPropagation();
		if (isList) this.isOpen = false;
		else this.#leave();
	}

	/** ArrowUp in an empty box brings back what was sent, and goes on through it. */
	#recall(event: KeyboardEvent): boolean {
		const isBegin = event.key === 'ArrowUp' && this.entry === undefined && this.text === '';
		const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
		if (step === 0 || (!isBegin && this.#recalled === undefined)) return false;
		event.preventDefault();
		const back = isBegin ? 0 : (this.#recalled ?? 0) + step;
		if (back < 0) {
			this.#leave();
			return true;
		}
		const entry = recent.recall(this.#personKey, back, this.#commands());
		if (entry === undefined) return true;
		this.#begin(entry);
		this.#recalled = back;
		this.#opensOnFocus = false;
		return true;
	}

	/** Backspace in an empty field takes it away, and in the first one the command. */
	#removeAt(event: KeyboardEvent): boolean {
		const { entry, place } = this;
		const input = event.target as HTMLInputElement;
		if (event.key !== 'Backspace' || entry === undefined || input.value !== '') return false;
		event.preventDefault();
		const last = entry.fields.length - 1;
		const field = typeof place === 'number' ? entry.fields[place] : undefined;
		if (place === 'more' && last >= 0) this.#focusNext = last;
		else if (field !== undefined && !field.option.required && typeof place === 'number') {
			this.entry = withoutField(entry, place);
			this.#focusNext = place > 0 ? place - 1 : 'more';
		} else if (typeof place === 'number' && place > 0) this.#focusNext = place - 1;
		else {
			this.#clear();
			this.#typeLine(`/${entry.command.shownName}`);
			this.#focusNext = 'box';
		}
		this.requestUpdate();
		return true;
	}

	readonly #left = (event: FocusEvent): void => {
		const field = typeof this.place === 'number' ? this.entry?.fields[this.place] : undefined;
		if (field !== undefined && field.text !== '')
			this.touched = new Set([...this.touched, field.option.name]);
		if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
		this.isOpen = false;
		this.place = undefined;
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
