import type { Translator } from '../i18n/translator.js';
import { type MessageView, textView } from './message.js';

/**
 * What a member is told when the bot itself failed.
 * @param code the `code` of an AppError, or anything else for a failure that nobody foresaw
 * @param reference the interaction's id, by which staff finds the failure in the log
 */
export function errorView(t: Translator, code: string, reference: string): MessageView {
	return textView(`${errorText(t, code)}\n${t('error.reference', { id: reference })}`);
}

function errorText(t: Translator, code: string): string {
	switch (code) {
		case 'STORE_UNAVAILABLE':
			return t('error.storeUnavailable');
		case 'STORE_CORRUPT':
		case 'STORE_REFUSED':
			return t('error.storeFault');
		case 'CONFIG':
			return t('error.misconfigured');
		default:
			return t('error.unexpected');
	}
}
