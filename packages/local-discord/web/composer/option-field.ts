import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import type { CommandOption } from '../../src/command-body.js';
import type { Choice } from '../controls/choice.js';
import { type EntityKind, entityChoices } from '../controls/entity-choices.js';
import type { Sight } from '../sight.js';
import { nameIn } from './usable-commands.js';

/** An option that is being filled in. */
export interface OptionField {
	readonly option: CommandOption;
	readonly text: string;
	/** The choice that was taken from the list: the text is then its label. */
	readonly picked: Choice | undefined;
}

export type FieldValue =
	| { readonly kind: 'empty' }
	| { readonly kind: 'value'; readonly value: string | number | boolean }
	| { readonly kind: 'wrong'; readonly problem: string };

const entityKinds: Readonly<Record<number, EntityKind>> = {
	[Type.User]: 'user',
	[Type.Role]: 'role',
	[Type.Mentionable]: 'mentionable',
	[Type.Channel]: 'channel',
};

const maxTextLength = 6000;

/** All that an option takes where that is a list; undefined where one types, with suggestions or without. */
export function listedChoices(option: CommandOption, sight: Sight): readonly Choice[] | undefined {
	const kind = entityKinds[option.type];
	if (kind !== undefined) return entityChoices(kind, sight, option.channel_types ?? []);
	if (option.type === Type.Boolean) {
		return [
			{ value: 'true', label: 'True' },
			{ value: 'false', label: 'False' },
		];
	}
	if ((option.choices ?? []).length === 0) return undefined;
	return option.choices?.map((choice) => ({
		value: String(choice.value),
		label: nameIn(choice, sight.locale),
	}));
}

/** A field whose text a person has typed: an entry of its list is recognised by its name. */
export function typedField(option: CommandOption, text: string, sight: Sight): OptionField {
	const wanted = text.trim().toLocaleLowerCase(sight.locale);
	const mentioned = /^<[@#]&?!?(\d+)>$/.exec(wanted)?.[1] ?? wanted;
	const name = wanted.replace(/^[@#]/, '');
	const fits = ({ value, label }: Choice) =>
		value === mentioned || label.toLocaleLowerCase(sight.locale) === name;
	const [only, ...others] = wanted === '' ? [] : (listedChoices(option, sight) ?? []).filter(fits);
	// Two members of one name are told apart by picking one.
	return { option, text, picked: others.length === 0 ? only : undefined };
}

/** A field's value, checked as Discord's client checks it. */
export function readField({ option, text, picked }: OptionField, sight: Sight): FieldValue {
	if (option.type === Type.Attachment) return wrong('Files can’t be handed over in this page');
	if (picked !== undefined) return asType(option, picked.value);
	const typed = text.trim();
	if (typed === '')
		return option.required ? wrong('This option is required. Specify a value') : { kind: 'empty' };
	if (listedChoices(option, sight) !== undefined) return wrong('Choose one from the list');
	return asType(option, typed);
}

/** An option's limits in a few words; empty if there are none. */
export function limitsOf(option: CommandOption): string {
	const { type, min_value: min, max_value: max, min_length: shortest, max_length: longest } = option;
	if (type === Type.Integer || type === Type.Number) {
		const what = type === Type.Integer ? 'A whole number' : 'A number';
		return `${what}${rangeOf(min, max)}`;
	}
	if (type !== Type.String || (shortest == null && longest == null)) return '';
	return `Text${rangeOf(shortest, longest)}${longest === 1 ? ' character' : ' characters'}`;
}

function rangeOf(min: number | null | undefined, max: number | null | undefined): string {
	if (min != null && max != null) return min === max ? ` of ${min}` : ` from ${min} to ${max}`;
	if (min != null) return ` of at least ${min}`;
	return max == null ? '' : ` of at most ${max}`;
}

function asType(option: CommandOption, text: string): FieldValue {
	switch (option.type) {
		case Type.Boolean:
			return { kind: 'value', value: text === 'true' };
		case Type.Integer:
			return /^[+-]?\d+$/.test(text) ? inRange(option, Number(text)) : wrong('Type a whole number');
		case Type.Number: {
			const value = Number(text.replace(',', '.'));
			return Number.isFinite(value) ? inRange(option, value) : wrong('Type a number');
		}
		case Type.String:
			return withinLength(option, text);
		default:
			return { kind: 'value', value: text };
	}
}

function inRange({ min_value: min, max_value: max }: CommandOption, value: number): FieldValue {
	// https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-option-type
	if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return wrong('Discord takes numbers up to 2⁵³');
	if (min != null && value < min) return wrong(`Must be at least ${min}`);
	if (max != null && value > max) return wrong(`Must be at most ${max}`);
	return { kind: 'value', value };
}

function withinLength({ min_length: min, max_length: max }: CommandOption, text: string): FieldValue {
	if (text.length < (min ?? 0)) return wrong(`Must have at least ${min} characters (has ${text.length})`);
	const most = max ?? maxTextLength;
	return text.length > most
		? wrong(`Must have at most ${most} characters (has ${text.length})`)
		: { kind: 'value', value: text };
}

function wrong(problem: string): FieldValue {
	return { kind: 'wrong', problem };
}

/** The first option that takes the text as its value; undefined where none does. */
export function optionFor(
	text: string,
	options: readonly CommandOption[],
	sight: Sight,
): CommandOption | undefined {
	return options.find((option) => readField(typedField(option, text, sight), sight).kind === 'value');
}
