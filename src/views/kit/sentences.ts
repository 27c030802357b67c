import type { Translator } from '../../i18n/translator.js';

/** Joins whole sentences with the language's spacing; '' if all are empty. */
export function sentences(t: Translator, all: readonly string[]): string {
	return all
		.filter((sentence) => sentence !== '')
		.reduce((before, after) => (before === '' ? after : t('list.sentences', { before, after })), '');
}
