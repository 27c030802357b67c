import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messagesOf } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';

/** Groups of keys with the same English text that are translated differently on purpose. */
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
 * Groups of keys with the same English text but several translations in this language, except for deliberate ones. A
 * missing translation never counts as different.
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
