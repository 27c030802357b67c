import { parseArgs } from 'node:util';
import { stores } from '../counts/count-on.js';
import { benchBare } from './bare/bare.js';
import { parts } from './bare/figures.js';
import { benchBurst } from './burst.js';
import type { BurstBenchOptions } from './burst-bench.js';
import { benchClaims } from './claims.js';
import { benchFleet, fleetParts, writeFleet } from './fleet.js';
import { benchFlood } from './flood.js';
import { benchClaimGrowth } from './growth.js';
import { benchLaunch } from './launch.js';

// `npm run bench -- NAME`: figures that docs/reliability.md, docs/performance.md and docs/operating.md quote.

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		small: { type: 'string', default: '1000' },
		large: { type: 'string', default: '1000000' },
		calls: { type: 'string', default: '2000' },
		asks: { type: 'string', default: '100' },
		members: { type: 'string', default: '500' },
		seconds: { type: 'string', default: '10' },
		latency: { type: 'string', default: '100' },
		servers: { type: 'string', default: '7500' },
		'per-second': { type: 'string', default: '20' },
		sizes: { type: 'string' },
		processes: { type: 'string', default: '1,3,10' },
		store: { type: 'string', default: 'sqlite' },
		rounds: { type: 'string', default: '3' },
		only: { type: 'string' },
		who: { type: 'string', default: 'bare,product' },
		rates: { type: 'string', default: '50,100,200' },
		verifies: { type: 'string', default: '300' },
		flood: { type: 'string', default: '200' },
		for: { type: 'string', default: '60' },
		write: { type: 'boolean', default: false },
	},
});

const numbers = (list: string): number[] => list.split(',').map(Number);

/** Those of `known` that a list names. */
const namesIn = <Name extends string>(list: string, known: readonly Name[]): readonly Name[] =>
	known.filter((name) => list.split(',').includes(name));

/** The parts that are asked for; all where none are. */
const only = <Name extends string>(known: readonly Name[]): readonly Name[] =>
	values.only === undefined ? known : namesIn(values.only, known);

const print = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

const ofBurst = async (bench: (options: BurstBenchOptions) => Promise<boolean>): Promise<void> => {
	const kept = await bench({
		members: Number(values.members),
		overMs: Number(values.seconds) * 1000,
		latencyMs: Number(values.latency),
		isWritten: values.write,
		print,
	});
	if (!kept) process.exitCode = 1;
};

const benches: Readonly<Record<string, () => Promise<void>>> = {
	bare: () =>
		benchBare({
			store: namesIn(values.store, stores)[0] ?? 'sqlite',
			rounds: Number(values.rounds),
			only: only(parts),
			who: namesIn(values.who, ['bare', 'product']),
			rates: numbers(values.rates),
			verifies: Number(values.verifies),
			isWritten: values.write,
			print,
		}),
	burst: () => ofBurst(benchBurst),
	claims: () =>
		benchClaims({
			small: Number(values.small),
			large: Number(values.large),
			calls: Number(values.calls),
			print,
		}),
	async fleet() {
		const isWhole = await benchFleet({
			servers: Number(values.servers),
			perSecond: Number(values['per-second']),
			sizes: numbers(values.sizes ?? '2500,5000,10000'),
			processes: numbers(values.processes),
			only: only(fleetParts),
			print,
			keep: values.write ? writeFleet : async () => {},
		});
		if (!isWhole) process.exitCode = 1;
	},
	async flood() {
		const kept = await benchFlood({
			store: namesIn(values.store, stores)[0] ?? 'sqlite',
			perSecond: Number(values.flood),
			seconds: Number(values.for),
			print,
		});
		if (!kept) process.exitCode = 1;
	},
	growth: () =>
		benchClaimGrowth({
			sizes: numbers(values.sizes ?? '1000,10000,100000,1000000'),
			calls: Number(values.asks),
			isWritten: values.write,
			print,
		}),
	launch: () => ofBurst(benchLaunch),
};

const bench = benches[positionals[0] ?? ''];
if (bench === undefined) {
	process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
	process.exitCode = 64;
} else await bench();
