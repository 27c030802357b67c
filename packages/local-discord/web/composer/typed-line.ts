import type { CommandOption } from '../../src/command-body.js';
import type { Sight } from '../sight.js';
import { type OptionField, optionFor, typedField } from './option-field.js';
import { nameIn, type UsableCommand } from './usable-commands.js';

/** A command and what is filled in. */
export interface TypedCommand {
	readonly command: UsableCommand;
	readonly fields: readonly OptionField[];
}

/** A command with its required options to fill in. */
export function begunCommand(command: UsableCommand): TypedCommand {
	const required = command.options.filter((option) => option.required);
	return { command, fields: required.map((option) => ({ option, text: '', picked: undefined })) };
}

/**
 * Parses a line such as `/find text: lamp limit: 5`, in the viewer's language or in the bot's own words; undefined
 * while its command is still being typed. Text before the first option's name belongs to the first option that takes
 * it.
 */
export function readLine(
	line: string,
	commands: readonly UsableCommand[],
	sight: Sight,
): TypedCommand | undefined {
	const typed = line.replace(/^\//, '').replace(/\s+/g, ' ');
	const found = commands
		.flatMap((command) => [command.shownName, command.name].map((name) => ({ command, name })))
		.filter(({ name }) => typed.toLowerCase().startsWith(`${name} `))
		.sort((a, b) => b.name.length - a.name.length)
		.at(0);
	if (found === undefined) return undefined;
	const { command, name } = found;
	const given = splitOptions(typed.slice(name.length + 1), command.options, sight);
	const fields = command.options.flatMap((option) => {
		const text = given.get(option);
		if (text === undefined && !option.required) return [];
		return [typedField(option, text ?? '', sight)];
	});
	return { command, fields };
}

function splitOptions(
	text: string,
	options: readonly CommandOption[],
	sight: Sight,
): ReadonlyMap<CommandOption, string> {
	const marks = options
		.flatMap((option) => {
			const names = [...new Set([nameIn(option, sight.locale), option.name])];
			const places = names.map((name) => ({ at: placeOf(text, `${name}:`), length: name.length + 1 }));
			const place = places.find(({ at }) => at >= 0);
			return place === undefined ? [] : [{ option, ...place }];
		})
		.sort((a, b) => a.at - b.at);
	const found = new Map<CommandOption, string>();
	const before = text.slice(0, marks[0]?.at ?? text.length).trim();
	const first = optionFor(before, options, sight) ?? options[0];
	if (first !== undefined && before !== '') found.set(first, before);
	for (const [index, { option, at, length }] of marks.entries()) {
		found.set(option, text.slice(at + length, marks[index + 1]?.at ?? text.length).trim());
	}
	return found;
}

/** Where a word begins that is a word of its own; -1 where there is none. */
function placeOf(text: string, word: string): number {
	return ` ${text.toLowerCase()}`.indexOf(` ${word}`);
}
