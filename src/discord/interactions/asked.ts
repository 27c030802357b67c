import {
	type AutocompleteInteraction,
	type ChatInputCommandInteraction,
	type CommandInteractionOption,
	type GuildMember,
	MessageFlags,
	PermissionFlagsBits,
	type PermissionsBitField,
	type RepliableInteraction,
} from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { Upload } from '../../messages/mailbox.js';
import type { MemberRights } from '../../servers/guild-facts.js';
import { isHiddenFrom } from '../guilds/guild-facts.js';

/** A member's request: every interaction that a handler answers, of any kind. */
export interface Asked {
	readonly id: string;
	/** Of a component or a form; empty for a command. */
	readonly customId: string;
	/** The server that it is about. In a direct message, the component names it. */
	readonly guildId: string;
	readonly channelId: string | null;
	/** True in a direct message, where nothing is known about the member's part in the server. */
	readonly isDirect: boolean;
	/** True if the message of a component or form is an ephemeral answer to this member, or a direct message. */
	readonly isOnOwnAnswer: boolean;
	/** The channel's slow mode for this member, in milliseconds; 0 if there is none. */
	readonly slowModeMs: number;
	readonly userId: string;
	/** The member's roles at the time of the request. */
	roleIds(): readonly string[];
	/** True until the member has accepted the server's rules. */
	readonly isPending: boolean;
	/** The member's current rights in the server, which every guard checks. */
	readonly rights: MemberRights;
	/** True if the member may post embeds there, by default in this channel. Don't use it for staff: overwrites count. */
	mayPost(channelId?: string): boolean;
	readonly fields: Fields;
	/** The choice in a select menu: the values of a string select, or ids from one of Discord's own selects. */
	readonly values: readonly string[];
	/** The member whose context menu was opened; empty without one. */
	readonly targetId: string;
	/** In the member's language. */
	readonly t: Translator;
	/** Translates into the server's language, for messages that everyone sees. */
	readonly guildT: Translator;
}

/** A request for suggestions, with each keystroke in an option with autocomplete. */
export interface AskedTyping extends Asked {
	/** The option, and the text so far. */
	readonly typing: { readonly name: string; readonly value: string };
}

type Field = string | number | boolean | readonly string[];

/** The request lacks a field that this version requires: its command or form is another version's. */
export class OtherVersionError extends Error {}

/** The options of a command or the inputs of a form, by name. Users, roles and channels are ids. */
export class Fields {
	readonly subcommand: string;
	readonly #given: ReadonlyMap<string, Field>;

	/** In a form. */
	readonly uploads: readonly Upload[];

	/** `subcommand`: empty if there is none. */
	constructor(
		given: Iterable<readonly [name: string, value: Field]> = [],
		subcommand = '',
		uploads: readonly Upload[] = [],
	) {
		this.#given = new Map(given);
		this.subcommand = subcommand;
		this.uploads = uploads;
	}

	/** A field that has to be there. Throws OtherVersionError if it isn't, or is of another type, as the next ones do. */
	text(name: string): string {
		return this.optionalText(name) ?? missing(name);
	}

	optionalText(name: string): string | undefined {
		const value = this.#given.get(name);
		return value === undefined || typeof value === 'string' ? value : missing(name);
	}

	optionalNumber(name: string): number | undefined {
		const value = this.#given.get(name);
		return value === undefined || typeof value === 'number' ? value : missing(name);
	}

	/** The choice in a form's select, or undefined if the form has no such select. */
	chosen(name: string): readonly string[] | undefined {
		const value = this.#given.get(name);
		return typeof value === 'object' ? value : undefined;
	}
}

function missing(name: string): never {
	throw new OtherVersionError(`No readable field ${name}`);
}

type GuildInteraction = RepliableInteraction<'cached'> | AutocompleteInteraction<'cached'>;

type Languages = Pick<Asked, 't' | 'guildT'>;

/** The request of an interaction in a server. */
export function askedInGuild(interaction: GuildInteraction, languages: Languages): Asked {
	const { member, guildId, createdTimestamp } = interaction;
	const rights = rightsOfMember(member, createdTimestamp);
	return {
		...common(interaction, guildId, languages),
		isDirect: false,
		slowModeMs: slowModeOf(interaction),
		roleIds: () => [...member.roles.cache.keys()],
		isPending: member.pending,
		rights,
		mayPost: (channelId) => !rights.isTimedOut && isAllowedToPost(interaction, channelId),
	};
}

