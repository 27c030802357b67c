import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
	type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import { type CommandPath, commandText } from '../../i18n/command-text.js';
import { type Access, permissionFor } from './access.js';
import type { Asked, AskedTyping } from './asked.js';
import type { Handler } from './handler.js';
import type { Choice } from './responses.js';

type Options = NonNullable<RESTPostAPIChatInputApplicationCommandsJSONBody['options']>;
type Payload = ReturnType<typeof payload>;
type ValueOptions = NonNullable<
	Extract<Options[number], { type: ApplicationCommandOptionType.Subcommand }>['options']
>;

export interface SlashHandler<Services> extends Handler<Services> {
	/** Autocomplete suggestions, from memory: they can't be deferred. Members without access get none. */
	readonly suggest?: (asked: AskedTyping, services: Services) => readonly Choice[];
}

/** A slash command: its JSON for Discord, and one handler or one per subcommand. */
export type SlashCommand<Services> = { readonly data: Payload } & (
	| { readonly handler: SlashHandler<Services> }
	| { readonly subcommands: Readonly<Record<string, SlashHandler<Services>>> }
);

export interface UserCommand<Services> {
	readonly data: RESTPostAPIContextMenuApplicationCommandsJSONBody;
	readonly handler: Handler<Services>;
}

/** The handler of a command, or of the subcommand that the member has chosen. */
export function handlerOf<Services>(
	command: SlashCommand<Services> | UserCommand<Services>,
	{ fields: { subcommand } }: Asked,
): SlashHandler<Services> | undefined {
	if ('handler' in command) return command.handler;
	return Object.hasOwn(command.subcommands, subcommand) ? command.subcommands[subcommand] : undefined;
}

interface Described<Services> extends SlashHandler<Services> {
	readonly options?: ValueOptions;
}

/** The last segment of each child path: subcommands and options. */
type ChildOf<Path extends string, All extends string = CommandPath> = All extends `${Path}.${infer Child}`
	? Child extends `${string}.${string}`
		? never
		: Child
	: never;

/** The permission that a command requires by default. */
export function payloadHead(access: Access) {
	const permission = permissionFor[access];
	return permission === undefined ? {} : { default_member_permissions: String(permission) };
}

/** A command without subcommands. Its name and description are the texts `command.PATH.name` and `.description`. */
export function slashCommand<Services>(path: CommandPath, { options = [], ...handler }: Described<Services>) {
	return { data: payload(path, handler.access, options), handler };
}

/** A command with subcommands, each with its own access. Discord has one default visibility for all: `visibleTo`. */
export function slashCommands<Path extends CommandPath, Name extends ChildOf<Path>, Services>(
	path: Path,
	visibleTo: Access,
	described: Readonly<Record<Name, Described<Services>>>,
): { readonly data: Payload; readonly subcommands: Readonly<Record<string, SlashHandler<Services>>> } {
	const all = Object.entries<Described<Services>>(described);
	const options = all.map(([name, { options }]) => ({
		type: ApplicationCommandOptionType.Subcommand as const,
		...commandText(`${path}.${name}` as CommandPath),
		...(options !== undefined && { options }),
	}));
	const subcommands = Object.fromEntries(all.map(([name, { options: _, ...handler }]) => [name, handler]));
	return { data: payload(path, visibleTo, options), subcommands };
}

function payload(path: CommandPath, visibleTo: Access, options: Options) {
	return {
		type: ApplicationCommandType.ChatInput as const,
		...commandText(path),
		...payloadHead(visibleTo),
		options,
	};
}
