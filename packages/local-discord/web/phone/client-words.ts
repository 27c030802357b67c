import words from './client-words.json' with { type: 'json' };

/** The client's own words around messages; `{user}`, `{command}`, `{channel}` and `{bot}` stand for names. */
export type ClientWords = (typeof words)['en'];

/**
 * The client's own words in a locale such as `de` or `pt-BR`, chosen only by its language, with English as the
 * fallback.
 */
export function clientWords(locale: string): ClientWords {
	const [language = ''] = locale.split('-');
	return (words as Readonly<Record<string, ClientWords>>)[language] ?? words.en;
}
