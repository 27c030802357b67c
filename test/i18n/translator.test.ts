import { describe, expect, it } from 'vitest';
import { languageOf } from '../../src/i18n/languages.js';
import { plainCommand, translatorFor } from '../../src/i18n/translator.js';

describe('the language for a Discord locale', () => {
	it.each([
		['en-US', 'en'],
		['en-GB', 'en'],
		['de', 'de'],
		['es-ES', 'es'],
		['es-419', 'es'],
		['pt-BR', 'pt-BR'],
		['zh-CN', 'zh-CN'],
	])('%s is %s', (locale, language) => {
		expect(languageOf(locale)).toBe(language);
	});

	it.each(['zh-TW', 'sv-SE', 'ar', 'ko', 'pt', '', 'constructor'])(
		'is English for a language that the bot does not speak: %j',
		(locale) => {
			expect(languageOf(locale)).toBe('en');
		},
	);
});

describe('a translator', () => {
	it.each([
		['en-US', 1, '1 item'],
		['en-US', 10_000, '10,000 items'],
		['de', 10_000, '10.000 Produkte'],
		['pl', 2, '2 produkty'],
		['pl', 5, '5 produktów'],
		['pl', 22, '22 produkty'],
		['ru', 1, '1 товар'],
		['ru', 3, '3 товара'],
		['ru', 11, '11 товаров'],
		['ja', 5, '5 個の商品'],
	])('uses the right plural form in %s: %d', (locale, count, text) => {
		expect(translatorFor(locale)('items.count', { count })).toBe(text);
	});

	it('leaves Discord’s mentions and formatting unchanged', () => {
		const values = { member: '<@1>', setting: 'Rôle', value: '<@&300000000000000001>' };
		const line = translatorFor('fr')('audit.setup.setting', values);
		expect(line).toBe('🛠️ <@1> a modifié **Rôle**\u00a0: <@&300000000000000001>');
	});

	it('doesn’t parse a placeholder’s value as a message', () => {
		const item = "{evil} '{' # <b> {count, plural, other {#}}";
		expect(translatorFor('en-US')('item.previewImageAlt', { item })).toBe(`Preview image of ${item}`);
	});

	it('refers to a command by its mention', () => {
		const t = translatorFor('de', (path) => `</${path}:1>`);
		expect(t('finding.panel.post')).toContain(' </setup server:1>.');
	});

	it('shows a command as code if it has no mention, and plainly in a terminal', () => {
		expect(translatorFor('en-US')('finding.buyerRole.todo')).toContain('`/setup server`');
		expect(translatorFor('en-US', plainCommand)('finding.buyerRole.todo')).toContain(' /setup server.');
	});

	it('throws if a value is missing, rather than showing the placeholder', () => {
		expect(() => translatorFor('de')('item.previewImageAlt')).toThrow('item');
	});
});
