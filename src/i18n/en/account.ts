export const account = {
	'account.userName': 'User name',
	'account.memberSince': 'Member since',
	'account.link': 'Link',
	'account.badKey':
		"The marketplace doesn't accept the bot's API key. Check `MARKETPLACE_API_KEY`: a new key can be made in the API key section of the marketplace's workspace settings.",
	'account.laterAt': 'The marketplace asks the bot to wait. The account can be read again {when}.',
	'account.unavailable': "The marketplace can't be reached right now. Please try again in a few minutes.",
	'account.malformed': "The marketplace's answer could not be understood. Is `MARKETPLACE_URL` right?",
	'account.showPrivate': 'Show e-mail and balance',
	'account.email': 'E-mail',
	'account.contactEmail': 'Contact e-mail',
	'account.balance': 'Balance',
	'account.notGiven': 'not given',
} as const;
