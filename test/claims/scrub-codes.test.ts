import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePurchaseCode } from '../../src/base/purchase-code.js';
import { holdsCode, scrubCodes } from '../../src/claims/scrub-codes.js';

const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

/** The letters and digits of a text, whatever stands between them. */
const bare = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replaceAll(/[^0-9a-z]/g, '');

describe('text that looks like a purchase code', () => {
	it.each([
		['as it is', uuid],
		['in upper case', uuid.toUpperCase()],
		['with spaces for dashes', uuid.replaceAll('-', ' ')],
		['with space inside, as a PDF gives it', '3f2504e0-4f89-\n41d3-9a0c-0305 e82c3301'],
		['with a space after each letter', [...uuid].join(' ')],
		['with dashes of a word processor', uuid.replaceAll('-', '–')],
		['with minus signs', uuid.replaceAll('-', ' − ')],
		['with underscores', uuid.replaceAll('-', '_')],
		['without dashes', uuid.replaceAll('-', '')],
		['with letters for digits', 'beefcafe•fool•bill•cafe•deafO3O5bead'],
		[
			'with invisible characters',
			`${uuid.slice(0, 10)}\u200b\u2060\u00ad${uuid.slice(10, 20)}\ufe0f${uuid.slice(20)}`,
		],
		['in full-width letters', uuid.replaceAll('f', 'ｆ').replaceAll('0', '０')],
		['inside a word', `x${uuid}y`],
		['in groups', 'AB12-CD34-EF56'],
		['in small letters', 'ab12-cd34-ef56'],
		['of digits in the middle', 'ab_12_cd'],
		['in spaced groups', 'ABC 123 DEF'],
		['in spaced groups of both', 'ab12 cd34'],
		['with spaced dashes', 'AB12 - CD34 - EF56'],
		['of one shop', 'CS-2048-7F3K'],
		['of one word', 'x7k2m9q4'],
		['of capitals and digits', 'ABCD1234'],
		['of capitals', 'QKXW-PLMR-VTZB'],
		['as a licence key', 'w269n-wfgwx-yvc9b-4j6c9-t83gx'],
		['of six characters', 'a1b2c3'],
		['of a number between letters', 'abc12def'],
		['of a short word and a long number', 'them2048'],
		['of a name in capitals and a number', 'ABCDE123-theme'],
		['of a word with a number, and one more number', 'ticket12-4711'],
		['of a word, a number too long for a ticket', 'ticket-47110'],
		['of a word and two numbers, one of them too long', 'ticket-47110-12'],
		['of a word, a number and a group too short for a word', 'ab-ticket-12'],
		['of even groups in small letters, the last of digits', 'abcd-efgh-1234'],
		['of capitals and three digits', 'ABC-1234'],
		['of capitals and three digits apart', 'ABC-12-DEF-3'],
		['of more digits than an order number has', '1'.repeat(25)],
		['of forty letters', 'abcdefgh'.repeat(5)],
		['of forty letters and a word', `${'abcdefgh'.repeat(5)}-word`],
		['of consonants', 'BCDFGHJ'],
		['like an invoice number with a word before it', 'MYINV-2024'],
		['like an invoice number with a letter after it', 'INV-2024X'],
		['of letters and digits with spaces between all', 'a 1 b 2 c 3'],
	])('is removed %s', (_, code) => {
		for (const text of [
			code,
			`refunded (${code}).`,
			`Sein Kauf: „${code}“, danke!`,
			`**${code}** ||${code}||`,
		]) {
			const clean = scrubCodes(text);
			expect(bare(clean)).not.toContain(bare(code));
			expect(clean).toContain('…');
			expect(scrubCodes(clean)).toBe(clean);
			expect([holdsCode(text), holdsCode(clean)]).toEqual([true, false]);
		}
		expect(scrubCodes(`before ${code} after`)).toBe('before … after');
	});

	it('is removed after a label, even if it could be a word with a number', () => {
		expect(scrubCodes('Licence key: xyz-9931, thanks')).toBe('Licence key: …, thanks');
		expect(scrubCodes('Key: ABCDEF')).toBe('Key: …');
		expect(scrubCodes('licence: regular')).toBe('licence: regular');
		expect(scrubCodes('order code: 12345678')).toBe('order code: 12345678');
	});

	it('is removed everywhere, leaving one mark if several overlap or touch', () => {
		expect(scrubCodes('x7k2m9q4 and z9k2m9q5.')).toBe('… and ….');
		expect(scrubCodes('now AB12-CD34 EF56 then')).toBe('now … then');
		const spread = [...uuid].join(' ');
		expect(scrubCodes(`now ${spread}${spread} then`)).toBe('now … then');
	});

	it.each([
		'Bought twice, refunded in ticket 4711 on 2024-03-01.',
		'Ticket-4711, see #support: he lost his old account',
		'Asked by <@123456789012345678> in <#234567890123456789>, role <@&345678901234567890>',
		'123456789012345678 234567890123456789',
		'ids 12345678901234567890, 12345678901234567891 and order 12345678',
		'<:party_blob:123456789012345678> <t:1700000000:R>',
		'Aurora Theme 2048, well-known self-made windows11 add-on v2.0.1',
		'INV-2024-00017 of Tom_Miller_92',
		'Er hat das Konto gewechselt; die Rechtschreibung übersehen wir.',
		'Он сменил аккаунт 15 марта 2024 года',
		'アカウントが変わったため 2024年3月1日',
		'LOCKED UNTIL FURTHER NOTICE, COVID-19',
		'Sold 12 of 24 at 9:30, €29.00 each, call 123-4567890',
		'https://example.com/items/great-theme-2048?page=2',
		'a1b2c, wind11, vitamin12-to-go, 15minutes, ticket4711, theme2048, windows11-ab',
		'abcde123-theme, abcd-1234, abcd-efghi-1234, abc-def-123, abcd-efgh-ijkl, ticket-12-34',
		'ticket--4711, them–2048, INV20240, ABC-123, abcdef-123, ABCDEF-12',
		'ABC-DEF-GHI, ABCDE-FGHI-JKLM, BCDFGH, BCDBCDB, AEIOUAE',
		'ab12 CDEF, ab12 3456, a1 b2 c3, A B C D E F, a 1 b 2 c',
		`${'1'.repeat(24)} ${'abcdefgh'.repeat(5).slice(1)} ${'abcdefg'.repeat(6)} ${'aAbBcCdD'.repeat(5)}`,
		'',
	])('isn’t found in %j', (text) => {
		expect(scrubCodes(text)).toBe(text);
		expect(holdsCode(text)).toBe(false);
	});

	const dash = fc.constantFrom('-', '‐', '‑', '–', '—', '−', '－', ' - ', '-\u200b', '_', ' ', '');
	const sentence = fc.stringMatching(/^[a-zé ,.!?:()ж語-]{0,60}$/);

	it('is always removed, whatever surrounds it and however it is spelled', () => {
		fc.assert(
			fc.property(
				fc.mixedCase(fc.uuid()),
				dash,
				fc.string({ unit: 'binary', maxLength: 60 }),
				sentence,
				(code, itsDash, before, after) => {
					const gap = itsDash === '' || itsDash === ' ' ? ' ' : '';
					const spelled = code.replaceAll('-', itsDash);
					const clean = scrubCodes(`${before}${gap}${spelled}${gap}${after}`);
					expect(bare(clean)).not.toContain(bare(code));
					expect(parsePurchaseCode(clean)).not.toBe(code.toLowerCase());
				},
			),
			{ numRuns: 2_000 },
		);
	});

	it('isn’t found in sentences and ids', () => {
		const plainWord = fc.stringMatching(/^[A-Z]?[a-zéüж]{0,11}$/);
		const id = fc.bigInt({ min: 10n ** 16n, max: 10n ** 19n }).map(String);
		const number = fc.integer({ min: 0, max: 99_999 }).map(String);
		const mention = id.map((each) => `<@${each}>`);
		const parts = fc.array(fc.oneof(plainWord, id, number, mention), { maxLength: 20 });
		fc.assert(
			fc.property(parts, (all) => {
				const text = all.join(' ');
				expect(scrubCodes(text)).toBe(text);
			}),
			{ numRuns: 2_000 },
		);
	});
});
