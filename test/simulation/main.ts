import { parseArgs } from 'node:util';
import { type Run, replayOf, simulate } from './simulate.js';

// `npm run simulate -- --seeds N [--seed FIRST] [--processes 1|2|3] [--crashes] [--trace]`: the queue of roles under seeded
// schedules of faults. Without --processes each number is simulated, without and with crashes, N seeds each. Prints a
// table, and exits with 1 where a schedule ended wrong.

const { values } = parseArgs({
	options: {
		seeds: { type: 'string', default: '1000' },
		seed: { type: 'string', default: '1' },
		processes: { type: 'string' },
		crashes: { type: 'boolean' },
		trace: { type: 'boolean', default: false },
	},
});

const counts = ([1, 2, 3] as const).filter(
	(count) => values.processes === undefined || values.processes === String(count),
);
const crashing =
	values.processes === undefined && values.crashes === undefined ? [false, true] : [values.crashes === true];
const first = Number(values.seed);
const seeds = Number(values.seeds);
const shown = 10;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

print('| Processes | Crashes | Schedules | Wrong | Schedules a second |');
print('|---|---|---|---|---|');
for (const crashes of crashing) {
	for (const processes of counts) {
		const begunAt = performance.now();
		let wrong = 0;
		for (let seed = first; seed < first + seeds; seed += 1) {
			const run: Run = { seed, processes, crashes };
			const faults = await simulate(run, values.trace ? print : undefined);
			if (faults.length === 0) continue;
			wrong += 1;
			if (wrong <= shown) process.stderr.write(`${replayOf(run)}\n  ${faults.join('\n  ')}\n`);
		}
		const rate = Math.round(seeds / ((performance.now() - begunAt) / 1_000));
		print(`| ${processes} | ${crashes ? 'yes' : 'no'} | ${seeds} | ${wrong} | ${rate} |`);
		if (wrong > 0) process.exitCode = 1;
	}
}
