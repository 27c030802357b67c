import type { OptionValues } from '@claimcheck/local-discord';
import type { CommandBody, CommandOption } from '@claimcheck/local-discord/command-body';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';

/** Ids by the names that people type for them; undefined where there is no such name. */
export interface NameLookup {
	readonly user: (name: string) => string | undefined;
	readonly role: (name: string) => string | undefined;
	readonly channel: (name: string) => string | undefined;
}

export type TypedCommand =
	| { readonly ok: true; readonly name: string; readonly values: OptionValues }
	| { readonly ok: false; readonly hint: string };

export type TypedSuggestion =
	| {
			readonly ok: true;
			readonly name: string;
			readonly focused: { readonly name: string; readonly value: string };
			readonly values: OptionValues;
	  }
	| { readonly ok: false; readonly hint: string };

interface Found {
	/** With its subcommand, as in `claim lookup`. */
	readonly name: string;
	readonly options: readonly CommandOption[];
	/** What was typed after the name. */
	readonly rest: string;
}

/**
 * Reads `verify 1234`, `items page:3` or `setup item id:5 role:Buyer` (without the slash) against the registered
 * commands. What stands without a name goes to the only required option, or to the only one there is, exactly as it
 * was typed.
 */
export function readCommand(text: string, commands: readonly CommandBody[], names: NameLookup): TypedCommand {
	const found = findCommand(text, commands);
	if ('hint' in found) return { ok: false, hint: found.hint };
	const { named, loose } = splitOptions(found);
	const texts = new Map(named);
	if (loose !== '') {
		const target = looseTarget(found.options, texts);
		if (target === undefined)
			return { ok: false, hint: `To which option does “${loose}” belong? ${like(found)}` };
		texts.set(target.name, loose);
	}
	const missing = found.options.find((option) => option.required && !texts.has(option.name));
	if (missing !== undefined) return { ok: false, hint: `${missing.name} is missing. ${like(found)}` };
	return withValues(found, texts, names);
}

/** Reads `item aur`: the last option with suggestions is being typed in. */
export function readSuggestion(
	text: string,
	commands: readonly CommandBody[],
	names: NameLookup,
): TypedSuggestion {
	const found = findCommand(text, commands);
	if ('hint' in found) return { ok: false, hint: found.hint };
	const { named, loose } = splitOptions(found);
	const texts = new Map(named);
	const suggesting = found.options.filter((option) => option.autocomplete);
	const option = suggesting.find(({ name }) => loose !== '' && !texts.has(name)) ?? suggesting.at(-1);
	if (option === undefined) return { ok: false, hint: `/${found.name} has no option with suggestions.` };
	const value = loose === '' ? (texts.get(option.name) ?? '') : loose;
	texts.delete(option.name);
	const others = withValues(found, texts, names);
	if (!others.ok) return others;
	return { ok: true, name: found.name, focused: { name: option.name, value }, values: others.values };
}

function findCommand(text: string, commands: readonly CommandBody[]): Found | { readonly hint: string } {
	const [, word = '', after = ''] = /^(\S*)\s*(.*)$/s.exec(text) ?? [];
	const top = commands.find((command) => command.name === word.toLowerCase());
	if (top === undefined) {
		const known = commands.map((command) => `/${command.name}`).join(', ');
		return { hint: `There is no command /${word}. There are: ${known}` };
	}
	let found: Found = { name: top.name, options: top.options ?? [], rest: after };
	while (found.options.some(isGroup)) {
		const groups = found.options.filter(isGroup);
		const [, next = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(found.rest) ?? [];
		const group = groups.find((option) => option.name === next.toLowerCase());
		if (group === undefined) {
			const path = found.name;
			return { hint: `Which one? ${groups.map((option) => `/${path} ${option.name}`).join(', ')}` };
		}
		found = { name: `${found.name} ${group.name}`, options: group.options ?? [], rest };
	}
	return found;
}

/** `name:value` and `name:"two words"` for the options that exist; all else is left as it is. */
function splitOptions({ options, rest }: Found): { named: [string, string][]; loose: string } {
	const named: [string, string][] = [];
	const loose = rest.replaceAll(/(?<!\S)([\w-]+):(?:"([^"]*)"|(\S+))/g, (whole, name, quoted, bare) => {
		if (!options.some((option) => option.name === name)) return whole;
		named.push([name, quoted ?? bare]);
		return '';
	});
	return { named, loose: loose.trim() };
}

function looseTarget(
	options: readonly CommandOption[],
	taken: ReadonlyMap<string, string>,
): CommandOption | undefined {
	const free = options.filter((option) => !taken.has(option.name));
	const required = free.filter((option) => option.required);
	const candidates = required.length > 0 ? required : free;
	return candidates.length === 1 ? candidates[0] : undefined;
}

function withValues(found: Found, texts: ReadonlyMap<string, string>, names: NameLookup): TypedCommand {
	const values: Record<string, string | number | boolean> = {};
	for (const option of found.options) {
		const text = texts.get(option.name);
		if (text === undefined) continue;
		const value = typedValue(option, text, names);
		if (value === undefined)
			return { ok: false, hint: `${option.name} can't be “${text}”: ${kindOf(option)}.` };
		values[option.name] = value;
	}
	return { ok: true, name: found.name, values };
}

function typedValue(
	option: CommandOption,
	text: string,
	names: NameLookup,
): string | number | boolean | undefined {
	const choice = option.choices?.find(({ name, value }) => name === text || String(value) === text);
	if (choice !== undefined) return choice.value;
	switch (option.type) {
		case ApplicationCommandOptionType.Integer:
		case ApplicationCommandOptionType.Number:
			return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
		case ApplicationCommandOptionType.Boolean:
			return booleans[text.toLowerCase()];
		case ApplicationCommandOptionType.User:
			return names.user(text);
		case ApplicationCommandOptionType.Role:
			return names.role(text);
		case ApplicationCommandOptionType.Channel:
			return names.channel(text);
		case ApplicationCommandOptionType.Mentionable:
			return names.user(text) ?? names.role(text);
		default:
			return text;
	}
}

const booleans: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

function kindOf(option: CommandOption): string {
	const choices = option.choices ?? [];
	if (choices.length > 0) return `one of ${choices.map(({ name }) => name).join(', ')}`;
	return kinds[option.type] ?? 'a text';
}

const kinds: Readonly<Record<number, string>> = {
	[ApplicationCommandOptionType.Integer]: 'a whole number',
	[ApplicationCommandOptionType.Number]: 'a number',
	[ApplicationCommandOptionType.Boolean]: 'true or false',
	[ApplicationCommandOptionType.User]: 'the name of a member (people lists them)',
	[ApplicationCommandOptionType.Role]: 'the name of a role (roles lists them)',
	[ApplicationCommandOptionType.Channel]: 'the name of a channel',
	[ApplicationCommandOptionType.Mentionable]: 'the name of a member or a role',
};

function like({ name, options }: Found): string {
	const form = options.map((option) => (option.required ? `${option.name}:…` : `[${option.name}:…]`));
	return options.length === 0 ? `/${name} takes nothing.` : `Like this: /${name} ${form.join(' ')}`;
}

function isGroup(option: CommandOption): boolean {
	return (
		option.type === ApplicationCommandOptionType.Subcommand ||
		option.type === ApplicationCommandOptionType.SubcommandGroup
	);
}
