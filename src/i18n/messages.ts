import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import type { Language } from './languages.js';
import { pl } from './pl.js';
import { ptBR } from './pt-br.js';
import { ru } from './ru.js';
import { tr } from './tr.js';
import { zhCN } from './zh-cn.js';

/** The name of a text. English has all of them, and the compiler asks the same of the other languages. */
export type MessageKey = keyof typeof en;

/** Every text of a language: ICU message syntax, Discord's Markdown. */
export type Messages = Readonly<Record<MessageKey, string>>;

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
