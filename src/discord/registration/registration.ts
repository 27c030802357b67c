import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { type APIApplicationCommand, ApplicationCommandType, type REST, Routes } from 'discord.js';
import { z } from 'zod';
import type { GuildList } from '../../guilds/served-guilds-store.js';

/** A command as it is sent to Discord. */
export type CommandPayload = RESTPostAPIApplicationCommandsJSONBody;

/** Names of commands, by what a registration would do with them. All empty: nothing to do. */
export interface CommandDifferences {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

/** Where commands are registered, and where none may be: what is registered twice is shown twice. */
export interface RegistrationTarget {
	readonly applicationId: string;
	/** In these guilds, and not for all; undefined: for all. */
	readonly guildIds: readonly string[] | undefined;
	/** Guilds that are to have none of their own. */
	readonly emptyGuildIds: readonly string[];
}

/** `ownIds`: the guilds that the bot is in. While none is served, commands are nowhere. */
export function registrationTarget(
	applicationId: string,
	served: GuildList | undefined,
	ownIds: readonly string[],
): RegistrationTarget {
	if (served?.every) return { applicationId, guildIds: undefined, emptyGuildIds: ownIds };
	const guildIds = served?.ids ?? [];
	return { applicationId, guildIds, emptyGuildIds: ownIds.filter((id) => !guildIds.includes(id)) };
}

/** One list of commands at Discord: a guild's own, or the one for all where `guildId` is undefined. */
export interface RegistrationScope {
	readonly applicationId: string;
	readonly guildId: string | undefined;
	/** Nothing is to be in it. */
	readonly isEmpty: boolean;
}

/** Every list that has to be right. What is to be empty comes last, so that no member is without commands meanwhile. */
export function registrationScopes(target: RegistrationTarget): readonly RegistrationScope[] {
	const { applicationId, guildIds, emptyGuildIds } = target;
	const scope = (guildId: string | undefined, isEmpty: boolean) => ({ applicationId, guildId, isEmpty });
	return [
		...(guildIds ?? []).map((guildId) => scope(guildId, false)),
		scope(undefined, guildIds !== undefined),
		...emptyGuildIds.map((guildId) => scope(guildId, true)),
	];
}

/** Reads what is registered in each place and compares, all together. Rejects with discord.js' errors. */
export async function compareRegistered(
	rest: REST,
	target: RegistrationTarget,
	own: readonly CommandPayload[],
): Promise<CommandDifferences> {
	const all = { added: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
	for (const scope of registrationScopes(target)) {
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
): Promise<CommandDifferences> {
	return differences(payloadsFor(scope, own), await readScope(rest, scope));
}

/** What is registered in one place. Rejects with discord.js' errors. */
export async function readScope(
	rest: REST,
	scope: RegistrationScope,
): Promise<readonly APIApplicationCommand[]> {
	const query = new URLSearchParams({ with_localizations: 'true' });
	return (await rest.get(routeOf(scope), { query })) as APIApplicationCommand[];
}

/** Whether any command is registered for what is served. Rejects with discord.js' errors. */
export async function hasCommands(rest: REST, served: GuildList): Promise<boolean> {
	const { id } = (await rest.get(Routes.currentApplication())) as { readonly id: string };
	for (const scope of registrationScopes(registrationTarget(id, served, []))) {
		if ((await readScope(rest, scope)).length > 0) return true;
	}
	return false;
}

const namedCommands = z.array(
	z.object({ id: z.string(), name: z.string(), type: z.enum(ApplicationCommandType).optional() }),
);

/** The ids of one place's slash commands, by name. Rejects with discord.js' errors. */
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
 * Replaces what is registered in one place if it differs. Discord allows 200 creates a day per guild, so unchanged
 * lists are left alone. Resolves to the differences.
 */
export async function registerCommands(
	rest: REST,
	scope: RegistrationScope,
	own: readonly CommandPayload[],
): Promise<CommandDifferences> {
	const found = await compareScope(rest, scope, own);
	if (hasDifferences(found)) await rest.put(routeOf(scope), { body: payloadsFor(scope, own) });
	return found;
}

export function hasDifferences({ added, changed, removed }: CommandDifferences): boolean {
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

/** A guild's own commands have no contexts and no installation types: Discord answers them without. */
function payloadsFor(
	{ guildId, isEmpty }: RegistrationScope,
	own: readonly CommandPayload[],
): readonly CommandPayload[] {
	if (isEmpty) return [];
	if (guildId === undefined) return own;
	return own.map(({ contexts: _, integration_types: __, ...payload }) => payload);
}

/** Compares by what was sent: what Discord adds by itself (ids, versions, defaults) is no difference. */
export function differences(
	own: readonly CommandPayload[],
	registered: readonly APIApplicationCommand[],
): CommandDifferences {
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
	'contexts',
	'integration_types',
	'nsfw',
] as const;

function canonical(command: object): string {
	const known = withoutIdleTexts(command);
	return JSON.stringify(commandKeys.map((key) => simplify(key, known.get(key))));
}

/** Discord may or may not return a localised text that equals the default, so both count as equal. */
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

/** One form for what means the same: absent, null, false and empty; any order of keys; any order of a set. */
function simplify(key: string, value: unknown): unknown {
	if (value === undefined || value === null || value === false || value === '') return null;
	if (Array.isArray(value)) {
		const parts = value.map((part) => simplify('', part));
		if (parts.length === 0) return null;
		return key === 'contexts' || key === 'integration_types' || key === 'channel_types'
			? parts.sort()
			: parts;
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
