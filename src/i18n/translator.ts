import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, languageOf } from './languages.js';
import { type MessageKey, messageIn } from './messages.js';

/** What a text's placeholders stand for. Foreign text in it is escaped by the caller; it is not read as a message. */
type MessageValues = Readonly<Record<string, string | number>>;

/** Speaks one language. Throws where a text's placeholder has no value. */
export interface Translator {
	readonly language: Language;
	(key: MessageKey, values?: MessageValues): string;
}

const translators = new Map<Language, Translator>();

/** The translator for one of Discord's locales; English where the bot doesn't speak it. */
export function translatorFor(locale: string): Translator {
	const language = languageOf(locale);
	let translator = translators.get(language);
	if (translator === undefined) {
		translator = createTranslator(language);
		translators.set(language, translator);
	}
	return translator;
}

function createTranslator(language: Language): Translator {
	// Parsed when first needed: all languages at once would make the start slower for texts that nobody reads.
	const parsed = new Map<MessageKey, IntlMessageFormat>();
	const translate = (key: MessageKey, values?: MessageValues): string => {
		let message = parsed.get(key);
		if (message === undefined) {
			// What looks like a tag is Discord's (`<t:…>`, `<@…>`), not ours.
			message = new IntlMessageFormat(messageIn(language, key), language, undefined, { ignoreTag: true });
			parsed.set(key, message);
		}
		return String(message.format(values));
	};
	return Object.assign(translate, { language });
}
