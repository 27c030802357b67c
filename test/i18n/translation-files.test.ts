import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { languages } from '../../src/i18n/languages.js';
import { messageIn, messagesOf } from '../../src/i18n/messages.js';
import { keys } from './text-rules.js';
import { type ArbFile, arbOf, changedTexts, withTexts } from './translation-files.js';

const others = languages.filter((language) => language !== 'en');
const key = 'button.tryAgain';

describe('the ARB files for translators', () => {
	it('have every English text, and its description beside it', () => {
		const english = arbOf('en');
		expect(english['@@locale']).toBe('en');
		expect(keys.filter((it) => english[it] !== messageIn('en', it))).toEqual([]);
		expect(keys.filter((it) => !(`@${it}` in english))).toEqual([]);
	});

	it.each(others)('come back from %s as they went', (language) => {
		const returned = JSON.parse(JSON.stringify(arbOf(language))) as ArbFile;
		expect(changedTexts(language, returned).size).toBe(0);
		// In the same order too: an import changes only the lines of what was translated.
		expect(Object.entries(withTexts(language, new Map()))).toEqual(Object.entries(messagesOf(language)));
	});

	it('bring back what was translated, and leave what they lack as it is', () => {
		const changed = changedTexts('de', {
			'@@locale': 'de',
			[key]: 'Nochmal',
			'removed.text': 'Weg',
			[`@${key}`]: { description: 'Button' },
		});
		expect([...changed]).toEqual([[key, 'Nochmal']]);
		expect(withTexts('de', changed)).toEqual({ ...messagesOf('de'), [key]: 'Nochmal' });
	});

	it('never replace a text by an empty one', () => {
		expect(changedTexts('de', { [key]: ' ' }).size).toBe(0);
	});

	it('are where Crowdin looks for them, under our names of the languages', () => {
		const { files } = parse(readFileSync('crowdin.yml', 'utf8'));
		expect(files).toHaveLength(1);
		expect(files[0]).toMatchObject({
			source: '/dist/translations/en.arb',
			translation: '/dist/translations/%two_letters_code%.arb',
			type: 'arb',
		});
		const mapping: Readonly<Record<string, string>> = files[0].languages_mapping.two_letters_code;
		expect(mapping).toEqual(
			Object.fromEntries(languages.filter((it) => it.includes('-')).map((it) => [it, it])),
		);
	});
});
