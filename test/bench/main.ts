import { parseArgs } from 'node:util';
import { stores } from '../counts/count.js';
import { benchBare } from './bare/bare.js';
import { parts } from './bare/figures.js';
import { benchBurst, benchLaunch } from './burst.js';

// `npm run bench -- NAME` measures the bot against a bare one, or simulates launch day (docs/proof.md).

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		store: { type: 'string', default: 'sqlite' },
		rounds: { type: 'string', default: '3' },
		only: { type: 'string', default: parts.join(',') },
	},
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const benches: Readonly<Record<string, () => Promise<boolean>>> = {
	bare: () =>
		benchBare({
			store: stores.find((store) => store === values.store) ?? 'sqlite',
			rounds: Number(values.rounds),
			only: parts.filter((part) => values.only.split(',').includes(part)),
			print,
		}),
	burst: () => benchBurst(print),
	launch: () => benchLaunch(print),
};

const bench = benches[positionals[0] ?? ''];
if (bench === undefined) {
	process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
	process.exitCode = 64;
} else if (!(await bench())) process.exitCode = 1;
