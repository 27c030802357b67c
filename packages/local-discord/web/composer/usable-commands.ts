import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	InteractionContextType,
	PermissionFlagsBits,
} from 'discord-api-types/v10';
import type { CommandBody, CommandOption } from '../../src/command-body.js';
import type { PageGuild } from '../../src/page/protocol.js';

/** A command, or a subcommand, as a person types it. */
export interface UsableCommand {
	/** The name as the bot knows it: `role add`. */
	readonly name: string;
	/** The name in the viewer's language. */
	readonly shownName: string;
	readonly description: string;
	/** Its options, required ones first, in the bot's order. */
	readonly options: readonly CommandOption[];
}

type Texts = Readonly<Record<string, string | null | undefined>> | null | undefined;

interface Named {
	readonly name: string;
	readonly name_localizations?: Texts;
	readonly description?: string | null | undefined;
	readonly description_localizations?: Texts;
}

/** The language to fall back to if Discord has no text in another one. */
const nextLocale: Readonly<Record<string, string>> = { 'es-419': 'es-ES', 'en-GB': 'en-US' };

/** A command's or an option's name in a language. */
export function nameIn({ name, name_localizations: names }: Named, locale: string): string {
	return names?.[locale] ?? names?.[nextLocale[locale] ?? ''] ?? name;
}

/** A command's or an option's description in a language. */
export function descriptionIn(entry: Named, locale: string): string {
	const { description, description_localizations: texts } = entry;
	return texts?.[locale] ?? texts?.[nextLocale[locale] ?? ''] ?? description ?? '';
}

/**
 * The commands of a kind that Discord's client offers to a member of the server: its own ones before global ones of the
 * same name, and none whose default permissions the member lacks. Permission overrides set in the server are unknown
 * here; Discord reports them when such a command is used.
 */
export function commandsFor(
	guild: PageGuild,
	userId: string,
	type: ApplicationCommandType,
): readonly CommandBody[] {
	const held = BigInt(guild.members.find((member) => member.userId === userId)?.permissions ?? 0);
	const names = new Set<string>();
	return guild.commands
		.map(({ body }) => body)
		.filter((body) => {
			if (body.type !== type || names.has(body.name)) return false;
			names.add(body.name);
			return isUsableInServer(body) && mayUse(held, body.default_member_permissions);
		});
}

/** The slash commands and subcommands that a member can type, by name. */
export function typedCommands(guild: PageGuild, userId: string, locale: string): readonly UsableCommand[] {
	const { compare } = new Intl.Collator(locale);
	return commandsFor(guild, userId, ApplicationCommandType.ChatInput)
		.flatMap((body) => leaves(body, '', '', locale))
		.sort((a, b) => compare(a.shownName, b.shownName));
}

/** A command, by the name that the bot registered, as a reader of this locale sees it: `/rolle geben`. */
export function shownName(
	name: string,
	isTyped: boolean,
	guild: PageGuild | undefined,
	locale: string,
): string {
	const bodies = (guild?.commands ?? []).map(({ body }) => body);
	if (isTyped) {
		const known = bodies.flatMap((body) => leaves(body, '', '', locale)).find((it) => it.name === name);
		return `/${known?.shownName ?? name}`;
	}
	return nameIn(bodies.find((body) => body.name === name) ?? { name }, locale);
}

/** The commands that match the text after the slash, closest first. */
export function fittingCommands(commands: readonly UsableCommand[], typed: string): readonly UsableCommand[] {
	const wanted = typed.trimStart().toLowerCase();
	const rank = ({ name, shownName }: UsableCommand): number => {
		const both = [shownName, name];
		if (both.some((it) => it.startsWith(wanted))) return 0;
		if (both.some((it) => it.split(/[ -]/).some((word) => word.startsWith(wanted)))) return 1;
		return both.some((it) => it.includes(wanted)) ? 2 : 3;
	};
	return [0, 1, 2].flatMap((at) => commands.filter((command) => rank(command) === at));
}

function leaves(
	entry: Named & Pick<CommandOption, 'options'>,
	before: string,
	shownBefore: string,
	locale: string,
): UsableCommand[] {
	const name = `${before}${entry.name}`;
	const shownName = `${shownBefore}${nameIn(entry, locale)}`;
	const options = entry.options ?? [];
	const inner = options.filter(({ type }) => type <= ApplicationCommandOptionType.SubcommandGroup);
	if (inner.length > 0) return inner.flatMap((it) => leaves(it, `${name} `, `${shownName} `, locale));
	return [{ name, shownName, description: descriptionIn(entry, locale), options }];
}

function isUsableInServer({ contexts }: CommandBody): boolean {
	return contexts == null || contexts.includes(InteractionContextType.Guild);
}

/** "0" means only administrators. */
function mayUse(held: bigint, needed: string | number | null | undefined): boolean {
	if (needed == null || (held & PermissionFlagsBits.Administrator) !== 0n) return true;
	const bits = BigInt(needed);
	return bits !== 0n && (held & bits) === bits;
}
