import {
	type APIApplicationCommand,
	ApplicationCommandType,
	type REST,
	type RESTPostAPIApplicationCommandsJSONBody,
	Routes,
} from 'discord.js';
import { z } from 'zod';

/** How the registered commands differ from this version's, by name. */
export interface CommandChanges {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

export type CommandPayload = RESTPostAPIApplicationCommandsJSONBody;

/** One list of commands at Discord: a guild's own, or the global one, which stays empty, if `guildId` is undefined. */
export interface RegistrationScope {
	readonly applicationId: string;
	readonly guildId: string | undefined;
	readonly isEmpty: boolean;
}

/**
 * Every list to bring up to date: a command that is registered twice is shown twice. Lists to clear come last, so that
 * members are never without commands. `ownIds`: the guilds that the bot is in.
 */
export function registrationScopes(
	applicationId: string,
	guildIds: readonly string[],
	ownIds: readonly string[],
): readonly RegistrationScope[] {
	const scope = (guildId: string | undefined, isEmpty: boolean) => ({ applicationId, guildId, isEmpty });
	return [
		...guildIds.map((guildId) => scope(guildId, false)),
		scope(undefined, true),
		...ownIds.filter((id) => !guildIds.includes(id)).map((guildId) => scope(guildId, true)),
	];
}

/** Compares the registered commands of each scope, concurrently. Rejects with discord.js errors. */
export async function compareRegistered(
	rest: REST,
	scopes: readonly RegistrationScope[],
	own: readonly CommandPayload[],
): Promise<CommandChanges> {
	const all = { added: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
	for (const scope of scopes) {
		const found = await compareScope(rest, scope, own);
		for (const name of found.added) all.added.add(name);
		for (const name of found.changed) all.changed.add(name);
		for (const name of found.removed) all.removed.add(name);
	}
	return { added: [...all.added], changed: [...all.changed], removed: [...all.removed] };
}

async function compareScope(
	rest: REST,
	scope: RegistrationScope,
	own: readonly CommandPayload[],
): Promise<CommandChanges> {
	return differences(scope.isEmpty ? [] : own, await readScope(rest, scope));
}

/** The commands registered in one scope. Rejects with discord.js errors. */
export async function readScope(
	rest: REST,
	scope: RegistrationScope,
): Promise<readonly APIApplicationCommand[]> {
	const query = new URLSearchParams({ with_localizations: 'true' });
	return (await rest.get(routeOf(scope), { query })) as APIApplicationCommand[];
}

const namedCommands = z.array(
	z.object({ id: z.string(), name: z.string(), type: z.enum(ApplicationCommandType).optional() }),
);

/** The ids of one scope's slash commands, by name. Rejects with discord.js errors. */
export async function readCommandIds(
	rest: Pick<REST, 'get'>,
	scope: Pick<RegistrationScope, 'applicationId' | 'guildId'>,
): Promise<ReadonlyMap<string, string>> {
	const commands = namedCommands.parse(await rest.get(routeOf(scope)));
	const isSlash = ({ type }: (typeof commands)[number]) =>
		type === undefined || type === ApplicationCommandType.ChatInput;
	return new Map(commands.filter(isSlash).map(({ name, id }) => [name, id]));
}

/**
 * Replaces the commands of one scope if they differ. Discord allows 200 creates a day per guild, so unchanged lists are
 * left alone.
 * @returns the differences
 */
export async function registerCommands(
	rest: REST,
	scope: RegistrationScope,
	own: readonly CommandPayload[],
): Promise<CommandChanges> {
	const found = await compareScope(rest, scope, own);
	if (hasDifferences(found)) await rest.put(routeOf(scope), { body: scope.isEmpty ? [] : own });
	return found;
}

/** @returns false if there is nothing to do */
export function hasDifferences({ added, changed, removed }: CommandChanges): boolean {
	return added.length + changed.length + removed.length > 0;
}

function routeOf({
	applicationId,
	guildId,
}: Pick<RegistrationScope, 'applicationId' | 'guildId'>): `/${string}` {
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
		return other !== undefined && canonical(command) !== canonical(other);
	};
	return {
		added: own.filter((command) => !theirs.has(keyOf(command))).map(({ name }) => name),
		changed: own.filter(unlike).map(({ name }) => name),
		removed: registered.filter((command) => !ours.has(keyOf(command))).map(({ name }) => name),
	};
}

const commandKeys = [
	'name',
	'name_localizations',
	'description',
	'description_localizations',
	'options',
	'default_member_permissions',
	'nsfw',
] as const;

function canonical(command: object): string {
	const known = withoutIdleTexts(command);
	return JSON.stringify(commandKeys.map((key) => simplify(key, known.get(key))));
}

/** Discord may or may not return a localization that equals the default, so both count as equal. */
function withoutIdleTexts(part: object): Map<string, unknown> {
	const known = new Map<string, unknown>(Object.entries(part));
	for (const field of ['name', 'description']) {
		const texts = known.get(`${field}_localizations`);
		if (typeof texts !== 'object' || texts === null) continue;
		const others = Object.entries(texts).filter(([, text]) => text !== known.get(field));
		known.set(`${field}_localizations`, Object.fromEntries(others));
	}
	return known;
}

/** Normalizes equivalent values: absent, null, false and empty; any order of keys; any order of a set. */
function simplify(key: string, value: unknown): unknown {
	if (value === undefined || value === null || value === false || value === '') return null;
	if (Array.isArray(value)) {
		const parts = value.map((part) => simplify('', part));
		if (parts.length === 0) return null;
		return key === 'channel_types' ? parts.sort() : parts;
	}
	if (typeof value !== 'object') return value;
	const entries = [...withoutIdleTexts(value)]
		.map(([name, part]) => [name, simplify(name, part)] as const)
		.filter(([, part]) => part !== null)
		.sort(([a], [b]) => (a < b ? -1 : 1));
	return entries.length === 0 ? null : entries;
}

function keyOf(command: {
	readonly name: string;
	readonly type?: ApplicationCommandType | undefined;
}): string {
	return `${command.type ?? ApplicationCommandType.ChatInput}:${command.name}`;
}
