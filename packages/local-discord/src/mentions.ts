import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { Guild } from './guild.js';
import type { AllowedMentions, ComponentBody } from './message-body.js';
import { walkComponents } from './message-body.js';
import { allows } from './permissions.js';
import type { User } from './users.js';

/** The mentions of a message that Discord turns into pings. */
export interface Mentions {
	readonly users: readonly User[];
	readonly roleIds: readonly string[];
	/** `@everyone` or `@here`. */
	readonly isEveryone: boolean;
}

export const noMentions: Mentions = { users: [], roleIds: [], isEveryone: false };

/** The channel of a message and its author. */
export interface MentionPlace {
	/** Undefined in a direct conversation. */
	readonly guild: Guild | undefined;
	readonly channelId: string;
	readonly isAnswer: boolean;
	readonly userOf: (id: string) => User | undefined;
}

/** The default depends on the kind of message: https://discord.com/developers/docs/resources/message#allowed-mentions-object */
const defaultAllowed: AllowedMentions = { parse: ['users', 'roles', 'everyone'] };
const defaultForAnswers: AllowedMentions = { parse: ['users'] };

/**
 * The mentions in a message's texts that `allowed` and the bot's permissions let through. Embeds never ping. Code
 * blocks and escapes are ignored, so a mention may count too often, but never too rarely.
 */
export function mentionsIn(
	texts: { readonly content: string; readonly components: readonly ComponentBody[] },
	allowed: AllowedMentions | null | undefined,
	place: MentionPlace,
): Mentions {
	const { guild, channelId, isAnswer, userOf } = place;
	const rules = allowed ?? (isAnswer ? defaultForAnswers : defaultAllowed);
	const text = [
		texts.content,
		...walkComponents(texts.components, []).map(({ component }) => component.content ?? ''),
	].join('\n');
	const isAllowed = (kind: 'users' | 'roles', id: string) =>
		rules.parse?.includes(kind) || rules[kind]?.includes(id);
	const users = idsIn(text, /<@!?(\d+)>/g)
		.filter((id) => isAllowed('users', id))
		.map(userOf)
		.filter((user) => user !== undefined);
	const mayMentionAll =
		guild?.channels.has(channelId) === true &&
		allows(guild.permissionsOf(guild.botId, channelId), PermissionFlagsBits.MentionEveryone);
	const roleIds = idsIn(text, /<@&(\d+)>/g).filter((id) => {
		const role = guild?.roles.get(id);
		return role !== undefined && (mayMentionAll || role.isMentionable) && isAllowed('roles', id);
	});
	const namesEveryone = /@(everyone|here)/.test(text) && rules.parse?.includes('everyone') === true;
	return { users, roleIds, isEveryone: mayMentionAll && namesEveryone };
}

/** The ids of pinged users: members who see the channel, or the recipient of a direct message. */
export function pingedUserIds({ users, roleIds, isEveryone }: Mentions, place: MentionPlace): string[] {
	const { guild, channelId } = place;
	if (guild === undefined) return users.filter(({ isBot }) => !isBot).map(({ id }) => id);
	if (!guild.channels.has(channelId)) return [];
	return [...guild.members.values()]
		.filter(
			({ user, roleIds: held }) =>
				(isEveryone || users.includes(user) || roleIds.some((id) => held.has(id))) &&
				user.id !== guild.botId &&
				allows(guild.permissionsOf(user.id, channelId), PermissionFlagsBits.ViewChannel),
		)
		.map(({ user }) => user.id);
}

function idsIn(text: string, pattern: RegExp): string[] {
	return [...new Set([...text.matchAll(pattern)].map(([, id = '']) => id))];
}
