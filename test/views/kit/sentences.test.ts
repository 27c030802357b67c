import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { sentences } from '../../../src/ui/text.js';

describe('sentences', () => {
	it('are parted by a space where the language has one', () => {
		expect(sentences(translatorFor('en-US'), ['One.', '', 'Two.', 'Three.'])).toBe('One. Two. Three.');
		expect(sentences(translatorFor('ja'), ['一。', '', '二。'])).toBe('一。二。');
	});

	it('are nothing where none is left', () => {
		expect(sentences(translatorFor('en-US'), [])).toBe('');
		expect(sentences(translatorFor('en-US'), ['', ''])).toBe('');
	});
});
