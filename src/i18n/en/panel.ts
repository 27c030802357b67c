export const panel = {
	'command.panel.name': 'panel',
	'command.panel.description': 'Post a message with which everyone can verify their purchase',
	'command.panel.channel.name': 'channel',
	'command.panel.channel.description': 'Where it goes. The panel that is already there is brought up to date',
	'panel.title': 'Verify your purchase',
	'panel.text':
		'Press **Verify purchase** and paste the code from your receipt. Only you and the bot see it.\n\nYour role follows within seconds.',
	'panel.verify': 'Verify purchase',
	'panel.codeLabel': 'Purchase code',
	'panel.codeHint': 'From your receipt. You can paste a whole line: the code in it is found.',
	'panel.posted': 'The panel is posted: {link}',
	'panel.changed': 'The panel is up to date: {link}',
	'panel.badPicture':
		'The picture was left as it was: Discord can only show one from a web address (http or https).',
	'panel.noChannel': 'No message can be posted in this channel, or it does not exist any more.',
	'panel.noAccess':
		'I can’t post in {channel}. Please give me **View Channel**, **Send Messages** and **Embed Links** there.',
	'panel.missing': 'There is no panel in that channel any more. Use `/{command}` to post one.',
	'panel.change': 'Change text and picture',
	'panel.titleLabel': 'Title',
	'panel.textLabel': 'Text',
	'panel.emptyHint': 'Leave it empty for the usual words.',
	'panel.pictureLabel': 'Picture',
	'panel.pictureHint': 'The web address of a picture. Leave it empty for none.',
	'panel.audit': '⚙️ <@{userId}> posted or changed the panel in <#{channelId}>',
} as const;
