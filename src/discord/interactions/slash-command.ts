import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ApplicationIntegrationType,
	InteractionContextType,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
	type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import { type CommandPath, commandText } from '../../i18n/command-text.js';
import { type Access, defaultPermission } from './access.js';
import type { Asked, Handler } from './handler.js';
import type { AutocompleteChoice, AutocompleteInput, ChatInput, UserMenuInput } from './interaction-ports.js';

type Options = NonNullable<RESTPostAPIChatInputApplicationCommandsJSONBody['options']>;
/** What Discord is told of a slash command. */
type Payload = ReturnType<typeof commandText> &
	ReturnType<typeof payloadHead> & {
		readonly type: ApplicationCommandType.ChatInput;
		readonly options: Options;
	};
/** The options of a subcommand: no further subcommands. */
type ValueOptions = NonNullable<
	Extract<Options[number], { type: ApplicationCommandOptionType.Subcommand }>['options']
>;

/** What a command or a subcommand does. */
export interface SlashHandler<Services> extends Handler<ChatInput, Services> {
	/** Suggestions for an option that is being typed in, from memory. Who may not use the command gets none. */
	readonly suggest?: (asked: Asked<AutocompleteInput>, services: Services) => readonly AutocompleteChoice[];
}

/** A slash command: what Discord is told of it, and its handler or those of its subcommands. */
export type SlashCommand<Services> = { readonly data: Payload } & (
	| { readonly handler: SlashHandler<Services> }
	| { readonly subcommands: Readonly<Record<string, SlashHandler<Services>>> }
);

/** An entry in the context menu of members. */
export interface UserCommand<Services> {
	readonly data: RESTPostAPIContextMenuApplicationCommandsJSONBody;
	readonly handler: Handler<UserMenuInput, Services>;
}

interface Described<Services> extends SlashHandler<Services> {
	readonly options?: ValueOptions;
}

/** The last part of each path below one: its subcommands and options. */
type ChildOf<Path extends string, All extends string = CommandPath> = All extends `${Path}.${infer Child}`
	? Child extends `${string}.${string}`
		? never
		: Child
	: never;

/** Where Discord shows the commands, and to whom by default. */
export function payloadHead(access: Access) {
	const permission = defaultPermission(access);
	return {
		contexts: [InteractionContextType.Guild],
		integration_types: [ApplicationIntegrationType.GuildInstall],
		...(permission !== undefined && { default_member_permissions: permission }),
	};
}

/** A command without subcommands. Its name and description are the texts `command.PATH.name` and `.description`. */
export function slashCommand<Path extends CommandPath, Services>(
	path: Path,
	{ options = [], ...handler }: Described<Services>,
): { readonly data: Payload; readonly handler: SlashHandler<Services> } {
	return { data: payload(path, handler.access, options), handler };
}

/**
 * A command of subcommands, each with an access of its own. `shownTo`: whose access decides who is shown the command
 * by default, since Discord knows that for whole commands alone.
 */
export function slashCommands<Path extends CommandPath, Name extends ChildOf<Path>, Services>(
	path: Path,
	shownTo: Access,
	described: Readonly<Record<Name, Described<Services>>>,
): { readonly data: Payload; readonly subcommands: Readonly<Record<string, SlashHandler<Services>>> } {
	const all = Object.entries<Described<Services>>(described);
	const options = all.map(([name, { options }]) => ({
		type: ApplicationCommandOptionType.Subcommand as const,
		...commandText(`${path}.${name}` as CommandPath),
		...(options !== undefined && { options }),
	}));
	const subcommands = Object.fromEntries(all.map(([name, { options: _, ...handler }]) => [name, handler]));
	return { data: payload(path, shownTo, options), subcommands };
}

function payload(path: CommandPath, shownTo: Access, options: Options): Payload {
	return {
		type: ApplicationCommandType.ChatInput,
		...commandText(path),
		...payloadHead(shownTo),
		options,
	};
}
