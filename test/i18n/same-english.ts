import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messagesOf } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';

/** Groups of keys with one English text that is translated differently on purpose. */
export const meantToDiffer: readonly { readonly group: readonly MessageKey[]; readonly because: string }[] = [
	{
		group: ['unlink.button', 'desk.act.unlink'],
		because: 'the buyer lets go of a purchase, staff take it away: rows 5 and 6 of the glossary',
	},
	{
		group: ['panel.choose', 'setup.chooseChannel'],
		because: 'a button is an infinitive where a select asks with an imperative',
	},
];

/**
 * Keys that have one English text and several in this language, a group each, but for those that are meant to. A text
 * that still has to be translated differs from nothing.
 */
export function driftedIn(language: Language): readonly (readonly MessageKey[])[] {
	const textOf = (own: Language, key: MessageKey) => messagesOf(own)[key];
	const groups = new Map<string | undefined, MessageKey[]>();
	const translated = keys.filter((key) => !key.startsWith('command.') && textOf(language, key) !== undefined);
	for (const key of translated) {
		const english = textOf('en', key);
		groups.set(english, [...(groups.get(english) ?? []), key]);
	}
	return [...groups.values()].filter(
		(group) =>
			new Set(group.map((key) => textOf(language, key))).size > 1 &&
			!meantToDiffer.some(({ group: meant }) => isSame(meant, group)),
	);
}

function isSame(a: readonly MessageKey[], b: readonly MessageKey[]): boolean {
	return a.length === b.length && a.every((key) => b.includes(key));
}
