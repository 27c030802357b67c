import type { RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { type APIApplicationCommand, ApplicationCommandType, type REST, Routes } from 'discord.js';

/** A command as it is sent to Discord. */
export type CommandPayload = RESTPostAPIApplicationCommandsJSONBody;

/** Names of commands, by what a registration would do with them. All empty: nothing to do. */
export interface CommandDifferences {
	readonly added: readonly string[];
	readonly changed: readonly string[];
	readonly removed: readonly string[];
}

/** Where commands are registered: in these guilds or, undefined, for every one. */
export interface RegistrationTarget {
	readonly applicationId: string;
	readonly guildIds: readonly string[] | undefined;
}

/** One list of commands at Discord: a guild's own, or the one for all where `guildId` is undefined. */
interface Scope {
	readonly applicationId: string;
	readonly guildId: string | undefined;
}

/** Reads what is registered in each place and compares. Rejects with discord.js' errors. */
export async function compareRegistered(
	rest: REST,
	target: RegistrationTarget,
	own: readonly CommandPayload[],
): Promise<CommandDifferences> {
	return await together(target, (scope) => compareScope(rest, scope, own));
}

async function together(
	{ applicationId, guildIds }: RegistrationTarget,
	look: (scope: Scope) => Promise<CommandDifferences>,
): Promise<CommandDifferences> {
	const all = { added: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
	for (const guildId of guildIds ?? [undefined]) {
		const found = await look({ applicationId, guildId });
		for (const name of found.added) all.added.add(name);
		for (const name of found.changed) all.changed.add(name);
		for (const name of found.removed) all.removed.add(name);
	}
	return { added: [...all.added], changed: [...all.changed], removed: [...all.removed] };
}

async function compareScope(
	rest: REST,
	target: Scope,
	own: readonly CommandPayload[],
): Promise<CommandDifferences> {
	const query = new URLSearchParams({ with_localizations: 'true' });
	const registered = (await rest.get(routeOf(target), { query })) as APIApplicationCommand[];
	return differences(payloadsFor(target, own), registered);
}

/**
 * Replaces the registered set where it differs. Discord allows 200 creates a day and guild, so it isn't done for
 * nothing. Resolves to what was different.
 */
export async function registerCommands(
	rest: REST,
	target: RegistrationTarget,
	own: readonly CommandPayload[],
): Promise<CommandDifferences> {
	return await together(target, async (scope) => {
		const found = await compareScope(rest, scope, own);
		if (hasDifferences(found)) await rest.put(routeOf(scope), { body: payloadsFor(scope, own) });
		return found;
	});
}

export function hasDifferences({ added, changed, removed }: CommandDifferences): boolean {
	return added.length + changed.length + removed.length > 0;
}

function routeOf({ applicationId, guildId }: Scope): `/${string}` {
	return guildId === undefined
		? Routes.applicationCommands(applicationId)
		: Routes.applicationGuildCommands(applicationId, guildId);
}

/** A guild's own commands have no contexts and no installation types: Discord answers them without. */
function payloadsFor({ guildId }: Scope, own: readonly CommandPayload[]): readonly CommandPayload[] {
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

/** Discord ignores a localised text that equals the default one, and may or may not give it back. */
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
