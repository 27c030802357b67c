import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../../src/i18n/translator.js';
import { licenseText, shortLicenseText } from '../../../src/views/kit/names.js';

const english = translatorFor('en-US');
const german = translatorFor('de');

describe('a license type', () => {
	it.each(['regular', 'Regular', 'REGULAR LICENSE', ' regular_license ', 'Regular Licence'])(
		'that most shops have is in the reader’s language: %s',
		(type) => {
			expect(licenseText(english, type)).toBe('Regular license');
			expect(licenseText(german, type)).toBe('Reguläre Lizenz');
			expect(shortLicenseText(german, type)).toBe('Regulär');
		},
	);

	it('of the shop’s own is in its words, and inert', () => {
		expect(licenseText(german, 'Developer **5** <@1>')).toBe('Developer \\*\\*5\\*\\* \\<@1>');
		expect(shortLicenseText(german, 'x'.repeat(50))).toHaveLength(30);
		expect(licenseText(english, '\u202e ')).toBe('');
	});
});
