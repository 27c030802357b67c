import { ApplicationCommandUpdateRequestSchema } from 'discord-api-spec/zod';
import { ApplicationCommandType } from 'discord-api-types/v10';
import { ApiError, type FieldError, invalidForm } from './api-error.js';
import { type CommandBody, type CommandOption, commandBodySchema, isGroup } from './command-body.js';
import { schemaErrors } from './spec.js';
import { textLength } from './text-length.js';

type Path = readonly (string | number)[];

/** https://discord.com/developers/docs/interactions/application-commands#application-command-object-application-command-naming */
const chatInputName = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const maxCharacters = 8000;
/** Applies globally, and separately to each guild. */
const maxPerType = [
	[ApplicationCommandType.ChatInput, 100],
	[ApplicationCommandType.User, 15],
	[ApplicationCommandType.Message, 15],
] as const;

/** Checks a command as the bot sends it. Throws ApiError 50035. `path` is the place in a list of commands. */
export function parseCommand(body: unknown, path: Path): CommandBody {
	const permissions =
		typeof body === 'object' && body !== null ? Reflect.get(body, 'default_member_permissions') : undefined;
	const bySchema = schemaErrors(
		ApplicationCommandUpdateRequestSchema,
		typeof permissions === 'string'
			? { ...Object(body), default_member_permissions: Number(permissions) }
			: body,
	);
	if (bySchema.length > 0) throw invalidForm(bySchema.map((error) => under(path, error)));
	const parsed = commandBodySchema.parse(body);
	const errors = commandErrors(parsed);
	if (errors.length > 0) throw invalidForm(errors.map((error) => under(path, error)));
	return parsed;
}

/** Throws ApiError 50035 if two commands of one kind have the same name, and 30032 if there are too many of a kind. */
export function checkCommandSet(commands: readonly CommandBody[]): void {
	const keys = commands.map((entry) => `${entry.type} ${entry.name}`);
	const doubled = keys.findIndex((key, at) => keys.indexOf(key) !== at);
	if (doubled >= 0) {
		const message = 'Application command names must be unique';
		throw invalidForm([{ path: [doubled], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message }]);
	}
	for (const [type, most] of maxPerType) {
		if (commands.filter((entry) => entry.type === type).length <= most) continue;
		throw new ApiError(400, 30032, `Maximum number of application commands reached (${most})`);
	}
}

function commandErrors(body: CommandBody): FieldError[] {
	const isChatInput = body.type === ApplicationCommandType.ChatInput;
	const errors: FieldError[] = [];
	for (const [path, name] of [
		[['name'], body.name] as const,
		...Object.entries(body.name_localizations ?? {}).map(
			([locale, name]) => [['name_localizations', locale], name] as const,
		),
	]) {
		if (isChatInput && !isChatInputName(name)) errors.push(badName(path));
	}
	if (isChatInput && !body.description) {
		errors.push({ path: ['description'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' });
	}
	if (!isChatInput && body.description) {
		const message = 'Context menu commands cannot have description';
		errors.push({ path: ['description'], code: 'APPLICATION_COMMAND_DESCRIPTION_FORBIDDEN', message });
	}
	errors.push(...optionsErrors(body.options ?? [], ['options']));
	if (characters(body) > maxCharacters) {
		const message = `Command exceeds maximum size (${maxCharacters})`;
		errors.push({ path: [], code: 'APPLICATION_COMMAND_TOO_LARGE', message });
	}
	return errors;
}

function optionsErrors(options: readonly CommandOption[], path: Path): FieldError[] {
	const names = options.map((entry) => entry.name);
	const errors = options.flatMap((entry, at) => optionErrors(entry, [...path, at]));
	let optionalSeen = false;
	const isFirstGroup = options[0] !== undefined && isGroup(options[0]);
	for (const [at, entry] of options.entries()) {
		if (names.indexOf(entry.name) !== at) {
			const message = `Option name ${entry.name} is used twice`;
			errors.push({ path: [...path, at], code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', message });
		}
		for (const [locale, name] of Object.entries(entry.name_localizations ?? {})) {
			if (
				!options.some(
					(other) => other !== entry && [other.name, other.name_localizations?.[locale]].includes(name),
				)
			)
				continue;
			const message = `Option name ${name} is used twice`;
			errors.push({
				path: [...path, at, 'name_localizations', locale],
				code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
				message,
			});
		}
		if (isGroup(entry) !== isFirstGroup) {
			const message =
				'Sub-command and sub-command group option types are mutually exclusive to all other types';
			errors.push({ path: [...path, at], code: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message });
		}
		if (entry.required && optionalSeen) {
			const message = 'Required options must be placed before non-required options';
			errors.push({ path: [...path, at], code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message });
		}
		optionalSeen ||= !entry.required;
	}
	return errors;
}

function optionErrors(entry: CommandOption, path: Path): FieldError[] {
	const errors: FieldError[] = [];
	for (const name of [entry.name, ...Object.values(entry.name_localizations ?? {})]) {
		if (!isChatInputName(name)) errors.push(badName([...path, 'name']));
	}
	// Discord's codes for these two are not documented.
	for (const kind of ['value', 'length'] as const) {
		const [least, most] = [entry[`min_${kind}`], entry[`max_${kind}`]];
		if (least == null || most == null || least <= most) continue;
		const message = `min_${kind} must not be greater than max_${kind}`;
		errors.push({
			path: [...path, `min_${kind}`],
			code: `APPLICATION_COMMAND_OPTIONS_MIN_${kind.toUpperCase()}_INVALID`,
			message,
		});
	}
	if (isGroup(entry)) errors.push(...optionsErrors(entry.options ?? [], [...path, 'options']));
	if (entry.autocomplete && (entry.choices ?? []).length > 0) {
		const message = 'Autocomplete cannot be used with choices';
		errors.push({
			path: [...path, 'autocomplete'],
			code: 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE',
			message,
		});
	}
	return errors;
}

function isChatInputName(name: string): boolean {
	return chatInputName.test(name) && name === name.toLowerCase();
}

function badName(path: Path): FieldError {
	return { path, code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' };
}

/** Names, descriptions and values together, counting the longest localization of each. */
function characters(entry: CommandBody | CommandOption): number {
	const longest = (text: string | null | undefined, other: Record<string, string> | null | undefined) =>
		Math.max(textLength(text ?? ''), ...Object.values(other ?? {}).map(textLength));
	const choices = 'choices' in entry && Array.isArray(entry.choices) ? entry.choices : [];
	return (
		longest(entry.name, entry.name_localizations) +
		longest(entry.description, entry.description_localizations) +
		choices.reduce(
			(sum, choice) =>
				sum + longest(choice.name, choice.name_localizations) + textLength(String(choice.value)),
			0,
		) +
		(entry.options ?? []).reduce((sum, child) => sum + characters(child), 0)
	);
}

function under(path: Path, error: FieldError): FieldError {
	return { ...error, path: [...path, ...error.path] };
}
