import { beforeEach, describe, expect, it } from 'vitest';
import { examineExport } from '../../../src/claims/admin/examine-export.js';
import { exportClaims } from '../../../src/claims/admin/export-claims.js';
import { currentFormat } from '../../../src/claims/format.js';
import { carriedRows } from '../../../src/cli/claims/export-rows.js';
import { memoryClaims } from '../memory-claims.js';
import { claimSecret, guild, memberNumber } from '../sample-claims.js';
import { keys } from './admin-place.js';

const otherSecret = 'another-secret-of-thirty-two-characters';
const header = { kind: 'claimcheck-export', format: currentFormat, secret: keys.check };

/** A header, two purchases, a server's settings, an end. */
let lines: readonly string[];

beforeEach(async () => {
	const { rows, store, claim } = await memoryClaims();
	for (const n of [1, 2]) await claim(memberNumber(n), n);
	rows.set(`settings:${guild}`, { v: 1, itemRoles: {}, categoryRoles: {}, licenceRoles: {} });
	const written: string[] = [];
	await exportClaims({ store, keys, onProgress: () => {} }, carriedRows, async (line) => {
		written.push(line);
	});
	lines = written;
	expect(lines).toHaveLength(5);
});

async function* each(texts: readonly string[]): AsyncGenerator<string> {
	yield* texts;
}

const examined = (texts: readonly string[], secret = claimSecret) =>
	examineExport(each(texts), secret, carriedRows);
const withHeader = (change: object) => lines.with(0, JSON.stringify({ ...header, ...change }));

describe('an export', () => {
	it('is good if it is whole, with the number of its purchases', async () => {
		expect(await examined(lines)).toStrictEqual({ state: 'good', format: currentFormat, purchases: 2 });
	});

	it('is good with what npm printed before it, and with an empty line', async () => {
		const printed = [
			'',
			'> claimcheck@0.1.0 claims',
			'> node dist/src/claims-cli.js export',
			'',
			...lines.toSpliced(2, 0, ''),
		];
		expect(await examined(printed)).toMatchObject({ state: 'good', purchases: 2 });
	});

	it('is good in an earlier format', async () => {
		const earlier = withHeader({ format: 2 });
		expect(await examined(earlier)).toStrictEqual({ state: 'good', format: 2, purchases: 2 });
	});

	it('is good without any purchases', async () => {
		const empty = [JSON.stringify(header), JSON.stringify({ kind: 'end', lines: 0 })];
		expect(await examined(empty)).toStrictEqual({ state: 'good', format: currentFormat, purchases: 0 });
	});

	it.each([
		['empty', () => []],
		['no JSON', () => ['hello']],
		['JSON of another program', () => ['{"name":"claimcheck"}']],
		['of another kind', () => withHeader({ kind: 'claimcheck-list' })],
		['of no format', () => withHeader({ format: 0 })],
		['of no secret', () => withHeader({ secret: undefined })],
		['without its header', () => lines.slice(1)],
	])('is foreign if the file is %s', async (_, texts) => {
		expect(await examined(texts())).toStrictEqual({ state: 'foreign' });
	});

	it('of another secret is recognized', async () => {
		const expected = { state: 'other-secret', format: currentFormat };
		expect(await examined(lines, otherSecret)).toStrictEqual(expected);
	});

	it('of a newer version is recognized', async () => {
		const format = currentFormat + 1;
		expect(await examined(withHeader({ format }))).toStrictEqual({ state: 'newer-format', format });
	});

	it.each([
		['its end is missing', () => lines.slice(0, -1)],
		['a line is missing', () => lines.toSpliced(1, 1)],
		['a line is there twice', () => lines.toSpliced(1, 0, lines[1] ?? '')],
		['a line is no JSON', () => lines.with(1, 'hello')],
		['a line is no line of an export', () => lines.with(1, '{"kind":"member"}')],
		['something follows its end', () => [...lines, lines[1] ?? '']],
		['the code of a purchase does not open', () => lines.map((line) => line.replace(/("sealed":")./, '$1!'))],
		['a row is of a kind that no export has', () => lines.map((line) => line.replace('settings:', 'meta:'))],
		['a purchase has another shape', () => lines.with(1, lines[1]?.replace('"v":2', '"v":99') ?? '')],
	])('is damaged if %s', async (_, texts) => {
		const changed = texts();
		expect(changed).not.toEqual(lines);
		expect(await examined(changed)).toStrictEqual({ state: 'damaged', format: currentFormat });
	});

	it('is read no further than the header if it is of another secret, and closed', async () => {
		const log: string[] = [];
		const file = async function* () {
			try {
				for (const line of lines) {
					log.push('line');
					yield line;
				}
			} finally {
				log.push('closed');
			}
		};
		await examineExport(file(), otherSecret, carriedRows);
		expect(log).toEqual(['line', 'closed']);
	});

	it('rejects with the error of a file that becomes unreadable', async () => {
		const broken = { next: () => Promise.reject(new Error('the disk failed')) };
		const file = { [Symbol.asyncIterator]: () => broken };
		await expect(examineExport(file, claimSecret, carriedRows)).rejects.toThrow('the disk failed');
	});
});
