import { ApplicationCommandOptionType, ComponentType } from 'discord-api-types/v10';

/** Kinds of things in a server that can be picked. */
export type PickableKind = 'user' | 'role' | 'mentionable' | 'channel';

/** By the type of a command's option. */
export const kindOfOption: Readonly<Record<number, PickableKind>> = {
	[ApplicationCommandOptionType.User]: 'user',
	[ApplicationCommandOptionType.Role]: 'role',
	[ApplicationCommandOptionType.Mentionable]: 'mentionable',
	[ApplicationCommandOptionType.Channel]: 'channel',
};

/** By the type of a select. */
export const kindOfSelect: Readonly<Record<number, PickableKind>> = {
	[ComponentType.UserSelect]: 'user',
	[ComponentType.RoleSelect]: 'role',
	[ComponentType.MentionableSelect]: 'mentionable',
	[ComponentType.ChannelSelect]: 'channel',
};

/** True for the type of a select of any kind. */
export function isSelect(type: number): boolean {
	return type === ComponentType.StringSelect || kindOfSelect[type] !== undefined;
}
