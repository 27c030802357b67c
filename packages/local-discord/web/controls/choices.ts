import type { ComponentBody } from '../../src/message-body.js';
import { kindOfSelect, type PickableKind } from '../../src/pickable.js';
import type { Sight } from '../sight.js';

/** One entry of a list to choose from. */
export interface Choice {
	/** The value to send. */
	readonly value: string;
	readonly label: string;
	readonly description?: string | undefined;
}

/** A select as in a message or a form. */
export type SelectBody = Pick<ComponentBody, 'type' | 'options' | 'default_values' | 'channel_types'> &
	Pick<ComponentBody, 'placeholder' | 'min_values' | 'max_values' | 'disabled' | 'required'>;

/** All choices that a select offers to a viewer. */
export function choicesOf(select: SelectBody, sight: Sight): readonly Choice[] {
	const kind = kindOfSelect[select.type];
	if (kind !== undefined) return entityChoices(kind, sight, select.channel_types ?? []);
	return (select.options ?? []).map(({ label, value, description, emoji }) => ({
		// A server's emojis are images from Discord, which the page doesn't load.
		label: emoji?.name && !emoji.id ? `${emoji.name} ${label}` : label,
		value,
		description: description ?? undefined,
	}));
}

export function defaultsOf(select: SelectBody): readonly string[] {
	if (kindOfSelect[select.type] !== undefined) return (select.default_values ?? []).map(({ id }) => id);
	return (select.options ?? []).filter((option) => option.default).map(({ value }) => value);
}

/** The minimum and maximum number of values for a select. */
export function boundsOf(select: SelectBody): { readonly least: number; readonly most: number } {
	const least = select.required === false ? 0 : (select.min_values ?? 1);
	return { least, most: select.max_values ?? 1 };
}

/** Members by name, roles from the top, channels in their order; empty outside a server. */
export function entityChoices(
	kind: PickableKind,
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
