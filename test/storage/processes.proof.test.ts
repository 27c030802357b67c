import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleSources } from '../bundled-sources.js';
import { allBackEnds, type TestPlace } from './back-ends.js';

const folder = join(import.meta.dirname, '..', '..', 'dist', `racer-${process.pid}`);
const program = join(folder, 'racer.mjs');

async function start(place: TestPlace, ...rest: readonly string[]): Promise<ChildProcess> {
	const child = fork(program, [JSON.stringify(place.address), ...rest]);
	await once(child, 'message');
	return child;
}

async function rowsIn(place: TestPlace): Promise<ReadonlySet<string>> {
	const store = await place.open();
	const keys = new Set<string>();
	for await (const { key } of store.list('')) keys.add(key);
	await store.close();
	return keys;
}

beforeAll(async () => {
	await bundleSources(join(import.meta.dirname, 'racer.ts'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

for (const backEnd of await allBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`processes with one store on ${backEnd.name}`, () => {
		let place: TestPlace;
		beforeEach(async () => {
			place = await backEnd.makePlace();
		});
		afterEach(() => place.remove());

		it('give each of 400 codes to one of eight, and leave no row of the others', async () => {
			await (await place.open()).close();
			const racers = await Promise.all([...'abcdefgh'].map((who) => start(place, who, '400')));
			const rows = racers.map(async (racer, at) => {
				racer.send('go');
				const [taken]: number[][] = await once(racer, 'message');
				racer.disconnect();
				return (taken ?? []).flatMap((code) => [
					`code:${code}`,
					...[1, 2, 3].map((row) => `${row}:${code}:${'abcdefgh'[at]}`),
				]);
			});
			const expected = (await Promise.all(rows)).flat();
			expect(expected).toHaveLength(1_600);
			const found = [...(await rowsIn(place))].filter((key) => !key.startsWith('4:'));
			expect(found).toEqual(expected.toSorted());
		});

		it('have made each transaction in full or not at all when they are killed', async () => {
			const made = new Set<number>();
			for (const life of [1, 2, 3, 4]) {
				const racer = await start(place, 'a');
				racer.on('message', (code: number) => made.add(code));
				racer.send('go');
				while (made.size < life * 12) await once(racer, 'message');
				racer.kill('SIGKILL');
				await once(racer, 'close');
			}
			/** Codes whose rows are not those of a whole transaction. */
			const torn = async (): Promise<number[]> => {
				const rows = await rowsIn(place);
				const codes = [1, 2, 3, 4].flatMap((lane) => Array.from({ length: 99 }, (_, n) => lane * 1_000 + n));
				return codes.filter((code) => {
					const isTaken = rows.has(`code:${code}`);
					const isFollowed = rows.has(`code:${code + 1}`);
					const hasFourth = isTaken && code % 2 === 0 && !isFollowed;
					return (
						(made.has(code) && !isTaken) ||
						[1, 2, 3].some((row) => rows.has(`${row}:${code}:a`) !== isTaken) ||
						rows.has(`4:${code}:a`) !== hasFourth
					);
				});
			};
			// The server may still be at what the last one asked for.
			await expect.poll(torn).toEqual([]);
		});
	});
}
