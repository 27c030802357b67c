export const privacy = {
	'command.privacy.name': 'privacy',
	'command.privacy.description': 'See, export or delete what the bot has stored about you',
	'privacy.title': 'What is stored about you',
	'privacy.account': 'Your Discord user id, together with what follows: `{id}`',
	'privacy.claims':
		'**Purchases: {count, number}** · item, licence, dates, the servers in which you verified, and what has happened since. The codes are encrypted.',
	'privacy.more': '… and {count, number} more. All of them are in the file.',
	'privacy.former':
		'**Former purchases: {count, number}** · item, license type, and what names you in their history.',
	'privacy.misses':
		'**Wrong codes in the last day: {count, number}** · only when, never what you typed. Gone after a day.',
	'privacy.elsewhere':
		'Not stored here: messages in a server’s own audit channel. For those please ask the staff of that server.',
	'privacy.export': 'Export as a file',
	'privacy.exported': 'This is everything that is stored about you.',
	'privacy.delete': 'Delete my data',
	'privacy.confirmTitle': 'Delete your data?',
	'privacy.confirm':
		'Your purchases and the roles from them go, in every server of this bot. The codes stay blocked for everybody else; you can verify with them again. This can’t be undone.',
	'privacy.confirmButton': 'Delete everything',
	'privacy.keep': 'Keep it',
	'privacy.deleted':
		'Done. Your data is deleted, and the roles go in a moment. Of each code only a fingerprint stays, so that nobody else can use it. Times of wrong codes and of unlinking are removed by themselves within a day.',
	'privacy.audit':
		'🗑️ <@{userId}> has deleted their stored data: the purchases and the roles from them are gone',
	'privacy.exportLater': '⏳ Your data comes as a file once a minute. Try again {when}.',
} as const;
