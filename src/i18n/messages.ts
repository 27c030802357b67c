import { readFileSync } from 'node:fs';
import type { Language } from './languages.js';
import en from './messages/en.json' with { type: 'json' };

/** The key of a text. English has all of them: the compiler rejects any other. */
export type MessageKey = keyof typeof en;

/** The texts of a language: ICU message syntax, Discord's Markdown. */
type Messages = Readonly<Partial<Record<MessageKey, string>>>;

const known = new Map<Language, Messages>([['en', en]]);

/** A language's texts, loaded on first use. */
export function messagesOf(language: Language): Messages {
	let messages = known.get(language);
	if (messages === undefined) {
		// Beside this file, and beside the bundle (bundle.js).
		const text = readFileSync(new URL(`./messages/${language}.json`, import.meta.url), 'utf8');
		messages = JSON.parse(text) as Messages;
		known.set(language, messages);
	}
	return messages;
}

/** A text as an ICU message; in English if it isn't translated yet. */
export function messageIn(language: Language, key: MessageKey): string {
	return messagesOf(language)[key] ?? en[key];
}