/** A component's request in a direct message, for the server that it names, in which it has no rights and no roles. */
export function askedDirectly(
	interaction: RepliableInteraction,
	guildId: string,
	languages: Languages,
): Asked {
	return {
		...common(interaction, guildId, languages),
		isDirect: true,
		isOnOwnAnswer: true,
		slowModeMs: 0,
		roleIds: () => [],
		isPending: false,
		rights: { isAdministrator: false, isTimedOut: false, has: () => false, isAbove: () => false },
		mayPost: () => false,
	};
}

function common(interaction: GuildInteraction | RepliableInteraction, guildId: string, languages: Languages) {
	const { id, channelId, user } = interaction;
	const message = 'message' in interaction ? interaction.message : null;
	return {
		id,
		customId: 'customId' in interaction ? interaction.customId : '',
		guildId,
		channelId,
		isOnOwnAnswer: message?.flags.has(MessageFlags.Ephemeral) ?? false,
		userId: user.id,
		fields: fieldsOf(interaction),
		values: interaction.isAnySelectMenu() ? interaction.values : [],
		targetId: interaction.isUserContextMenuCommand() ? interaction.targetId : '',
		...languages,
	};
}

function fieldsOf(interaction: GuildInteraction | RepliableInteraction): Fields {
	if (interaction.isChatInputCommand() || interaction.isAutocomplete()) return optionsOf(interaction);
	if (!interaction.isModalSubmit()) return new Fields();
	// A form can be forged: only users and files that Discord has resolved count.
	const inputs = [...interaction.fields.fields.values()];
	return new Fields(
		inputs.flatMap((input): [string, Field][] => {
			if ('users' in input && input.users != null) return [[input.customId, [...input.users.keys()]]];
			if ('attachments' in input) return [];
			if ('values' in input) return [[input.customId, input.values]];
			return 'value' in input && typeof input.value === 'string' ? [[input.customId, input.value]] : [];
		}),
		'',
		inputs.flatMap((input) =>
			'attachments' in input ? input.attachments.map(({ url, size }) => ({ address: url, size })) : [],
		),
	);
}

function optionsOf({ options }: ChatInputCommandInteraction | AutocompleteInteraction): Fields {
	const data: readonly CommandInteractionOption[] = options.data;
	return new Fields(
		data
			.flatMap((it) => it.options ?? [it])
			.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])),
		options.getSubcommand(false) ?? '',
	);
}

/** The member's rights in the server. `now`: milliseconds since the epoch, by Discord's clock. */
export function rightsOfMember(member: GuildMember, now: number): MemberRights {
	const bits = member.permissions.bitfield;
	const isAdministrator = (bits & PermissionFlagsBits.Administrator) !== 0n;
	const isTimedOut = !isAdministrator && (member.communicationDisabledUntilTimestamp ?? 0) > now;
	return {
		isAdministrator,
		isTimedOut,
		has: (permission) => isAdministrator || (!isTimedOut && (bits & permission) === permission),
		isAbove(roleId) {
			const role = member.guild.roles.cache.get(roleId);
			return role !== undefined && member.roles.highest.comparePositionTo(role) > 0;
		},
	};
}

function slowModeOf({ channel, memberPermissions }: GuildInteraction): number {
	const seconds = (channel !== null && 'rateLimitPerUser' in channel && channel.rateLimitPerUser) || 0;
	if (seconds === 0 || memberPermissions.has(PermissionFlagsBits.BypassSlowmode, false)) return 0;
	return seconds * 1_000;
}

function isAllowedToPost(interaction: GuildInteraction, channelId: string | undefined): boolean {
	const { channel, guild, member } = interaction;
	if (channelId === undefined) {
		// Computed by Discord. Nothing else is known about a thread that the gateway hasn't announced.
		return mayPostWith(interaction.memberPermissions, channel?.isThread() ?? false);
	}
	const wanted = guild.channels.cache.get(channelId);
	if (wanted === undefined) return false;
	// The member's permissions are unknown, but the bot can't post there either, and says so.
	if (guild.members.me !== null && isHiddenFrom(guild.members.me, wanted)) return true;
	return mayPostWith(wanted.permissionsFor(member), wanted.isThread());
}

function mayPostWith(permissions: Readonly<PermissionsBitField>, isInThread: boolean): boolean {
	const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks } = PermissionFlagsBits;
	// Without the administrator shortcut: Discord sets every bit for administrators, and an overwrite can contain that
	// bit.
	return permissions.has([ViewChannel, isInThread ? SendMessagesInThreads : SendMessages, EmbedLinks], false);
}
