import { isDeepStrictEqual } from 'node:util';
import {
	type APIApplicationCommand,
	ApplicationCommandType,
	type REST,
	type RESTPostAPIApplicationCommandsJSONBody,
	Routes,
} from 'discord.js';

/** How the registered commands differ from this version's, by name. */
export interface CommandChanges {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

export type CommandPayload = RESTPostAPIApplicationCommandsJSONBody;

/** A list of commands at Discord: a guild's own or, if `guildId` is undefined, the global one, which stays empty. */
interface CommandList {
	readonly applicationId: string;
	readonly guildId: string | undefined;
}

/** `commands`: those that the list should have. */
export interface RegistrationScope extends CommandList {
	readonly commands: readonly CommandPayload[];
}

/**
 * Every list to bring up to date: a command that is registered twice is shown twice. Lists to clear come last, so that
 * members are never without commands. `ownIds`: the guilds that the bot is in.
 */
export function registrationScopes(
	applicationId: string,
	guildIds: readonly string[],
	ownIds: readonly string[],
	commands: readonly CommandPayload[],
): readonly RegistrationScope[] {
	const cleared = [undefined, ...ownIds.filter((id) => !guildIds.includes(id))];
	return [
		...guildIds.map((guildId) => ({ applicationId, guildId, commands })),
		...cleared.map((guildId) => ({ applicationId, guildId, commands: [] })),
	];
}

/** Compares the registered commands of each scope. Rejects with discord.js errors. */
export async function compareRegistered(
	rest: REST,
	scopes: readonly RegistrationScope[],
): Promise<CommandChanges> {
	const found: CommandChanges[] = [];
	for (const scope of scopes) found.push(await compareScope(rest, scope));
	const inAny = (what: keyof CommandChanges) => [...new Set(found.flatMap((changes) => changes[what]))];
	return { added: inAny('added'), changed: inAny('changed'), removed: inAny('removed') };
}

async function compareScope(rest: REST, scope: RegistrationScope): Promise<CommandChanges> {
	return differences(scope.commands, await readRegistered(rest, scope));
}

/** The commands registered in one list. Rejects with discord.js errors. */
export async function readRegistered(rest: REST, list: CommandList) {
	const query = new URLSearchParams({ with_localizations: 'true' });
	return (await rest.get(routeOf(list), { query })) as APIApplicationCommand[];
}

/** Replaces a scope's commands if they differ, and returns how: Discord allows 200 creates a day per guild. */
export async function registerCommands(rest: REST, scope: RegistrationScope): Promise<CommandChanges> {
	const found = await compareScope(rest, scope);
	if (hasDifferences(found)) await rest.put(routeOf(scope), { body: scope.commands });
	return found;
}

/** @returns false if there is nothing to do */
export function hasDifferences({ added, changed, removed }: CommandChanges): boolean {
	return added.length + changed.length + removed.length > 0;
}

function routeOf({ applicationId, guildId }: CommandList): `/${string}` {
	return guildId === undefined
		? Routes.applicationCommands(applicationId)
		: Routes.applicationGuildCommands(applicationId, guildId);
}

/** Compares only the fields that were sent: those that Discord adds (ids, versions, defaults) are no difference. */
export function differences(
	own: readonly CommandPayload[],
	registered: readonly APIApplicationCommand[],
): CommandChanges {
	const theirs = new Map(registered.map((command) => [keyOf(command), command]));
	const ours = new Set(own.map(keyOf));
	const unlike = (command: CommandPayload) => {
		const other = theirs.get(keyOf(command));
		return other !== undefined && !isDeepStrictEqual(comparable(command), comparable(other));
	};
	return {
		added: own.filter((command) => !theirs.has(keyOf(command))).map(({ name }) => name),
		changed: own.filter(unlike).map(({ name }) => name),
		removed: registered.filter((command) => !ours.has(keyOf(command))).map(({ name }) => name),
	};
}

const commandKeys: readonly string[] = [
	'name',
	'name_localizations',
	'description',
	'description_localizations',
	'options',
	'default_member_permissions',
	'nsfw',
];

function comparable(command: object): unknown {
	return significant(
		Object.fromEntries(Object.entries(command).filter(([key]) => commandKeys.includes(key))),
	);
}

/** Omits values that Discord adds or leaves out: null, false and empty ones. */
function significant(value: unknown): unknown {
	if (value === null || value === false || value === '') return undefined;
	if (typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(significant);
	const parts = Object.entries(value).map(([key, part]) => [key, significant(part)] as const);
	const left = parts.filter(([, part]) => part !== undefined);
	return left.length === 0 ? undefined : Object.fromEntries(left);
}

function keyOf(command: { name: string; type?: ApplicationCommandType | undefined }): string {
	return `${command.type ?? ApplicationCommandType.ChatInput}:${command.name}`;
}
