import { type MessageView, textView } from './message.js';

const text = {
	administratorsOnly: 'This command is for administrators of this server.',
	managersOnly: 'This is for members who may manage this server (the permission **Manage Server**).',
	outdated: 'This button or menu is from an older version of the bot. Please run the command again.',
	unknownCommand: 'The bot no longer knows this command. Please try again in a few minutes.',
	otherGuild: 'This bot works for another server. Please ask there.',
	starting: 'The bot is just starting. Please try again in a few seconds.',
	guildOnly: 'Please use this command in a server: it does not work in direct messages.',
};

/** The answer to a command that is meant for administrators. */
export function administratorsOnlyView(): MessageView {
	return textView(text.administratorsOnly);
}

/** The answer to whoever may not manage the server. */
export function managersOnlyView(): MessageView {
	return textView(text.managersOnly);
}

/** The answer to a component that no handler knows, or whose custom_id can't be read any more. */
export function outdatedComponentView(): MessageView {
	return textView(text.outdated);
}

/** The answer to a command that is registered with Discord and not part of this version. */
export function unknownCommandView(): MessageView {
	return textView(text.unknownCommand);
}

/** The answer to anything that does not come from a server the bot is in. */
export function guildOnlyView(): MessageView {
	return textView(text.guildOnly);
}

/** The answer in a server that the bot is in and is not set up to serve. */
export function otherGuildView(): MessageView {
	return textView(text.otherGuild);
}

/** The answer in a server that Discord has not told the bot of yet, in the first moments after its start. */
export function startingView(): MessageView {
	return textView(text.starting);
}
