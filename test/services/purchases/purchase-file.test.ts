import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/claims/claim.js';
import { csvLine, purchaseFile } from '../../../src/services/purchases/purchase-file.js';
import { memberNumber, samplePurchase } from '../../claims/sample-claims.js';
import { noRules } from '../../servers/no-rules.js';

const now = Date.UTC(2026, 7, 1);
const buyerRole = '300000000000000001';

function claimOf(n: number, change: Partial<Claim> = {}): Claim {
	return {
		hash: 'ab'.repeat(32),
		holderId: memberNumber(n),
		status: 'active',
		locked: false,
		claimedAt: Date.UTC(2026, 2, 2, 23, 59),
		check: undefined,
		payment: { price: 29.5, currency: 'USD' },
		...samplePurchase(),
		...change,
	};
}

async function* each(claims: readonly Claim[]) {
	yield* claims;
}

const options = { rules: { ...noRules, buyerRoleId: buyerRole }, now };
const fileOf = (...claims: readonly Claim[]) => purchaseFile(each(claims), options);

async function rowsOf(claims: readonly Claim[]): Promise<unknown> {
	const made = await fileOf(...claims);
	if (made.kind !== 'file') throw new Error(made.kind);
	return parse(made.content, { bom: true, columns: true });
}

describe('the list of purchases', () => {
	it('has a line for each holder, with days, the price and the roles in the home server', async () => {
		expect(await rowsOf([claimOf(1)])).toEqual([
			{
				member: `<@${memberNumber(1)}>`,
				item: 'Aurora — a *fast* theme',
				license: 'Regular License',
				bought: '2026-03-01',
				verified: '2026-03-02',
				support: '2026-09-01',
				status: 'valid',
				price: '29.5',
				currency: 'USD',
				roles: `<@&${buyerRole}>`,
			},
		]);
	});

	it('names no role for revoked purchases', async () => {
		const revoked = claimOf(1, { status: 'revoked', payment: undefined });
		expect(await rowsOf([revoked])).toMatchObject([
			{ status: 'revoked', price: '', currency: '', roles: '' },
		]);
	});

	it('begins with a byte order mark, and ends lines as RFC 4180 requires', async () => {
		const made = await fileOf(claimOf(1));
		const text = made.kind === 'file' ? made.content.toString() : '';
		expect(text.startsWith('\ufeffmember,')).toBe(true);
		expect(text.match(/\r\n/g)?.length).toBe(2);
	});

	it('stops reading when a message can hold no more', async () => {
		let read = 0;
		async function* endless() {
			for (; read < 1_000_000; read += 1) yield claimOf(read);
		}
		expect(await purchaseFile(endless(), options, 10_000)).toEqual({ kind: 'too-big' });
		expect(read).toBeLessThan(200);
	});
});

/** The cells as a spreadsheet may read them: split at any separator, with or without regard for quotes. */
const pieces = (line: string) => line.split(/[,;|\t\r\n]/).map((piece) => piece.replace(/^["\s]+/, ''));
const isFormula = (text: string) => /^[=+\-@＝＋－＠]/.test(text);

describe('a line for spreadsheets', () => {
	it('attack 73: has no formula in any part of any text, and reads back as the same number of cells', () => {
		const units = fc.constantFrom(...'=+-@＝＋－＠"\'`,;|\t\r\n \u200ba1é');
		const cell = fc.string({ unit: units, maxLength: 12 });
		fc.assert(
			fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
				const line = csvLine(cells);
				expect(pieces(line).filter(isFormula)).toEqual([]);
				// A line of empty cells still counts as a line.
				expect((parse(line)[0] ?? []).length).toBe(cells.length);
			}),
		);
	});

	it('leaves ordinary texts unchanged', () => {
		const cells = ['Aurora - a “theme”', '<@100000000000000001>', '2026-09-01', '29.5', 'a, b; "c"', ''];
		const line = csvLine(cells);
		expect(line.endsWith('\r\n')).toBe(true);
		expect(parse(line)).toEqual([cells]);
	});
});
