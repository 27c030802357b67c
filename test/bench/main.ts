import { parseArgs } from 'node:util';
import { benchClaims } from './claims.js';

// `npm run bench -- NAME`: figures that docs/reliability.md quotes.

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: {
		small: { type: 'string', default: '1000' },
		large: { type: 'string', default: '1000000' },
		calls: { type: 'string', default: '2000' },
	},
});

const print = (line: string): void => {
	process.stdout.write(`${line}\n`);
};

const benches: Readonly<Record<string, () => Promise<void>>> = {
	claims: () =>
		benchClaims({
			small: Number(values.small),
			large: Number(values.large),
			calls: Number(values.calls),
			print,
		}),
};

const bench = benches[positionals[0] ?? ''];
if (bench === undefined) {
	process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
	process.exitCode = 64;
} else await bench();
