import { ApplicationCommandResponseSchema } from 'discord-api-spec/zod';
import { type APIApplicationCommand, ApplicationCommandType } from 'discord-api-types/v10';
import { apiError } from './api-error.js';
import type { CommandBody, CommandOption } from './command-body.js';
import { checkCommandSet, parseCommand } from './command-rules.js';
import { conforming } from './spec.js';
import type { World } from './world.js';

/** A command with the fields that Discord adds. */
export interface RegisteredCommand {
	readonly id: string;
	/** A new one with every change of the command. */
	readonly version: string;
	/** Undefined for a global command. */
	readonly guildId: string | undefined;
	readonly body: CommandBody;
}

/** 200 new names a day for each server, and 200 globally. */
const createsADay = 200;
const day = 24 * 60 * 60 * 1000;

/** The commands that the bot has registered, globally and by server. */
export class CommandRegistry {
	readonly #world: World;
	readonly #scopes = new Map<string, RegisteredCommand[]>();
	readonly #creates = new Map<string, number[]>();

	constructor(world: World) {
		this.#world = world;
	}

	/** The commands of one server, or the global ones. */
	list(guildId?: string): readonly RegisteredCommand[] {
		return this.#scopes.get(guildId ?? '') ?? [];
	}

	/** The commands that a member of the server can use; if two have the same name, the server's own. */
	find(guildId: string, type: number, name: string): RegisteredCommand | undefined {
		const fits = (command: RegisteredCommand) => command.body.type === type && command.body.name === name;
		return this.list(guildId).find(fits) ?? this.list().find(fits);
	}

	/** Replaces the whole set and deletes all others. Existing names keep their ids. */
	replace(guildId: string | undefined, bodies: readonly unknown[]): readonly RegisteredCommand[] {
		return this.#save(
			guildId,
			bodies.map((body, at) => parseCommand(body, [at])),
		);
	}

	/** Adds a command, or overwrites the command of the same kind and name. */
	upsert(guildId: string | undefined, body: unknown): RegisteredCommand {
		const parsed = parseCommand(body, []);
		const others = this.list(guildId).map((command) => command.body);
		const saved = this.#save(guildId, [...others.filter((other) => !isSame(other, parsed)), parsed]);
		const command = saved.find((entry) => isSame(entry.body, parsed));
		if (command === undefined) throw apiError('unknownCommand');
		return command;
	}

	#save(guildId: string | undefined, bodies: readonly CommandBody[]): readonly RegisteredCommand[] {
		checkCommandSet(bodies);
		const old = this.list(guildId);
		const before = (body: CommandBody) => old.find((command) => isSame(command.body, body));
		this.#countCreates(guildId ?? '', bodies.filter((body) => before(body) === undefined).length);
		const saved = bodies.map((body): RegisteredCommand => {
			const known = before(body);
			if (known !== undefined && JSON.stringify(known.body) === JSON.stringify(body)) return known;
			return {
				id: known?.id ?? this.#world.ids.next(),
				version: this.#world.ids.next(),
				guildId,
				body,
			};
		});
		this.#scopes.set(guildId ?? '', saved);
		const names = saved.map((command) => command.body.name);
		this.#world.events.emit({ type: 'commands-registered', guildId, names });
		return saved;
	}

	#countCreates(scope: string, count: number): void {
		const now = this.#world.clock.now();
		const recent = (this.#creates.get(scope) ?? []).filter((at) => at > now - day);
		if (recent.length + count > createsADay) throw apiError('tooManyCommandCreates');
		this.#creates.set(scope, [...recent, ...Array.from({ length: count }, () => now)]);
	}
}

/**
 * A command as Discord returns it: with its own defaults filled in, and without localizations unless they are
 * requested. Localizations that equal the default are missing: the documentation says "ignored". A comparison with the
 * sent command has to account for all of that.
 */
export function commandPayload(
	applicationId: string,
	command: RegisteredCommand,
	withLocalizations: boolean,
): APIApplicationCommand {
	const { body } = command;
	const payload = {
		id: command.id,
		application_id: applicationId,
		version: command.version,
		default_member_permissions:
			body.default_member_permissions == null ? null : String(body.default_member_permissions),
		type: body.type,
		name: body.name,
		...(withLocalizations && localizations(body)),
		description: body.description ?? '',
		...(command.guildId === undefined
			? {
					dm_permission: body.dm_permission ?? true,
					contexts: body.contexts ?? null,
					integration_types: body.integration_types ?? [0],
				}
			: { guild_id: command.guildId }),
		nsfw: body.nsfw ?? false,
		...(body.type === ApplicationCommandType.ChatInput &&
			(body.options ?? []).length > 0 && {
				options: (body.options ?? []).map((option) => optionPayload(option, withLocalizations)),
			}),
	};
	return conforming(ApplicationCommandResponseSchema, payload, 'command');
}

function optionPayload(option: CommandOption, withLocalizations: boolean): Record<string, unknown> {
	const rest = Object.entries(option).filter(
		([name, value]) =>
			!name.endsWith('_localizations') &&
			!['options', 'choices'].includes(name) &&
			value != null &&
			value !== false,
	);
	return {
		...Object.fromEntries(rest),
		...(withLocalizations && localizations(option)),
		...(option.choices != null && {
			choices: option.choices.map((choice) => ({
				name: choice.name,
				...(withLocalizations && { name_localizations: shown(choice.name, choice.name_localizations) }),
				value: choice.value,
			})),
		}),
		...(option.options != null && {
			options: option.options.map((child) => optionPayload(child, withLocalizations)),
		}),
	};
}

function localizations(entry: CommandBody | CommandOption): Record<string, unknown> {
	return {
		name_localizations: shown(entry.name, entry.name_localizations),
		description_localizations: shown(entry.description, entry.description_localizations),
	};
}

function shown(
	text: string | null | undefined,
	localized: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> | null {
	const entries = Object.entries(localized ?? {}).filter(([, value]) => value !== text);
	return entries.length === 0 ? null : Object.fromEntries(entries);
}

function isSame(left: CommandBody, right: CommandBody): boolean {
	return left.type === right.type && left.name === right.name;
}
