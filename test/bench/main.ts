import { parseArgs } from 'node:util';
import { benchBurst } from './burst.js';
import { benchClaims } from './claims.js';
import { benchFleet } from './fleet.js';

// `npm run bench -- NAME`: figures that docs/reliability.md quotes.

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		small: { type: 'string', default: '1000' },
		large: { type: 'string', default: '1000000' },
		calls: { type: 'string', default: '2000' },
		members: { type: 'string', default: '500' },
		seconds: { type: 'string', default: '10' },
		latency: { type: 'string', default: '100' },
		servers: { type: 'string', default: '7500' },
		'per-second': { type: 'string', default: '20' },
		sizes: { type: 'string', default: '2500,5000,10000' },
		processes: { type: 'string', default: '1,3,10' },
	},
});

const numbers = (list: string): number[] => list.split(',').map(Number);

const print = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

const benches: Readonly<Record<string, () => Promise<void>>> = {
	async burst() {
		const kept = await benchBurst({
			members: Number(values.members),
			overMs: Number(values.seconds) * 1000,
			latencyMs: Number(values.latency),
			print,
		});
		if (!kept) process.exitCode = 1;
	},
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
			sizes: numbers(values.sizes),
			processes: numbers(values.processes),
			print,
		});
		if (!isWhole) process.exitCode = 1;
	},
};

const bench = benches[positionals[0] ?? ''];
if (bench === undefined) {
	process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
	process.exitCode = 64;
} else await bench();
