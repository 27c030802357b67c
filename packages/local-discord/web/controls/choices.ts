import { ComponentType } from 'discord-api-types/v10';
import type { Sight } from '../sight.js';

/** One entry of a list to choose from. */
export interface Choice {
	/** The value to send. */
	readonly value: string;
	readonly label: string;
	readonly description?: string | undefined;
}

/** Kinds of things in a server that can be picked. */
export type EntityKind = 'user' | 'role' | 'mentionable' | 'channel';

/** A select as in a message or a form. */
export interface SelectBody {
	readonly type: number;
	readonly placeholder?: string | null | undefined;
	readonly min_values?: number | null | undefined;
	readonly max_values?: number | null | undefined;
	readonly disabled?: boolean | null | undefined;
	/** Only in forms. */
	readonly required?: boolean | null | undefined;
	readonly options?:
		| readonly {
				readonly label: string;
				readonly value: string;
				readonly description?: string | null | undefined;
				readonly emoji?: { readonly id?: string | null; readonly name?: string | null } | null | undefined;
				readonly default?: boolean | null | undefined;
		  }[]
		| undefined;
	readonly default_values?: readonly { readonly id: string }[] | null | undefined;
	readonly channel_types?: readonly number[] | null | undefined;
}

const entityKinds: Readonly<Record<number, EntityKind>> = {
	[ComponentType.UserSelect]: 'user',
	[ComponentType.RoleSelect]: 'role',
	[ComponentType.MentionableSelect]: 'mentionable',
	[ComponentType.ChannelSelect]: 'channel',
};

/** True if a component is a select of any kind. */
export function isSelect({ type }: Pick<SelectBody, 'type'>): boolean {
	return type === ComponentType.StringSelect || entityKinds[type] !== undefined;
}

/** All choices that a select offers to a viewer. */
export function choicesOf(select: SelectBody, sight: Sight): readonly Choice[] {
	const kind = entityKinds[select.type];
	if (kind !== undefined) return entityChoices(kind, sight, select.channel_types ?? []);
	return (select.options ?? []).map(({ label, value, description, emoji }) => ({
		// A server's emojis are images from Discord, which the page doesn't load.
		label: emoji?.name && !emoji.id ? `${emoji.name} ${label}` : label,
		value,
		description: description ?? undefined,
	}));
}

export function defaultsOf(select: SelectBody): readonly string[] {
	if (entityKinds[select.type] !== undefined) return (select.default_values ?? []).map(({ id }) => id);
	return (select.options ?? []).filter((option) => option.default).map(({ value }) => value);
}

/** The minimum and maximum number of values for a select. */
export function boundsOf(select: SelectBody): { readonly least: number; readonly most: number } {
	const least = select.required === false ? 0 : (select.min_values ?? 1);
	return { least, most: select.max_values ?? 1 };
}

/** Members by name, roles from the top, channels in their order; empty outside a server. */
export function entityChoices(
	kind: EntityKind,
	{ guild, viewer, locale }: Sight,
	channelTypes: readonly number[] = [],
): readonly Choice[] {
	if (guild === undefined) return [];
	if (kind === 'channel') {
		return guild.channels
			.filter(({ id }) => !viewer.hiddenChannelIds.includes(id))
			.filter(({ type }) => channelTypes.length === 0 || channelTypes.includes(type))
			.map(({ id, name }) => ({ value: id, label: name }));
	}
	const { compare } = new Intl.Collator(locale);
	const members = guild.members
		.map(({ userId, name }) => ({ value: userId, label: name }))
		.sort((a, b) => compare(a.label, b.label));
	const roles = guild.roles.toReversed().map(({ id, name }) => ({ value: id, label: name }));
	return [...(kind === 'role' ? [] : members), ...(kind === 'user' ? [] : roles)];
}
