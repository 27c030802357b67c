import { expect, it } from 'vitest';
import { maskCodes } from '../../src/playground/mask-codes.js';

const groups = ['0f8fad5b', 'd9cb', '469f', 'a165', '70867728950e'];
const code = groups.join('-');

it.each([
	['as it is', code],
	['in capitals', code.toUpperCase()],
	['with spaces', groups.join(' ')],
	['with long dashes', groups.join(' – ')],
	['without anything between', groups.join('')],
	['with the line breaks of an e-mail', groups.join('-\n')],
	['with what can’t be seen', groups.join('-\u200b')],
	['with a letter for a number', code.replace('0', 'O')],
])('keeps the end of a code %s', (_, typed) => {
	const masked = maskCodes(`My code is ${typed}.`);
	expect(masked.toLowerCase()).toBe('my code is ••••950e.');
});

it('keeps the end of each of several codes, and leaves other text unchanged', () => {
	expect(maskCodes(`${code}, ${code}`)).toBe('••••950e, ••••950e');
	const others = [
		'PATCH /webhooks/1418972837465219072/…/messages/@original',
		'1418972837465219072 1418972837465219073',
		'2026-03-01T12:00:00.000Z',
		`${'ab'.repeat(32)}`,
		'Thanks for buying Aurora: the role is yours.',
	];
	for (const text of others) expect(maskCodes(text)).toBe(text);
});
