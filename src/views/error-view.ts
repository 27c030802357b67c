import { type MessageView, textView } from './message.js';

const text = {
	storeUnavailable:
		"The bot can't reach its records right now. Please try again in a few minutes: nothing is lost.",
	storeFault:
		'The bot found something wrong in its records and stopped, so as not to make it worse. Please tell the staff of this server.',
	misconfigured: 'The bot is not set up correctly. Please tell the staff of this server.',
	unexpected: 'Something went wrong in the bot. Please try again; if it happens again, tell the staff.',
	reference: (id: string) => `Reference: \`${id}\``,
};

/**
 * What a member is told when the bot itself failed.
 * @param code the `code` of an AppError, or anything else for a failure that nobody foresaw
 * @param reference the interaction's id, by which staff finds the failure in the log
 */
export function errorView(code: string, reference: string): MessageView {
	return textView(`${errorText(code)}\n${text.reference(reference)}`);
}

function errorText(code: string): string {
	switch (code) {
		case 'STORE_UNAVAILABLE':
			return text.storeUnavailable;
		case 'STORE_CORRUPT':
		case 'STORE_REFUSED':
			return text.storeFault;
		case 'CONFIG':
			return text.misconfigured;
		default:
			return text.unexpected;
	}
}
