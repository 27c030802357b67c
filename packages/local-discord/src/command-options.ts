import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { ClientRefusal } from './client-refusal.js';
import { type CommandOption, isGroup } from './command-body.js';
import { kindOfOption } from './pickable.js';
import { mergeResolved, type PickingPlace, type Resolved, resolveIds } from './resolved.js';
import { textLength } from './text-length.js';

/** A person's input, by option name; users, roles and channels by id. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

export interface CommandInput {
	/** In the form of `data.options`, including subcommands. */
	readonly options: readonly Record<string, unknown>[];
	readonly resolved: Resolved | undefined;
}

interface Typing extends PickingPlace {
	/** The option that the person is typing in; the others may still be missing. */
	readonly focused?: string | undefined;
}

/**
 * Converts a person's input into an interaction's options, validated against the registered ones as Discord's client
 * does. `path` names the subcommand, outermost first. Throws ClientRefusal.
 */
export function commandInput(
	registered: readonly CommandOption[],
	path: readonly string[],
	values: OptionValues,
	typing: Typing,
): CommandInput {
	const [next, ...rest] = path;
	const groups = registered.filter((option) => isGroup(option));
	if (next === undefined) {
		if (groups.length > 0)
			throw new ClientRefusal(`Choose one of: ${groups.map((group) => group.name).join(', ')}`);
		return leafInput(registered, values, typing);
	}
	const group = groups.find((option) => option.name === next);
	if (group === undefined) throw new ClientRefusal(`There is no subcommand ${next}`);
	const inner = commandInput(group.options ?? [], rest, values, typing);
	return {
		options: [{ type: group.type, name: group.name, options: inner.options }],
		resolved: inner.resolved,
	};
}

function leafInput(registered: readonly CommandOption[], values: OptionValues, typing: Typing): CommandInput {
	for (const name of Object.keys(values)) {
		if (!registered.some((option) => option.name === name))
			throw new ClientRefusal(`There is no option ${name}`);
	}
	const resolved: Resolved[] = [];
	const options = registered.flatMap((option) => {
		// A command may have an option called `constructor`.
		const value = Object.hasOwn(values, option.name) ? values[option.name] : undefined;
		const isFocused = option.name === typing.focused;
		if (value === undefined) {
			if (option.required && typing.focused === undefined)
				throw new ClientRefusal(`${option.name} is required`);
			return [];
		}
		if (isFocused) {
			if (!option.autocomplete) throw new ClientRefusal(`${option.name} has no suggestions`);
			return [{ type: option.type, name: option.name, value: String(value), focused: true }];
		}
		checkValue(option, value);
		const kind = kindOfOption[option.type];
		if (kind !== undefined) resolved.push(resolveIds(typing, kind, [String(value)]));
		return [{ type: option.type, name: option.name, value }];
	});
	return { options, resolved: mergeResolved(resolved) };
}

function checkValue(option: CommandOption, value: string | number | boolean): void {
	const refuse = (why: string) => new ClientRefusal(`${option.name} ${why}`);
	const wanted = typeOfValue[option.type] ?? 'string';
	if (typeof value !== wanted) throw refuse(`must be a ${wanted}`);
	if (typeof value === 'number') {
		if (option.type === ApplicationCommandOptionType.Integer && !Number.isInteger(value))
			throw refuse('must be whole');
		if (value < (option.min_value ?? Number.NEGATIVE_INFINITY)) throw refuse('is too small');
		if (value > (option.max_value ?? Number.POSITIVE_INFINITY)) throw refuse('is too large');
	}
	if (typeof value === 'string' && option.type === ApplicationCommandOptionType.String) {
		const length = textLength(value);
		if (length < (option.min_length ?? 1)) throw refuse('is too short');
		if (length > (option.max_length ?? 6000)) throw refuse('is too long');
	}
	const choices = option.choices ?? [];
	if (choices.length > 0 && !choices.some((choice) => choice.value === value))
		throw refuse('is none of the choices');
}

const typeOfValue: Readonly<Record<number, 'string' | 'number' | 'boolean'>> = {
	[ApplicationCommandOptionType.Integer]: 'number',
	[ApplicationCommandOptionType.Number]: 'number',
	[ApplicationCommandOptionType.Boolean]: 'boolean',
};
