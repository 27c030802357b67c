import type { CommandOption } from '../../src/command-body.js';
import type { Choice } from '../controls/choice.js';
import type { Sight } from '../sight.js';
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
import type { ComposerPopup } from './composer-popup.js';
import { commandsPopup, fieldPopup, optionsPopup } from './composer-popups.js';
import { type OptionField, optionFor, readField } from './option-field.js';
import { Suggestions } from './suggestions.js';
import { begunCommand, readLine, type TypedCommand } from './typed-line.js';
import { nameIn, typedCommands, type UsableCommand } from './usable-commands.js';

/** The caret's place: in the box, in a field of the command, or where one adds an option. */
export type Place = 'box' | 'more' | number;

type OptionValues = Readonly<Record<string, string | number | boolean>>;

export interface DraftParts {
	readonly sight: () => Sight;
	readonly botName: () => string;
	/** The bot's suggestions for what is typed in an option; rejects where it gives none. */
	readonly suggest: (asked: {
		readonly name: string;
		readonly focused: { readonly name: string; readonly value: string };
		readonly values: OptionValues;
	}) => Promise<readonly Choice[]>;
	readonly onChange: () => void;
}

/** A command or message before it is sent: as typed, with its open list. */
export class ComposerDraft {
	readonly #parts: DraftParts;
	readonly #suggestions: Suggestions;
	#opensOnFocus = true;
	/** Text in the box, or where one adds an option. */
	text = '';
	entry: TypedCommand | undefined;
	/** Undefined while the focus is elsewhere. */
	place: Place | undefined;
	/** Where the focus is to go once it is drawn. */
	focusNext: Place | undefined;
	/** The row that Enter takes; -1 where it takes none. */
	active = 0;
	isOpen = false;
	/** A notice of the client itself to the person. */
	notice: string | undefined;
	/** Names of the options whose mistakes are shown: none while the person is typing. */
	touched: ReadonlySet<string> = new Set();

