export const error = {
	'error.storeUnavailable':
		"The bot can't reach its records right now. Please try again in a few minutes: nothing is lost.",
	'error.storeFault':
		'The bot found something wrong in its records and stopped, so as not to make it worse. Please tell the staff of this server.',
	'error.misconfigured': 'The bot is not set up correctly. Please tell the staff of this server.',
	'error.unexpected':
		'Something went wrong in the bot. Please try again; if it happens again, tell the staff.',
	'error.reference': 'Reference: `{id}`',
} as const;
