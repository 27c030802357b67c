import { languages } from '../../src/i18n/languages.js';
import { costly, found, hostile, long } from '../states/hostile-texts.js';
import { describeIn } from './in-language.js';

// corpus.test.ts covers English.
// Foreign texts are the same in each language, so checking them in two scripts is enough.

for (const language of languages) {
	if (language !== 'en')
		describeIn(language, { long, ...(language === 'ja' && { hostile, costly, ...found }) });
}
