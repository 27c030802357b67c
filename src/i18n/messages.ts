import type { Language } from './languages.js';
import ar from './messages/ar.json' with { type: 'json' };
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };
import it from './messages/it.json' with { type: 'json' };
import ja from './messages/ja.json' with { type: 'json' };
import pl from './messages/pl.json' with { type: 'json' };
import ptBR from './messages/pt-BR.json' with { type: 'json' };
import ru from './messages/ru.json' with { type: 'json' };
import tr from './messages/tr.json' with { type: 'json' };
import zhCN from './messages/zh-CN.json' with { type: 'json' };

/** The name of a text. English has all of them: the compiler refuses any other. */
export type MessageKey = keyof typeof en;

/** The texts that a language has: ICU message syntax, Discord's Markdown. */
export type Messages = Readonly<Partial<Record<MessageKey, string>>>;

export const messages: Readonly<Record<Language, Messages>> = {
	en,
	de,
	fr,
	es,
	'pt-BR': ptBR,
	it,
	pl,
	tr,
	ru,
	ja,
	'zh-CN': zhCN,
	ar,
};

/** A text as an ICU message; in English where the language doesn't have it yet. */
export function messageIn(language: Language, key: MessageKey): string {
	return messages[language][key] ?? en[key];
}
