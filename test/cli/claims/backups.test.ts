import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentFormat } from '../../../src/claims/format.js';
import type { CommandProcess } from '../../../src/cli/claims/session.js';
import { UsageError } from '../../../src/cli/program/run-program.js';
import { claimSecret } from '../../claims/sample-claims.js';
import { ClaimsPlace, typed } from './claims-place.js';

const firstDay = Date.UTC(2026, 10, 20, 4, 10, 17);
const dayMs = 86_400_000;

let place: ClaimsPlace;
const at = (name: string): string => place.at(name);
const nameOf = (day: number): string => `backups/claims-2026-11-${19 + day}T041017Z-manual.sqlite`;
const run = (argv: readonly string[], change: Partial<CommandProcess> = {}) => place.run(argv, change);

/** A terminal on which this text is typed. */
const person = (text: string): Partial<CommandProcess> => ({ isTerminal: true, stdin: typed(text) });

async function backUp(day: number): Promise<void> {
	place.now = firstDay + (day - 1) * dayMs;
	await run(['backup']);
	place.now = firstDay + 9 * dayMs;
}

/** The lines of a list, without the padding and the folder. */
const lines = (text: string): string[][] =>
	text
		.trimEnd()
		.split('\n')
		.map((line) => line.trim().split(/ {2,}/))
		.map((cells) => [
			...cells.slice(0, -1),
			cells.at(-1)?.replace(/^.*(?=backups\/|claims-replaced)/, '') ?? '',
		]);

const setFormat = (name: string, format: number) =>
	place.query(
		name,
		`UPDATE keyv SET value = '{"value":{"format":${format}}}' WHERE key = 'claimcheck:meta:format'`,
	);

beforeEach(async () => {
	place = await ClaimsPlace.open(firstDay);
	await place.fill('claims.sqlite', 0, 1);
	await backUp(1);
	await place.fill('claims.sqlite', 1, 5);
	await backUp(2);
	await place.fill('claims.sqlite', 5, 8);
});

const good = 'your secret opens it';
const format = `format ${currentFormat}`;
const [first, second] = [
	[expect.stringMatching(/^20 Nov 2026, \d\d:\d\d$/), '1 purchase', format, good, nameOf(1)],
	[expect.stringMatching(/^21 Nov 2026, \d\d:\d\d$/), '5 purchases', format, good, nameOf(2)],
];

describe('npm run claims -- backups', () => {
	it('lists each backup on a line, newest first, and changes nothing', async () => {
		const before = await readdir(at('backups'));
		expect(await run(['backups'])).toBe(0);
		expect(lines(place.out)).toEqual([second, first]);
		expect(place.err).toBe('');
		expect(await readdir(at('backups'))).toEqual(before);
	});

	it('says why a backup can’t be restored', async () => {
		for (const day of [4, 5, 6]) await backUp(day);
		await setFormat(nameOf(4), currentFormat + 1);
		await setFormat(nameOf(5), 6);
		await rm(at(nameOf(6)));
		await place.query(nameOf(6).replace('-manual', ''), 'CREATE TABLE people (name TEXT)');
		await writeFile(at('backups/notes.sqlite'), 'nothing of this is a database '.repeat(200));
		await utimes(at('backups/notes.sqlite'), firstDay / 1_000, firstDay / 1_000 - 60);
		// The newest isn't a backup of this bot.
		expect(await run(['backups'])).toBe(1);
		expect(lines(place.out).map((cells) => cells.slice(1))).toEqual([
			['not a backup of this bot', nameOf(6).replace('-manual', '')],
			['8 purchases', 'format 6', 'needs an older version of the bot', nameOf(5)],
			['8 purchases', `format ${currentFormat + 1}`, 'needs a newer version of the bot', nameOf(4)],
			second.slice(1),
			first.slice(1),
			['damaged', 'backups/notes.sqlite'],
		]);
	});

	it('also lists databases that restores have set aside', async () => {
		await run(['restore', at(nameOf(1)), '--yes']);
		await run(['backups']);
		const note = `${good} (set aside by a restore)`;
		expect(lines(place.out)[0]?.slice(1)).toEqual([
			'8 purchases',
			format,
			note,
			'claims-replaced-2026-11-29T041017Z.sqlite',
		]);
	});

	it('says that there are none, and that other databases have their own backups', async () => {
		await rm(at('backups'), { recursive: true });
		expect(await run(['backups'])).toBe(0);
		expect(place.err).toContain('There are no backups beside the database. Make one');
		for (const kind of ['postgresql', 'redis']) {
			const environment = { DATABASE_URL: `${kind}://user:secret@127.0.0.1:1/0`, CLAIM_SECRET: claimSecret };
			await expect(run(['backups'], { environment })).rejects.toThrow(UsageError);
		}
	});
});

describe('npm run claims -- restore without a name', () => {
	it('numbers the restorable backups', async () => {
		await backUp(3);
		await truncate(at(nameOf(3)), 10_000);
		expect(await run(['restore'], person('2\ny\n'))).toBe(0);
		expect(place.err).toMatch(
			/This backup has 1 purchase, the database has 8, the newest of .*1970.*\. Replace it\? \[y\/N\] /,
		);
		expect(lines(place.err.split('Which one?')[0] ?? '').map((cells) => cells[0])).toEqual([
			expect.stringContaining('22 Nov'),
			'1',
			'2',
		]);
		expect(await place.claimsIn('claims.sqlite')).toBe(1);
	});

	it.each(['\n', '3\n', 'yes\n', '0\n', '-1\n', ''])(
		'changes nothing if the answer is %j',
		async (answer) => {
			expect(await run(['restore'], person(answer))).toBe(1);
			expect(place.err).toContain(
				answer.trim() === '' ? 'Nothing changed\n' : `Nothing changed: the numbers are 1 to 2, not ${answer}`,
			);
			expect(await place.claimsIn('claims.sqlite')).toBe(8);
		},
	);

	it.each(['\n', 'n\n', 'no\n', ''])(
		'replaces nothing if the answer to the question about the current database is %j',
		async (answer) => {
			expect(await run(['restore'], person(`1\n${answer}`))).toBe(1);
			expect(place.err).toMatch(/Replace it\? \[y\/N\] Nothing changed\n$/);
			expect(await run(['restore', at(nameOf(1))], person(answer))).toBe(1);
			expect(await place.claimsIn('claims.sqlite')).toBe(8);
		},
	);

	it('does not replace a database without a terminal to ask on, unless --yes is given', async () => {
		await expect(run(['restore', at(nameOf(1))])).rejects.toThrow('No terminal to ask. Add --yes');
		expect(await place.claimsIn('claims.sqlite')).toBe(8);
	});

	it('says that no backup can be restored', async () => {
		const environment = { ...place.environment, CLAIM_SECRET: 'another-secret-of-thirty-two-characters' };
		expect(await run(['restore'], { ...person('1\n'), environment })).toBe(1);
		expect(place.err.match(/made with another secret/g)).toHaveLength(2);
		expect(place.err).toContain('None of them can be restored. Nothing changed');
		await rm(at('backups'), { recursive: true });
		await expect(run(['restore'], person('1\n'))).rejects.toThrow(/There are no backups beside the database/);
	});

	it('lists the backups if there is no terminal, and explains how to name one', async () => {
		expect(await run(['restore'])).toBe(64);
		expect(lines(place.out)).toEqual([second, first]);
		expect(place.err).toMatch(/^Name one: npm run claims -- restore \S+T041017Z-manual\.sqlite --yes\n$/);
		expect(await place.claimsIn('claims.sqlite')).toBe(8);
	});
});
