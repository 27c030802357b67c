import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type CompiledTools, compileTools } from '../compiled-tools.js';
import { allBackEnds, databasesRequired, type TestPlace } from '../storage/back-ends.js';
import { backup } from './backup.js';
import { crash, freeze, fullDisk } from './faults.js';
import { kills } from './kills.js';
import { type Fault, outage } from './outage.js';
import { type OwnServer, startOwnPostgres, startOwnRedis } from './own-servers.js';
import { race, raceControl, withRacers } from './race.js';

// The small version of `npm run tool -- torture`: the same code with other numbers, on processes of their own.

let tools: CompiledTools;
let worker: string;
const patience = 120_000;

function skipOrFail(context: TestContext, reason: string): void {
	if (databasesRequired) throw new Error(reason);
	context.skip(reason);
}

beforeAll(async () => {
	tools = await compileTools('torture');
	worker = tools.fileOf('test/torture/worker.ts');
}, patience);
afterAll(() => tools.remove());

for (const backEnd of await allBackEnds()) {
	describe.skipIf(backEnd.missing !== undefined)(`claiming processes on ${backEnd.name}`, () => {
		const at = async <Result>(work: (place: TestPlace) => Promise<Result>): Promise<Result> => {
			const place = await backEnd.makePlace();
			try {
				return await work(place);
			} finally {
				await place.remove();
			}
		};

		it(
			'never share a code, eight of them racing for each, where get-then-set does',
			async () => {
				const codes = 40;
				const verdicts = await at((place) =>
					withRacers(place, { worker, processes: 8 }, async (racers) => [
						await race(place, racers, codes),
						await raceControl(racers, codes),
					]),
				);
				expect(verdicts.flatMap(({ violations }) => violations)).toEqual([]);
			},
			patience,
		);

		it(
			'lose nothing that they acknowledged when they are killed',
			async () => {
				const verdict = await at((place) => kills(place, { worker, kills: 8, random: Math.random }));
				expect(verdict.violations).toEqual([]);
			},
			patience,
		);

		it(
			'lose some of it where they acknowledge before they write',
			async () => {
				const options = { worker, kills: 16, random: Math.random, control: true };
				const { violations } = await at((place) => kills(place, options));
				expect(violations).toContainEqual(expect.stringMatching(/^acknowledged claim \d+ is unclaimed$/));
			},
			patience,
		);
	});
}

const failing = () => ({ worker, rounds: 1, claims: 20, failures: 2 });

describe('a store that fails under a claiming process', () => {
	it(
		'on a full disk: reports no success, and recovers by itself',
		async (context) => {
			const fault = await fullDisk();
			const [sqlite] = await allBackEnds();
			if (fault === undefined || sqlite === undefined) return skipOrFail(context, 'there is no prlimit here');
			const place = await sqlite.makePlace();
			expect((await outage(place.address, fault, failing())).violations).toEqual([]);
			await place.remove();
		},
		patience,
	);

	const servers: [string, () => Promise<OwnServer | undefined>, (server: OwnServer) => Fault][] = [
		['PostgreSQL crashes', startOwnPostgres, crash],
		['PostgreSQL is frozen', startOwnPostgres, freeze],
		['Redis crashes', startOwnRedis, crash],
		['Redis is frozen', startOwnRedis, freeze],
	];
	for (const [what, start, makeFault] of servers) {
		it(
			`because ${what}: reports no success, and recovers by itself`,
			async (context) => {
				const server = await start();
				if (server === undefined)
					return skipOrFail(context, 'the programs of this server are not on this machine');
				const verdict = await outage(server.address, makeFault(server), failing()).finally(() =>
					server.remove(),
				);
				expect(verdict.violations).toEqual([]);
			},
			patience,
		);
	}
});

describe('a backup of a store in use', () => {
	it(
		'is sound, and has every claim that was acknowledged before it began',
		async () => {
			const [sqlite] = await allBackEnds();
			if (sqlite === undefined) throw new Error('There is no back end');
			const place = await sqlite.makePlace();
			const verdict = await backup(place, { worker, backups: 2, pauseBetweenMs: 500 });
			await place.remove();
			expect(verdict.violations).toEqual([]);
		},
		patience,
	);
});
