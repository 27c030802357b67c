import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messagesOf } from '../../src/i18n/messages.js';

// Rules for texts that a machine can check, shared by the tests and `npm run tool -- texts`.

/** Returns each word, placeholder or label that is at fault in a language's own text. */
export type Rule = (language: Language, key: MessageKey) => readonly string[];

/** True if English has such a text. */
export const isKey = (key: string): key is MessageKey => Object.hasOwn(messagesOf('en'), key);

export const keys: readonly MessageKey[] = Object.keys(messagesOf('en')).filter(isKey);

/** Names of commands and options follow Discord's rules, and no others. */
export const isCommandName = (key: MessageKey) => /^command\..+\.name$/.test(key);

export const found = (text: string, pattern: RegExp | undefined) =>
	pattern === undefined ? [] : [...text.matchAll(pattern)].map(([hit]) => hit);
