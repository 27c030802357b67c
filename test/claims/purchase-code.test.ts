import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonical, parsePurchaseCode } from '../../src/claims/purchase-code.js';

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('reading a purchase code', () => {
	it.each([
		['as it is', uuid],
		['in upper case', uuid.toUpperCase()],
		['with space around it', `  ${uuid}\n`],
		['with space inside, as a PDF gives it', '3f2504e0-4f89-\n41d3-9a0c-0305 e82c3301'],
		['with invisible characters', `\u200b${uuid.slice(0, 10)}\u2060\u00ad\ufeff${uuid.slice(10)}\ufe0f`],
		['with dashes of a word processor', uuid.replaceAll('-', '–')],
		['with minus signs', uuid.replaceAll('-', '−')],
		['in full-width letters', uuid.replaceAll('f', 'ｆ').replaceAll('0', '０')],
		['in quotes', `„${uuid}“`],
		['as Markdown code', `\`\`\`\n${uuid}\n\`\`\``],
		['as bold Markdown', `**${uuid}**`],
		['as hidden Markdown', `||__${uuid}__||`],
		['in brackets', `<[(${uuid})]>`],
		['after a label', `Purchase code: ${uuid}`],
		['after a label without a space', `code=${uuid}`],
		[
			'after a label that ends in hex letters, broken by a space',
			`Code ${uuid.slice(0, 9)} ${uuid.slice(9)}`,
		],
		['in a receipt line', `#10293  Aurora Theme  1x $29.00  ${uuid}  2024-03-01`],
		['in a sentence', `hi, my code is ${uuid}, thanks!`],
		['in an address', `https://market.example/downloads?purchase=${uuid}&x=1`],
	])('finds a UUID %s', (_, input) => {
		expect(parsePurchaseCode(input)).toBe(uuid);
	});

	it.each([
		['AB12-CD34-EF56', 'ab12-cd34-ef56'],
		['ab_12_cd', 'ab_12_cd'],
		['`ABCDEF`', 'abcdef'],
		['ABC 123 DEF', 'abc123def'],
		['Licence key: XYZ-9931', 'xyz-9931'],
		['0f8fad5bd9cb469fa16570867728950e', '0f8fad5bd9cb469fa16570867728950e'],
		['x'.repeat(128), 'x'.repeat(128)],
	])('takes %s of another form, in canonical form', (input, code) => {
		expect(parsePurchaseCode(input)).toBe(code);
	});

	it.each([
		'',
		'   ',
		'12345',
		'x'.repeat(129),
		'please give me the role',
		'código-123',
		'------',
		'🎉🎉🎉🎉🎉🎉🎉',
		`${uuid} `.padEnd(4_001),
	])('finds no code in %j', (input) => {
		expect(parsePurchaseCode(input)).toBeUndefined();
	});

	it.each([
		['an order number', '12345678'],
		['an order number with a sign', '#1029384'],
		['an order number in groups', '123-4567890-1234567'],
		['an order number after its label', 'Order number: 12345678'],
		['an order number after a word', 'order 12345678'],
		['an invoice number', 'INV-2024-00017'],
		['an order number taken for the code', 'Purchase code: 12345678'],
		['a licence key of another shop', 'ABCD-1234-EFGH-5678'],
		['a licence key of five groups', 'w269n-wfgwx-yvc9b-4j6c9-t83gx'],
		['a licence key after a label', 'License key: "ABCD-1234-EFGH-5678"'],
		['a receipt line without a code', 'Aurora Theme Regular License 2024-03-01'],
		['a receipt line with a price', '#10293  Aurora Theme  1x $29.00'],
		['a sentence with a number', 'i bought it in 2024'],
	])('finds no code in %s, so that it costs no guess: %s', (_, input) => {
		expect(parsePurchaseCode(input)).toBeUndefined();
		expect(parsePurchaseCode(`${input}  ${uuid}`)).toBe(uuid);
	});

	it('takes the first of several UUIDs', () => {
		expect(parsePurchaseCode(`${uuid}\n11111111-2222-3333-4444-555555555555`)).toBe(uuid);
	});

	it('gives one spelling for every way to write one code', () => {
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

	it('never tells two codes of the same alphabet apart by anything but their letters', () => {
		const letters = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{4,60}[a-z0-9]$/);
		fc.assert(
			fc.property(letters, letters, (one, other) => {
				fc.pre(parsePurchaseCode(one) !== undefined);
				expect(parsePurchaseCode(one) === parsePurchaseCode(other)).toBe(one === other);
			}),
		);
	});

	it('gives a canonical code or nothing for any text, and the same for what it gave', () => {
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
