import { describe, expect, it } from 'vitest';
import type { ClaimEvent } from '../../src/claims/record.js';
import { languages } from '../../src/i18n/languages.js';
import { type MessageKey, messagesOf } from '../../src/i18n/messages.js';
import { type Translator, translatorFor } from '../../src/i18n/translator.js';
import { historyLine, memberText } from '../../src/ui/staff-texts.js';

// These lines may name a mention, the bot, a member whose data was deleted, or nobody. A word that has to agree with
// the name, or that inflects it, is wrong for one of the four.

const person = 'PERSON';
const one = `\\u2068?${person}\\u2069?`;
/** From one name to another, or after a colon. English has no grammatical cases. */
const apart = [`${one} [→←] ${one}`, `[:：]\\s*${one}`, `^by ${one}$`].map((way) => new RegExp(way, 'g'));

function withoutThoseApart(line: string): string {
	return apart.reduce((rest, way) => rest.replaceAll(way, ':'), line);
}

function linesWith(t: Translator, stands: string): readonly (readonly [key: string, line: string])[] {
	const values = { by: stands, member: stands, to: stands, item: 'Item', code: '••••1234' };
	return (Object.keys(messagesOf('en')) as MessageKey[])
		.filter((key) => /^moderation\.(event|done|confirm)\./.test(key))
		.map((key) => [key, t(key, values)] as const);
}

describe.each(languages)('the person in a history line, in %s', (language) => {
	const t = translatorFor(language);

	it('stands apart from the sentence', () => {
		const lines = linesWith(t, person).filter(([, line]) => line.includes(person));
		expect(lines.length).toBeGreaterThan(3);
		const wrong = lines.filter(([, line]) => withoutThoseApart(line).includes(person));
		expect(wrong).toEqual([]);
	});

	it('is translated if a history names the bot and its reason', () => {
		const event: ClaimEvent = { at: 0, what: 'reinstated', by: 'claimcheck', why: 'shop-confirmed' };
		const line = historyLine(t, event);
		expect(line).toMatch(/^- <t:0:s> · /);
		expect(line).toContain(t('moderation.event.by', { by: t('moderation.bot') }));
		expect(line).toContain(t('moderation.why.shop-confirmed'));
	});
});

it('a line of history names a missing person with a dash', () => {
	expect(languages.map((language) => memberText(translatorFor(language), undefined))).toEqual(
		languages.map(() => '–'),
	);
});
