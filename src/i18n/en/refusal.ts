export const refusal = {
	'refusal.administratorsOnly': 'This command is for administrators of this server.',
	'refusal.homeOnly': 'This is for administrators of the bot’s home server.',
	'refusal.managersOnly':
		'This is for members who may manage this server (the permission **Manage Server**).',
	'refusal.outdated':
		'This button or menu is from an older version of the bot. Please run the command again.',
	'refusal.unknownCommand': 'The bot no longer knows this command. Please try again in a few minutes.',
	'refusal.otherGuild': 'This bot works for another server. Please ask there.',
	'refusal.starting': 'The bot is just starting. Please try again in a few seconds.',
	'refusal.guildOnly': 'Please use this command in a server: it does not work in direct messages.',
	'refusal.linksLeftOut': '-# Some links can’t be shown.',
} as const;
