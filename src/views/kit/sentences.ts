import type { Translator } from '../../i18n/translator.js';

/** Whole sentences one after the other, spaced as the language does; '' if none is left. Empty ones are left out. */
export function sentences(t: Translator, all: readonly string[]): string {
	return all
		.filter((sentence) => sentence !== '')
		.reduce((before, after) => (before === '' ? after : t('list.sentences', { before, after })), '');
}
