import { readFileSync } from 'node:fs';
import type { Language } from './languages.js';

/** What stands in a language's file, read anew at each call. Throws where it isn't there. */
export function readLanguageFile(language: Language): Readonly<Record<string, string>> {
	// Beside this file, and beside the bundle (bundle.js).
	const text = readFileSync(new URL(`./messages/${language}.json`, import.meta.url), 'utf8');
	return JSON.parse(text);
}
