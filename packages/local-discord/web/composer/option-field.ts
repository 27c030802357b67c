import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { html, nothing, type TemplateResult } from 'lit';
import type { CommandOption } from '../../src/command-body.js';
import { kindOfOption } from '../../src/pickable.js';
import { type Choice, entityChoices } from '../controls/choices.js';
import type { Sight } from '../sight.js';
import { nameIn } from './usable-commands.js';

/** The values of the filled-in options, by option name. */
export type Values = Readonly<Record<string, string | number | boolean>>;

export interface OptionFieldParts {
	readonly label: string;
	readonly description: string;
	readonly sight: Sight;
	/** The bot's current suggestions for this option. */
	readonly suggested: readonly string[];
	/** Asks the bot for suggestions that match the typed text. */
	readonly onAsk: (text: string) => void;
}

/** The input for an option: a list if it has one, otherwise the browser's input for numbers or text. */
export function optionField(option: CommandOption, parts: OptionFieldParts): TemplateResult {
	const { label, description } = parts;
	return html`<div class="option"><span class="option-name" aria-hidden="true" dir="auto" title=${description}>${label}${option.required ? ' *' : ''}</span>
		<div>${control(option, parts)}</div></div>`;
}

/** The values of a form with these options; an empty option has none. */
export function valuesOf(
	options: readonly CommandOption[],
	data: FormData,
	suggested: ReadonlyMap<string, string>,
): Values {
	return Object.fromEntries(
		options.flatMap(({ name, type, autocomplete }): [string, Values[string]][] => {
			const typed = String(data.get(name) ?? '').trim();
			if (typed === '') return [];
			const text = (autocomplete ? suggested.get(typed) : undefined) ?? typed;
			if (type === Type.Boolean) return [[name, text === 'true']];
			const isNumber = (type === Type.Integer || type === Type.Number) && !Number.isNaN(Number(text));
			return [[name, isNumber ? Number(text) : text]];
		}),
	);
}

function control(option: CommandOption, parts: OptionFieldParts): TemplateResult {
	const { description, label, suggested, onAsk } = parts;
	const { name, required, min_length: shortest, max_length: longest } = option;
	const choices = listedChoices(option, parts.sight);
	if (choices !== undefined) {
		return html`<select class="select" name=${name} aria-label=${label} ?required=${required ?? false} @keydown=${sendAtEnter}>
			<option value="">${description}</option>
			${choices.map((choice) => html`<option value=${choice.value}>${choice.label}</option>`)}
		</select>`;
	}
	if (option.autocomplete) {
		const ask = ({ currentTarget }: Event) => onAsk((currentTarget as HTMLInputElement).value);
		const take = ({ currentTarget }: Event) => {
			const button = currentTarget as HTMLButtonElement;
			const input = button.closest('.option')?.querySelector('input');
			if (input == null) return;
			input.value = button.innerText;
			input.focus();
		};
		// Not the browser's own list, which hides suggestions that the bot found despite a typo.
		return html`<input name=${name} aria-label=${label} dir="auto" autocomplete="off" placeholder=${description} ?required=${required ?? false} @focus=${ask} @input=${ask}>
			${suggested.map((shown) => html`<button type="button" class="menu-item" dir="auto" @click=${take}>${shown}</button>`)}`;
	}
	const isNumber = option.type === Type.Integer || option.type === Type.Number;
	return html`<input name=${name} aria-label=${label} dir="auto" autocomplete="off" placeholder=${description} ?required=${required ?? false}
		type=${isNumber ? 'number' : 'text'} step=${option.type === Type.Number ? 'any' : nothing} min=${option.min_value ?? nothing} max=${option.max_value ?? nothing}
		minlength=${shortest ?? nothing} maxlength=${longest ?? 6000}>`;
}

/** Behaves like a text field. */
function sendAtEnter(event: KeyboardEvent): void {
	if (event.key !== 'Enter') return;
	event.preventDefault();
	(event.currentTarget as HTMLSelectElement).form?.requestSubmit();
}

/** All values of an option that has a list; undefined for a typed option, with or without suggestions. */
function listedChoices(option: CommandOption, sight: Sight): readonly Choice[] | undefined {
	const kind = kindOfOption[option.type];
	if (kind !== undefined) return entityChoices(kind, sight, option.channel_types ?? []);
	if (option.type === Type.Boolean) return ['true', 'false'].map((value) => ({ value, label: value }));
	if (!option.choices?.length) return undefined;
	return option.choices.map((choice) => ({
		value: String(choice.value),
		label: nameIn(choice, sight.locale),
	}));
}
