import { ApplicationCommandType } from 'discord-api-types/v10';
import { commandsFor, nameIn } from '../composer/usable-commands.js';
import type { Sight } from '../sight.js';
import type { Store } from '../store.js';

export type MenuSubject =
	| { readonly kind: 'member'; readonly userId: string }
	| { readonly kind: 'message'; readonly messageId: string };

export type MenuEntry =
	| { readonly kind: 'profile'; readonly label: string; readonly userId: string }
	/** One of the bot's commands, by its own name. */
	| { readonly kind: 'command'; readonly label: string; readonly name: string }
	| { readonly kind: 'copy'; readonly label: string; readonly text: string };

/** Actions on a member or a message, in the order of Discord's client. */
export function menuEntries(subject: MenuSubject, store: Store, sight: Sight): readonly MenuEntry[] {
	return subject.kind === 'member'
		? [
				{ kind: 'profile', label: 'Profile', userId: subject.userId },
				...menuCommands(subject, sight),
				{ kind: 'copy', label: 'Copy user ID', text: subject.userId },
			]
		: messageEntries(subject.messageId, store, sight);
}

/** The bot's commands for what a menu is about, as far as the viewer may use them. */
export function menuCommands(subject: MenuSubject, { guild, viewer, locale }: Sight): readonly MenuEntry[] {
	if (guild === undefined) return [];
	const type = subject.kind === 'member' ? ApplicationCommandType.User : ApplicationCommandType.Message;
	// Members who have left are still seen in their messages, but no command finds them.
	if (subject.kind === 'member' && !guild.members.some(({ userId }) => userId === subject.userId)) return [];
	return commandsFor(guild, viewer.userId, type).map((body) => ({
		kind: 'command',
		label: nameIn(body, locale),
		name: body.name,
	}));
}

function messageEntries(messageId: string, store: Store, sight: Sight): readonly MenuEntry[] {
	const all = [...store.messages.values()].flat();
	const message = all.find((it) => it.message.id === messageId)?.message;
	if (message === undefined) return [];
	return [
		...menuCommands({ kind: 'message', messageId }, sight),
		...(message.content === '' ? [] : [{ kind: 'copy', label: 'Copy text', text: message.content } as const]),
		{ kind: 'copy', label: 'Copy message ID', text: messageId },
		{ kind: 'copy', label: 'Copy user ID', text: message.author.id },
	];
}
