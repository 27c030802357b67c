import type { PageGuild } from '../../src/page/protocol.js';
import type { Sight } from '../sight.js';
import type { Choice } from './choice.js';

/** Kinds of pickable things in a server. */
export type EntityKind = 'user' | 'role' | 'mentionable' | 'channel';

/**
 * The members, roles or channels to pick from, as Discord lists them: members by name, roles from the top, channels in
 * their order. Empty outside of a server.
 */
export function entityChoices(
	kind: EntityKind,
	sight: Sight,
	channelTypes: readonly number[] = [],
): readonly Choice[] {
	const { guild } = sight;
	if (guild === undefined) return [];
	switch (kind) {
		case 'user':
			return memberChoices(guild, sight);
		case 'role':
			return roleChoices(guild, sight);
		case 'mentionable':
			return [...memberChoices(guild, sight), ...roleChoices(guild, sight)];
		case 'channel':
			return channelChoices(guild, channelTypes, sight.viewer.hiddenChannelIds);
	}
}

/** The letter in the place of a picture. */
function initialOf(name: string): string {
	const [first = '?'] = new Intl.Segmenter().segment(name.trim());
	return typeof first === 'string' ? first : first.segment.toLocaleUpperCase();
}

function memberChoices(guild: PageGuild, { colourOf, locale }: Sight): Choice[] {
	const { compare } = new Intl.Collator(locale);
	return guild.members
		.map(
			({ userId, name, isBot }): Choice => ({
				value: userId,
				label: name,
				description: isBot ? 'App' : undefined,
				mark: { kind: 'user', initial: initialOf(name), colour: colourOf('user', userId) },
			}),
		)
		.sort((a, b) => compare(a.label, b.label));
}

function roleChoices(guild: PageGuild, { colourOf }: Sight): Choice[] {
	return guild.roles.toReversed().map(({ id, name }) => ({
		value: id,
		label: name,
		mark: { kind: 'role', colour: colourOf('role', id) },
	}));
}

function channelChoices(guild: PageGuild, types: readonly number[], hidden: readonly string[]): Choice[] {
	const nameOf = (id: string | undefined) => guild.channels.find((channel) => channel.id === id)?.name;
	return guild.channels
		.filter(({ id, type }) => !hidden.includes(id) && (types.length === 0 || types.includes(type)))
		.map(({ id, name, type, parentId }) => ({
			value: id,
			label: name,
			description: nameOf(parentId),
			mark: { kind: 'channel', type },
		}));
}
