import { describe, expect, it } from 'vitest';
import { ImportFileError } from '../../../src/claims/admin/load.js';
import { csvRows, type ListRow } from '../../../src/cli/claims/csv-rows.js';
import { codeNumber, memberNumber } from '../../claims/sample-claims.js';

const secret = 'very-secret-code';

async function* chunks(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
	for (const part of parts) yield typeof part === 'string' ? new TextEncoder().encode(part) : part;
}

async function read(source: AsyncIterable<Uint8Array>): Promise<ListRow[]> {
	const rows: ListRow[] = [];
	for await (const row of csvRows(source, 0)) rows.push(row);
	return rows;
}

async function problem(source: AsyncIterable<Uint8Array>): Promise<string> {
	const error = await read(source).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(ImportFileError);
	expect(JSON.stringify(error) + String(error)).not.toContain(secret);
	return String(error);
}

const member = memberNumber(1);
const row = { line: 2, kind: 'code', code: 'abcdef', userId: member };

describe('a list from a spreadsheet', () => {
	it.each([
		['commas', `code,member\nabcdef,${member}\n`],
		['semicolons', `code;member\r\nabcdef;${member}\r\n`],
		['semicolons, with a comma in a name', `code;member;"name, first"\r\nabcdef;${member};x\r\n`],
		['tabs', `code\tmember\nabcdef\t${member}`],
		['a byte order mark', `\ufeffcode,member\nabcdef,${member}`],
		['quotes', `"code","member"\n"abcdef","${member}"\n`],
		['old Mac line endings', `code,member\rabcdef,${member}\r`],
		['columns in another order, and more of them', `Note, MEMBER ,Code\n"a ""b""",${member},abcdef\n`],
	])('may have %s', async (_, text) => {
		expect(await read(chunks(text))).toEqual([row]);
	});

	it('can be read in chunks of any size', async () => {
		const list = `\ufeffcode;member\r\n"Schlüssel: ${codeNumber(1)} 🔑";${member}\r\n`;
		const bytes = [...new TextEncoder().encode(list)].map((byte) => Uint8Array.of(byte));
		expect(await read(chunks(...bytes))).toEqual([{ ...row, code: `Schlüssel: ${codeNumber(1)} 🔑` }]);
	});

	it.each([
		['CRLF, LF', 'member,code\r\n1,a\n2,b\r\n3,c\n4,d', [2, 3, 4, 5]],
		['LF, CRLF', 'member,code\n1,a\r\n2,b\r\n3,c\r\n', [2, 3, 4]],
		['CR, LF', 'member,code\r1,a\n2,b\r3,c\n', [2, 3, 4]],
		['LF, CRLF and a cell of two lines', 'member,code\n1,"a\r\na"\r\n2,b\n3,c\r\n', [3, 4, 5]],
		['LF, CRLF and empty lines', 'member,code\n\r\n1,a\r\n\r\n\n2,b\n', [3, 6]],
		['CR before CRLF', 'member,code\r\r\n1,a\r\r\n2,b\r\r\n', [3, 5]],
	])('keeps each row and its line number if the line endings are mixed: %s', async (_, text, lines) => {
		for (const parts of [[text], [...text]]) {
			const rows = await read(chunks(...parts));
			expect(rows.map(({ line }) => line)).toEqual(lines);
		}
	});

	const code = codeNumber(1);
	it.each([
		[`1.23457E+17,${code}`, 'member-id'],
		[`1234,${code}`, 'member-id'],
		[`=HYPERLINK(),${code}`, 'member-id'],
		[`${member},hello there`, 'not-a-code'],
		[`${member},12345678`, 'not-a-code'],
		[`${member}, `, 'item'],
		[`${member},,Aurora`, 'item'],
		[`${member},,17`, 'until'],
		[`${member},,17,31.12.1970`, 'until'],
		[`${member},,17,1970-02-31`, 'until'],
		[`${member},,17,1969-12-31`, 'until-range'],
		[`${member},,17,1971-01-01`, 'until-range'],
	])('refuses %s', async (text, refusal) => {
		expect(await read(chunks(`member,code,item,until\n${text}\n`))).toEqual([
			{ line: 2, kind: 'refused', refusal },
		]);
	});

	it('accepts members as ids or mentions, and a gift’s last day includes all of it', async () => {
		const list = `member,code,item,until\n<@!${member}>,code: ${code}\n<@${member}>,,17,1970-12-31\n`;
		expect(await read(chunks(list))).toEqual([
			{ line: 2, kind: 'code', userId: member, code: `code: ${code}` },
			{ line: 3, kind: 'gift', userId: member, itemId: 17, until: Date.UTC(1971, 0, 1) },
		]);
	});

	it.each([
		['UTF-16', [Buffer.from('code,member\n', 'utf16le')], 'save the list as “CSV UTF-8”'],
		['a spreadsheet', [Buffer.from('PK\x03\x04\x14\0\x06\0')], 'save the list as “CSV UTF-8”'],
		['no header', [`${secret},1\n`], 'must name the columns'],
		['an exported list', ['member,item,license\n'], 'must name the columns'],
		['nothing in it', [''], undefined],
		['a stray quote', [`code,member\n${secret}"x"y,1\n`], 'Line 2 has a quote'],
		['an open quote', [`code,member\n"${secret},1\n`, 'xx\n'.repeat(50_000)], 'too long, or a quote'],
		['an open quote at the end', [`code,member\n"${secret},1\n`], 'has a quote in the wrong place'],
	])('is refused with %s', async (_, parts, text) => {
		if (text === undefined) expect(await read(chunks(...parts))).toEqual([]);
		else expect(await problem(chunks(...parts))).toContain(text);
	});

	it.each(['x', ',', '"', '" '])(
		'attack 73: isn’t read to the end if one line is 1 GB of %j',
		async (unit) => {
			let sent = 0;
			async function* endless(): AsyncGenerator<Uint8Array> {
				yield new TextEncoder().encode('code,member\n');
				const chunk = new TextEncoder().encode(unit.repeat(65_536));
				for (; sent < 1e9; sent += chunk.length) yield chunk;
			}
			expect(await problem(endless())).toMatch(/Line 2 (is too long|has a quote)/);
			expect(sent).toBeLessThan(1e7);
		},
	);
});
