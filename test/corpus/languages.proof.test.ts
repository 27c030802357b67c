import { languages } from '../../src/i18n/languages.js';
import { costly, found, hostile, long } from '../states/hostile-texts.js';
import { describeIn } from './in-language.js';

// English is held by corpus.test.ts.
// Foreign words are the same in each language, and ours are held here: two scripts are enough.

for (const language of languages) {
	if (language !== 'en')
		describeIn(language, { long, ...(language === 'ja' && { hostile, costly, ...found }) });
}
