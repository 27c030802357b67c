import type { CommandOption } from '../../src/command-body.js';
import type { Choice } from '../controls/choice.js';
import type { Sight } from '../sight.js';
import { type OptionField, readField, typedField } from './option-field.js';
import type { TypedCommand } from './typed-line.js';

/** A command's input, or the first field that keeps it from being sent. */
export type Collected =
	| { readonly kind: 'ready'; readonly values: Readonly<Record<string, string | number | boolean>> }
	| { readonly kind: 'wrong'; readonly index: number; readonly problem: string };

/** The options that are not filled in and may be. */
export function offeredOptions({ command, fields }: TypedCommand): readonly CommandOption[] {
	return command.options.filter((option) => !fields.some((field) => field.option.name === option.name));
}

export function withText(entry: TypedCommand, index: number, text: string, sight: Sight): TypedCommand {
	return withField(entry, index, ({ option }) => typedField(option, text, sight));
}

export function withPick(entry: TypedCommand, index: number, picked: Choice): TypedCommand {
	return withField(entry, index, ({ option }) => ({ option, text: picked.label, picked }));
}

/** With one more option to fill in, at the end: where one types. */
export function withOption(entry: TypedCommand, option: CommandOption): TypedCommand {
	return { ...entry, fields: [...entry.fields, { option, text: '', picked: undefined }] };
}

export function withoutField(entry: TypedCommand, index: number): TypedCommand {
	return { ...entry, fields: entry.fields.toSpliced(index, 1) };
}

/** All values, checked. */
export function collect({ fields }: TypedCommand, sight: Sight): Collected {
	const values: Record<string, string | number | boolean> = {};
	for (const [index, field] of fields.entries()) {
		const read = readField(field, sight);
		if (read.kind === 'wrong') return { kind: 'wrong', index, problem: read.problem };
		if (read.kind === 'value') values[field.option.name] = read.value;
	}
	return { kind: 'ready', values };
}

/** The valid input of the other fields: the bot's suggestions may depend on it. */
export function othersOf(
	{ fields }: TypedCommand,
	index: number,
	sight: Sight,
): Readonly<Record<string, string | number | boolean>> {
	const others = fields.flatMap((field, at) => {
		const read = readField(field, sight);
		return at === index || read.kind !== 'value' ? [] : [[field.option.name, read.value] as const];
	});
	return Object.fromEntries(others);
}

/** The next field that has to be filled in, after `index` and then from the beginning; -1 where none has to. */
export function nextMissing({ fields }: TypedCommand, index: number): number {
	const isMissing = ({ option, text }: OptionField) => option.required === true && text === '';
	const after = fields.findIndex((field, at) => at > index && isMissing(field));
	return after === -1 ? fields.findIndex(isMissing) : after;
}

function withField(
	entry: TypedCommand,
	index: number,
	change: (field: OptionField) => OptionField,
): TypedCommand {
	return { ...entry, fields: entry.fields.map((field, at) => (at === index ? change(field) : field)) };
}
