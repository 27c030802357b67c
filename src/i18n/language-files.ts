import { readFileSync } from 'node:fs';
import type { Language } from './languages.js';

/** Reads a language's file anew at each call. Throws if it doesn't exist. */
export function readLanguageFile(language: Language): Readonly<Record<string, string>> {
	// Beside this file, and beside the bundle (bundle.js).
	const text = readFileSync(new URL(`./messages/${language}.json`, import.meta.url), 'utf8');
	return JSON.parse(text);
}