	constructor(parts: DraftParts) {
		this.#parts = parts;
		this.#suggestions = new Suggestions(() => {
			this.active = this.#rowToTake();
			this.#parts.onChange();
		});
	}

	/** The field with the caret. */
	get field(): OptionField | undefined {
		return typeof this.place === 'number' ? this.entry?.fields[this.place] : undefined;
	}

	commands(): readonly UsableCommand[] {
		const { guild, viewer, locale } = this.#sight;
		return guild === undefined ? [] : typedCommands(guild, viewer.userId, locale);
	}

	/** The open popup at the caret. */
	popup(): ComposerPopup | undefined {
		const { entry, place, text, field } = this;
		if (!this.isOpen || place === undefined) return undefined;
		if (entry === undefined) {
			if (!text.startsWith('/')) return undefined;
			return commandsPopup(this.commands(), text.slice(1), this.#parts.botName(), (command) =>
				this.begin(begunCommand(command)),
			);
		}
		if (place === 'more') {
			return optionsPopup(offeredOptions(entry), text, this.#sight, (option) => this.#addOption(option));
		}
		if (field === undefined || typeof place !== 'number') return undefined;
		return fieldPopup(field, {
			sight: this.#sight,
			suggested: this.#suggestions.current,
			showsProblem: this.notice === undefined && this.touched.has(field.option.name),
			choose: (choice) => this.#pick(place, choice),
		});
	}

	clear(): void {
		this.stop();
		this.entry = undefined;
		this.text = '';
		this.active = 0;
		this.isOpen = false;
		this.notice = undefined;
		this.touched = new Set();
		this.#parts.onChange();
	}

	/** No answer that is still to come is waited for. */
	stop(): void {
		this.#suggestions.stop();
	}

	/** Empties it, with the caret in the box. */
	leave(): void {
		this.clear();
		this.focusNext = 'box';
	}

	say(notice: string): void {
		this.notice = notice;
		this.#parts.onChange();
	}

	/** @param opens opens the list of the first field immediately */
	begin(entry: TypedCommand, opens = true): void {
		this.entry = entry;
		this.text = '';
		this.notice = undefined;
		this.touched = new Set();
		this.moveOn(-1);
		this.#opensOnFocus &&= opens;
	}

	typeLine(text: string): void {
		this.notice = undefined;
		const typed = text.startsWith('/') ? readLine(text, this.commands(), this.#sight) : undefined;
		if (typed !== undefined) {
			this.begin(typed);
			return;
		}
		this.text = text;
		this.isOpen = true;
		this.active = 0;
		this.#parts.onChange();
	}

	typeField(index: number, text: string): void {
		if (this.entry === undefined) return;
		this.entry = withText(this.entry, index, text, this.#sight);
		this.notice = undefined;
		this.isOpen = true;
		this.active = this.#rowToTake();
		if (this.entry.fields[index]?.option.autocomplete) this.#ask(index, 'soon');
		this.#parts.onChange();
	}

	/** A name and a colon take an option, and so does what is chosen. A value that is pasted goes where it fits. */
	typeOption(text: string): void {
		if (this.#takePasted(text)) return;
		this.text = text;
		this.isOpen = true;
		this.active = text === '' ? -1 : 0;
		this.#parts.onChange();
		const named = /^(\S+):$/.exec(text.trim())?.[1];
		if (named === undefined || this.entry === undefined) return;
		const { locale } = this.#sight;
		const option = offeredOptions(this.entry).find((it) => [it.name, nameIn(it, locale)].includes(named));
		if (option !== undefined) this.#addOption(option);
	}

	#takePasted(text: string): boolean {
		const isPasted = text.length > this.text.length + 1;
		if (this.entry === undefined || !isPasted || text.trimEnd().endsWith(':')) return false;
		const offered = offeredOptions(this.entry);
		const begun = text.trim().toLowerCase();
		if (offered.some((option) => nameIn(option, this.#sight.locale).startsWith(begun))) return false;
		const option = optionFor(text.trim(), offered, this.#sight);
		if (option === undefined) return false;
		this.entry = withText(withOption(this.entry, option), this.entry.fields.length, text.trim(), this.#sight);
		this.text = '';
		this.notice = undefined;
		this.moveOn(this.entry.fields.length - 1);
		return true;
	}

	/** The focus is where it was to go. */
	settle(): void {
		this.focusNext = undefined;
		this.#opensOnFocus = true;
	}

	/** The caret has come to a place. */
	enter(place: Place): void {
		this.place = place;
		this.isOpen = this.#opensOnFocus;
		this.active = this.#rowToTake();
		if (typeof place === 'number' && this.field?.option.autocomplete) this.#ask(place, 'now');
		this.#parts.onChange();
	}

	/** The caret has left a place: what is wrong there may be said now. */
	left(isElsewhere: boolean): void {
		const { field } = this;
		if (field !== undefined && field.text !== '')
			this.touched = new Set([...this.touched, field.option.name]);
		if (isElsewhere) {
			this.isOpen = false;
			this.place = undefined;
		}
		this.#parts.onChange();
	}

	/** To what has to be filled in next; else to where one may add something; else the caret stays at the last field. */
	moveOn(from: number): void {
		if (this.entry === undefined) return;
		const missing = nextMissing(this.entry, from);
		const last = this.entry.fields.length - 1;
		const hasMore = offeredOptions(this.entry).length > 0 || last < 0;
		this.focusNext = missing >= 0 ? missing : hasMore ? 'more' : last;
		this.isOpen = false;
		this.#opensOnFocus = missing >= 0 || hasMore;
		this.#parts.onChange();
	}

	/** True if the caret's field is valid while another one is still missing. */
	get isToGoOn(): boolean {
		const { entry, place, field } = this;
		if (entry === undefined || field === undefined || typeof place !== 'number') return false;
		return readField(field, this.#sight).kind === 'value' && nextMissing(entry, place) >= 0;
	}

	/** The values to send; undefined where something is wrong, which is then said, with the caret at it. */
	check(): OptionValues | undefined {
		const { entry } = this;
		if (entry === undefined) return undefined;
		const collected = collect(entry, this.#sight);
		if (collected.kind === 'ready') return collected.values;
		const option = entry.fields[collected.index]?.option;
		this.touched = new Set(entry.fields.map((field) => field.option.name));
		this.focusNext = collected.index;
		this.say(`${option === undefined ? '' : nameIn(option, this.#sight.locale)}: ${collected.problem}`);
		return undefined;
	}

	/** Backspace in an empty field takes it away, and in the first one the command. */
	stepBack(): void {
		const { entry, place } = this;
		if (entry === undefined) return;
		const last = entry.fields.length - 1;
		const before = place === 'more' ? last : typeof place === 'number' ? place - 1 : -1;
		if (typeof place === 'number' && this.field?.option.required !== true) {
			this.entry = withoutField(entry, place);
			this.focusNext = before >= 0 ? before : 'more';
		} else if (before >= 0) this.focusNext = before;
		else {
			this.leave();
			this.typeLine(`/${entry.command.shownName}`);
		}
		this.#parts.onChange();
	}

	get #sight(): Sight {
		return this.#parts.sight();
	}

	/** The current pick, or else the first row once something is typed: an empty field takes nothing by itself. */
	#rowToTake(): number {
		const { field } = this;
		if (field === undefined) return this.place === 'box' ? 0 : -1;
		const { picked, text } = field;
		if (picked === undefined) return text === '' ? -1 : 0;
		return this.popup()?.choices.findIndex(({ value }) => value === picked.value) ?? -1;
	}

	#addOption(option: CommandOption): void {
		if (this.entry === undefined) return;
		this.entry = withOption(this.entry, option);
		this.text = '';
		this.focusNext = this.entry.fields.length - 1;
		this.#parts.onChange();
	}

	#pick(index: number, choice: Choice): void {
		if (this.entry === undefined) return;
		this.stop();
		this.entry = withPick(this.entry, index, choice);
		this.notice = undefined;
		this.moveOn(index);
	}

	#ask(index: number, when: 'now' | 'soon'): void {
		const field = this.entry?.fields[index];
		if (this.entry === undefined || field === undefined) return;
		const asked = {
			name: this.entry.command.name,
			focused: { name: field.option.name, value: field.text },
			values: othersOf(this.entry, index, this.#sight),
		};
		this.#suggestions.ask(() => this.#parts.suggest(asked), when);
	}
}
