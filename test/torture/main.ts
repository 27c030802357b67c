import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allBackEnds, type BackEnd, type TestPlace } from '../storage/back-ends.js';
import { backup } from './backup.js';
import { crash, freeze, fullDisk } from './faults.js';
import { kills } from './kills.js';
import { outage } from './outage.js';
import { type OwnServer, startOwnPostgres, startOwnRedis } from './own-servers.js';
import { race, raceControl, withRacers } from './race.js';
import type { Verdict } from './verdict.js';

// `npm run tool -- torture`: minutes of what must never lose or share a claim, on every back end that is reachable. Prints a
// table, and exits with 1 on any violation. `--quick` is a tenth of it; `--only TEXT` takes the rows that contain it.

const worker = fileURLToPath(new URL('./worker.js', import.meta.url));

interface Torture {
	readonly name: string;
	/** Undefined where this machine lacks what it needs. */
	run(): Promise<Verdict | undefined>;
}

function tortures(backEnds: readonly BackEnd[], scale: number): Torture[] {
	const reachable = backEnds.filter(({ missing }) => missing === undefined);
	const racers = { worker, processes: 8 };
	const codes = 1_000 * scale;
	const failing = { worker, rounds: Math.ceil(5 * scale), claims: 100, failures: 3 };
	return [
		...reachable.flatMap((backEnd) => [
			on(backEnd, 'race', (place) => withRacers(place, racers, (all) => race(place, all, codes))),
			on(backEnd, 'race, get-then-set', (place) =>
				withRacers(place, racers, (all) => raceControl(all, codes)),
			),
			on(backEnd, 'SIGKILL', (place) => kills(place, { worker, kills: 500 * scale, random: Math.random })),
		]),
		...reachable
			.filter(({ name }) => name === 'SQLite')
			.flatMap((backEnd) => [
				on(backEnd, 'disk full', async (place) => {
					const fault = await fullDisk();
					return fault && (await outage(place.address, fault, failing));
				}),
				on(backEnd, 'backup in use', (place) =>
					backup(place, { worker, backups: Math.ceil(20 * scale), pauseBetweenMs: 500 }),
				),
			]),
		withServer('PostgreSQL: crash', startOwnPostgres, (server) =>
			outage(server.address, crash(server), failing),
		),
		withServer('PostgreSQL: frozen', startOwnPostgres, (server) =>
			outage(server.address, freeze(server), failing),
		),
		withServer('Redis: crash', startOwnRedis, (server) => outage(server.address, crash(server), failing)),
		withServer('Redis: frozen', startOwnRedis, (server) => outage(server.address, freeze(server), failing)),
	];
}

function on(
	backEnd: BackEnd,
	name: string,
	torture: (place: TestPlace) => Promise<Verdict | undefined>,
): Torture {
	return {
		name: `${backEnd.name}: ${name}`,
		async run() {
			const place = await backEnd.makePlace();
			try {
				return await torture(place);
			} finally {
				await place.remove();
			}
		},
	};
}

function withServer(
	name: string,
	start: () => Promise<OwnServer | undefined>,
	torture: (server: OwnServer) => Promise<Verdict>,
): Torture {
	return {
		name,
		async run() {
			const server = await start();
			if (server === undefined) return undefined;
			try {
				return await torture(server);
			} finally {
				await server.remove();
			}
		},
	};
}

async function judge(
	torture: Torture,
): Promise<{ result: string; figures: string; violations: readonly string[] }> {
	try {
		const verdict = await torture.run();
		if (verdict === undefined)
			return { result: 'not run', figures: 'no such server or tool here', violations: [] };
		return { result: verdict.violations.length === 0 ? 'ok' : 'VIOLATED', ...verdict };
	} catch (error) {
		return {
			result: 'VIOLATED',
			figures: '',
			violations: [error instanceof Error ? error.message : String(error)],
		};
	}
}

const { values } = parseArgs({
	options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const shown = 10;
let violated = false;

print('| Torture | Result | Figures | Seconds |');
print('|---|---|---|---|');
for (const torture of tortures(await allBackEnds(), values.quick ? 0.1 : 1)) {
	if (!torture.name.includes(values.only)) continue;
	const begunAt = Date.now();
	const { result, figures, violations } = await judge(torture);
	print(`| ${torture.name} | ${result} | ${figures} | ${Math.round((Date.now() - begunAt) / 1_000)} |`);
	for (const violation of violations.slice(0, shown))
		process.stderr.write(`  ${torture.name}: ${violation}\n`);
	if (violations.length > shown) process.stderr.write(`  … and ${violations.length - shown} more\n`);
	violated ||= violations.length > 0;
}
process.exitCode = violated ? 1 : 0;
