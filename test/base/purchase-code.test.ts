import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonical, parsePurchaseCode, readPurchaseCode } from '../../src/base/purchase-code.js';

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('reading a purchase code', () => {
	it.each([
		['as it is', uuid],
		['with space inside, as a PDF gives it', '3f2504e0-4f89-\n41d3-9a0c-0305 e82c3301'],
		['with invisible characters', `\u200b${uuid.slice(0, 10)}\u2060\u00ad\ufeff${uuid.slice(10)}\ufe0f`],
		['in full-width letters', uuid.replaceAll('f', 'ｆ').replaceAll('0', '０')],
		['as hidden Markdown', `||__${uuid}__||`],
		['after a label without a space', `code=${uuid}`],
		[
			'after a label that ends in hex letters, broken by a space',
			`Code ${uuid.slice(0, 9)} ${uuid.slice(9)}`,
		],
		['in a receipt line', `#10293  Aurora Theme  1x $29.00  ${uuid}  2024-03-01`],
		['in a sentence', `hi, my code is ${uuid}, thanks!`],
		['in an address', `https://market.example/downloads?purchase=${uuid}&x=1`],
		...[...'_~•·⁃ー\uff70一ㅡ\u001e\u001f\t:/|=', '🔥', '👍🏽', ' / ', '、', '\u00a0-\u00a0'].map(
			(sign): [string, string] => [`with ${JSON.stringify(sign)} for its dashes`, uuid.replaceAll('-', sign)],
		),
		['after a label, with ー for its dashes', `コード：${uuid.replaceAll('-', 'ー')}`],
		['after a label, with • for its dashes', `code:${uuid.replaceAll('-', '•')}`],
		['without its dashes in a receipt line', `Aurora Theme ${uuid.replaceAll('-', '').toUpperCase()} 2024`],
		['without its dashes after a label', `Purchase code: ${uuid.replaceAll('-', '')}`],
		['with letters for its digits', '3f25O4eo-4f89-4ld3-9aOc-O3O5e82c33OI'],
		['with a letter for a digit and without its dashes', uuid.replaceAll('-', '').replace('0', 'O')],
		['with a letter for a digit in a receipt line', `Aurora 1x $29.00  ${uuid.replace('0', 'o')}  2024`],
		['twice', `${uuid} (${uuid.toUpperCase()})`],
		['twice, once with a letter for a digit', `${uuid} (${uuid.replace('1', 'l')})`],
		['beside a checksum', `${uuid}  md5 d41d8cd98f00b204e9800998ecf8427e`],
		['after a word, broken by a space', `code ${uuid.slice(0, 28)} ${uuid.slice(28)}`],
		['before a word, broken by a space', `${uuid.slice(0, 28)} ${uuid.slice(28)} thx`],
		['in a text as long as a form takes', uuid.padEnd(4_000)],
	])('finds a UUID %s', (_, input) => {
		expect(parsePurchaseCode(input)).toBe(uuid);
	});

	it.each([
		['with a further group', `${uuid}-abcd`],
		['with a group before it', `abcd-${uuid}`],
		['with four signs', uuid.replaceAll('-', '----')],
		['with letters', uuid.replaceAll('-', 'é')],
		['with one digit more', `${uuid}0`],
		['with one digit less', uuid.slice(0, -1)],
		['with a further group and letters for digits', `${uuid}-abcO`.replaceAll('0', 'O')],
	])('finds no UUID in one %s, whatever separates its groups', (_, input) => {
		for (const sign of ['•', 'ー', '~', '\u001e']) {
			expect(parsePurchaseCode(input.replaceAll('-', sign))).toBeUndefined();
		}
	});

	it.each([
		['AB12-CD34-EF56', 'ab12-cd34-ef56'],
		['ab_12_cd', 'ab_12_cd'],
		['`ABCDEF`', 'abcdef'],
		['ABC 123 DEF', 'abc123def'],
		['1ABCDE 23456', '1abcde23456'],
		['ABCDE1 23456', 'abcde123456'],
		['  ABCDEF\n', 'abcdef'],
		['ABC-123-DEF-456', 'abc-123-def-456'],
		['ABCDEFG-1-ABCDEFG-2', 'abcdefg-1-abcdefg-2'],
		['ABCD1-ABCD2-ABCD3', 'abcd1-abcd2-abcd3'],
		['AB12-CD34-EF56-GH78-IJ90-KL12-MN34', 'ab12-cd34-ef56-gh78-ij90-kl12-mn34'],
		['ABCDEF123-ABCDEF123-ABCDEF123-ABCDEF123', 'abcdef123-abcdef123-abcdef123-abcdef123'],
		['3f2504e-4f89-41d3-9a0c', '3f2504e-4f89-41d3-9a0c'],
		['3f2504e-4f8-41d3-9a0c-0305e82c3301', '3f2504e-4f8-41d3-9a0c-0305e82c3301'],
		['Licence key: XYZ-9931', 'xyz-9931'],
		['x'.repeat(128), 'x'.repeat(128)],
	])('accepts %s and returns its canonical form', (input, code) => {
		expect(parsePurchaseCode(input)).toBe(code);
	});

	it.each([
		'',
		'   ',
		'12345',
		'x'.repeat(129),
		'please give me the role',
		'hi it is me',
		'código-123',
		'------',
		'🎉🎉🎉🎉🎉🎉🎉',
		`${uuid} `.padEnd(4_001),
	])('finds no code in %j', (input) => {
		expect(parsePurchaseCode(input)).toBeUndefined();
	});

	it.each([
		'12345678',
		'Order number: 12345678',
		'ABCD-1234-EFGH-5678',
		'#10293  Aurora Theme  1x $29.00',
		'i bought it in 2024',
	])('finds the code next to unrelated text that isn’t counted as an attempt: %s', (input) => {
		expect(parsePurchaseCode(input)).toBeUndefined();
		expect(parsePurchaseCode(`${input}  ${uuid}`)).toBe(uuid);
	});

	it('also returns a repaired code as typed, since a shop may issue codes of that form', () => {
		const bare = uuid.replaceAll('-', '');
		expect(readPurchaseCode(bare)).toEqual({ kind: 'code', code: uuid, asTyped: bare });
		expect(readPurchaseCode(` "${bare.toUpperCase()}" `)).toEqual({
			kind: 'code',
			code: uuid,
			asTyped: bare,
		});
		expect(readPurchaseCode(uuid.replaceAll('-', ' '))).toStrictEqual({ kind: 'code', code: uuid });
		const misread = uuid.replace('0', 'o');
		expect(readPurchaseCode(misread)).toEqual({ kind: 'code', code: uuid, asTyped: misread });
	});

	const missing = (count: number) => ({ kind: 'missing', count });
	const other = '11111111-2222-3333-4444-555555555555';
	it.each([
		['an order number', '12345678', { kind: 'order-number' }],
		['an order number after its label', 'Order number: 12345678', { kind: 'order-number' }],
		['an order number in another language', 'Bestellnummer 1029384', { kind: 'order-number' }],
		['an order number with a sign', '#1029384', { kind: 'order-number' }],
		['an invoice number', 'INV-2024-00017', { kind: 'order-number' }],
		['an e-mail address', 'Maya@example.com', { kind: 'email' }],
		['an e-mail address in brackets and quotes', '("maya@example.com")', { kind: 'email' }],
		['a link', 'https://market.example/downloads/8213?x=1', { kind: 'link' }],
		['a link without its scheme', 'market.example/downloads', { kind: 'link' }],
		['a license key', 'ABCD-1234-EFGH-5678', { kind: 'license-key' }],
		['a license key that begins with letters alone', 'ABCD-EFGH-1234-5678', { kind: 'license-key' }],
		['a license key after its label', 'License key: "ABCD-1234-EFGH-5678"', { kind: 'license-key' }],
		['a license key of long groups', 'ABCDEF12-GHIJKL34-MNOPQR56-STUVWX78', { kind: 'license-key' }],
		['a license key of six groups', 'AB12-CD34-EF56-GH78-IJ90-KL12', { kind: 'license-key' }],
		['a sentence', 'hello, I bought it', { kind: 'other' }],
		['nothing', '  ', { kind: 'other' }],
		['far too much', 'x'.repeat(4_001), { kind: 'other' }],
		['a code that was cut at its end', uuid.slice(0, -1), missing(1)],
		['a code that was cut at its start', uuid.slice(3), missing(3)],
		['a code without its last group', uuid.slice(0, 24), missing(12)],
		['a code without its first group', uuid.slice(9), missing(8)],
		['a code that lacks one inside', uuid.replace('4f89', '4f9'), missing(1)],
		['a cut code with wide spaces for dashes', uuid.slice(0, -2).replaceAll('-', '  '), missing(2)],
		['a cut code without dashes', uuid.slice(1).replaceAll('-', ''), missing(1)],
		['a cut code with space around its dashes', uuid.slice(0, -2).replaceAll('-', ' - '), missing(2)],
		['a cut code after a label', `Purchase code: ${uuid.slice(0, -1)}`, missing(1)],
		[
			'a cut code without dashes in a sentence',
			`my code is "${uuid.slice(1).replaceAll('-', '')}"`,
			missing(1),
		],
		[
			'a code without dashes with one too many',
			`${uuid.replaceAll('-', '')}a`,
			{ kind: 'too-many', count: 1 },
		],
		['a code with two too many at its start', `ab${uuid}`, { kind: 'too-many', count: 2 }],
		['two codes', `${uuid}\n${other}`, { kind: 'two-codes' }],
		['two codes with a letter for a digit', `${uuid} ${other}`.replaceAll('1', 'I'), { kind: 'two-codes' }],
		['two codes without dashes', `${uuid} ${other}`.replaceAll('-', ''), { kind: 'two-codes' }],
	])('distinguishes %s', (_, input, mistake) => {
		expect(readPurchaseCode(input)).toEqual({ kind: 'mistake', mistake });
		expect(parsePurchaseCode(input)).toBeUndefined();
	});

	it('never turns a code into another one and never merges two, however garbled they are', () => {
		const spoil = fc.constantFrom(
			(code: string) => code.replaceAll('-', ' '),
			(code: string) => code.replaceAll('-', ''),
			(code: string) => code.replaceAll('-', ' – '),
			(code: string) => code.replaceAll('-', 'ー'),
			(code: string) => code.replaceAll('-', '•'),
			(code: string) => code.replace('-', ''),
			(code: string) => `Order 4711, Aurora\t${code.replaceAll('-', '_').toUpperCase()}\n$29.00`,
			(code: string) => `‘${[...code].join('\u200b')}’`,
		);
		fc.assert(
			fc.property(fc.uuid(), fc.uuid(), spoil, spoil, (one, two, spoilOne, spoilTwo) => {
				expect(parsePurchaseCode(spoilOne(one))).toBe(one);
				expect(parsePurchaseCode(spoilOne(one)) === parsePurchaseCode(spoilTwo(two))).toBe(one === two);
			}),
		);
	});

	it('never mistakes a code for a garbled one, and repairs none with a missing character', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.nat(35), fc.constantFrom('', 'x', '0'), (code, at, added) => {
				const changed = code.slice(0, at) + added + code.slice(at + (added === '' ? 1 : 0));
				fc.pre(code[at] !== '-');
				const reading = readPurchaseCode(changed);
				// With a non-hex letter, it may be a code of another form, or a code after a word.
				if (added === 'x' && reading.kind === 'code') expect([code, changed]).toContain(reading.code);
				else if (added === 'x') expect(reading).toMatchObject({ mistake: { kind: 'other' } });
				else
					expect(reading).toMatchObject({
						mistake: { kind: added === '' ? 'missing' : 'too-many', count: 1 },
					});
			}),
		);
	});

	it('gives one spelling for every way to write a code', () => {
		const dash = fc.constantFrom('-', '‐', '‑', '–', '—', '−', '－', ' - ', '-\u200b');
		const wrap = fc.constantFrom(
			['', ''],
			['"', '"'],
			['`', '`'],
			['**', '**'],
			['code: ', '.'],
			['(', ')'],
			['\n', '\t'],
		);
		fc.assert(
			fc.property(fc.uuid(), dash, wrap, fc.func(fc.boolean()), (code, itsDash, [before, after], isUpper) => {
				const written = [...code]
					.map((letter, index) => (isUpper(index) ? letter.toUpperCase() : letter))
					.join('');
				expect(parsePurchaseCode(`${before}${written.replaceAll('-', itsDash)}${after}`)).toBe(code);
			}),
		);
	});

	it('distinguishes two codes of the same alphabet only by their letters', () => {
		const letters = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{4,60}[a-z0-9]$/);
		fc.assert(
			fc.property(letters, letters, (one, other) => {
				fc.pre(parsePurchaseCode(one) !== undefined);
				expect(parsePurchaseCode(one) === parsePurchaseCode(other)).toBe(one === other);
			}),
		);
	});

	it('returns a canonical code or nothing for any text, and leaves a canonical code unchanged', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
				const code = parsePurchaseCode(text);
				if (code === undefined) return;
				expect(isCanonical(code)).toBe(true);
				expect(code).toMatch(/^[a-z0-9][a-z0-9_-]{4,126}[a-z0-9]$/);
				expect(parsePurchaseCode(code)).toBe(code);
			}),
			{ numRuns: 2_000 },
		);
	});
});
