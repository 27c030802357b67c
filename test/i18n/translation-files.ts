import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messagesOf } from '../../src/i18n/messages.js';
import { isCommandName, isKey, keys } from './text-rules.js';

// The texts as ARB files, for translation services: Application Resource Bundle is the one format of ICU messages with
// descriptions that Crowdin and Weblate both read.

/** One language as an ARB file: texts by their keys, and `@KEY` with what a translator has to know. */
export type ArbFile = Readonly<Record<string, string | { readonly description: string }>>;

/** @returns for English also the descriptions: services show them beside every translation */
export function arbOf(language: Language): ArbFile {
	const described: Readonly<Record<string, string>> = descriptions;
	const own = messagesOf(language);
	const entries = keys.flatMap((key): [string, ArbFile[string]][] => {
		const text = own[key];
		if (text === undefined) return [];
		const description = described[key] ?? saidByKey(key);
		return [
			[key, text],
			...(language === 'en' && description !== ''
				? [[`@${key}`, { description }] as [string, ArbFile[string]]]
				: []),
		];
	});
	return { '@@locale': language, ...Object.fromEntries(entries) };
}

/** The description of a text whose key says where it is shown; '' for other texts, which need one in the file. */
export function saidByKey(key: MessageKey): string {
	if (isCommandName(key))
		return 'Name of a slash command or option: small letters, no spaces, at most 32 characters.';
	if (/^command\..+\.description$/.test(key))
		return 'Says what a slash command or option does. At most 100 characters.';
	const [, command] = /^(\w+)\.answer$/.exec(key) ?? [];
	if (command !== undefined && isKey(`command.${command}.name`))
		return `Answer to the command \`/${command}\`.`;
	return '';
}

/** Texts of a returned ARB file that differ from ours. A text that it lacks stays as it is. */
export function changedTexts(language: Language, arb: ArbFile): ReadonlyMap<MessageKey, string> {
	const own = messagesOf(language);
	return new Map(
		Object.entries(arb).flatMap(([key, text]) =>
			isKey(key) && typeof text === 'string' && text.trim() !== '' && text !== own[key]
				? [[key, text] as const]
				: [],
		),
	);
}

/** A language's messages with these texts in place, in the order of the English ones. */
export function withTexts(
	language: Language,
	texts: ReadonlyMap<MessageKey, string>,
): Readonly<Record<string, string>> {
	const own = messagesOf(language);
	const entries = keys.flatMap((key) => {
		const text = texts.get(key) ?? own[key];
		return text === undefined ? [] : [[key, text] as const];
	});
	return Object.fromEntries(entries);
}
