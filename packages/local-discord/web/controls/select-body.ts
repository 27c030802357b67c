import { ComponentType } from 'discord-api-types/v10';
import type { Sight } from '../sight.js';
import type { Choice } from './choice.js';
import { type EntityKind, entityChoices } from './entity-choices.js';

interface SelectEmoji {
	readonly id?: string | null | undefined;
	readonly name?: string | null | undefined;
}

/** A select as a message or a form holds it. */
export interface SelectBody {
	readonly type: number;
	readonly placeholder?: string | null | undefined;
	readonly min_values?: number | null | undefined;
	readonly max_values?: number | null | undefined;
	readonly disabled?: boolean | null | undefined;
	/** In forms alone. */
	readonly required?: boolean | null | undefined;
	readonly options?:
		| readonly {
				readonly label: string;
				readonly value: string;
				readonly description?: string | null | undefined;
				readonly emoji?: SelectEmoji | null | undefined;
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

/** The kind of entity in a select; undefined for a select with options of its own. */
export function entityKindOf(select: Pick<SelectBody, 'type'>): EntityKind | undefined {
	return entityKinds[select.type];
}

/** All choices that a select offers to a viewer. */
export function choicesOf(select: SelectBody, sight: Sight): readonly Choice[] {
	const kind = entityKindOf(select);
	if (kind !== undefined) return entityChoices(kind, sight, select.channel_types ?? []);
	return (select.options ?? []).map(({ label, value, description, emoji }) => ({
		label,
		value,
		description: description ?? undefined,
		mark: emoji == null ? undefined : { kind: 'emoji', text: emojiText(emoji) },
	}));
}

export function defaultsOf(select: SelectBody): readonly string[] {
	if (entityKindOf(select) !== undefined) return (select.default_values ?? []).map(({ id }) => id);
	return (select.options ?? []).filter((option) => option.default).map(({ value }) => value);
}

/** How few and how many values a select takes. */
export function boundsOf(select: SelectBody): { readonly least: number; readonly most: number } {
	const least = select.required === false ? 0 : (select.min_values ?? 1);
	return { least, most: select.max_values ?? 1 };
}

/** Emojis of a server are pictures from Discord, which the page doesn't load: their name stands for them. */
function emojiText({ id, name }: SelectEmoji): string {
	return id == null ? (name ?? '') : `:${name ?? id}:`;
}
