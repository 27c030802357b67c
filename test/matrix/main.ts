import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { faults, idOf, reached } from './every.js';
import type { Fault } from './fault.js';
import { type Cell, playFault } from './play-fault.js';
import { tableOf } from './table.js';

// `npm run tool -- matrix --runs 50 [--operations verify,setup] [--faults shop,500] [--at-once 2] [--patience 1]
// [--write]`: runs every operation under every fault, with the production bot. Prints a table, and exits with 1 if a
// rule was broken. Names that contain commas are separated by semicolons; `shop`, `Discord` and `store` stand for all
// of their faults. `--patience` multiplies every limit by this factor, for a busy machine. `--write` puts the table
// into docs/fault-matrix.md.

const { values } = parseArgs({
	options: {
		operations: { type: 'string' },
		faults: { type: 'string' },
		runs: { type: 'string', default: '3' },
		'at-once': { type: 'string', default: '2' },
		patience: { type: 'string', default: '1' },
		write: { type: 'boolean', default: false },
	},
});

const namesIn = (list: string | undefined): readonly string[] | undefined =>
	list?.split(list.includes(';') ? ';' : ',').map((name) => name.trim());
const wanted = namesIn(values.faults);
const operations = namesIn(values.operations);
const runs = Number(values.runs);
const patience = Number(values.patience);
const chosen = faults.filter(
	(fault) =>
		wanted === undefined || [idOf(fault), fault.name, fault.of].some((name) => wanted.includes(name)),
);
const played = new Map<Fault, readonly Cell[]>();
const waiting = [...chosen];

async function playOn(): Promise<void> {
	for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
		const begunAt = Date.now();
		const cells = await play(fault);
		played.set(fault, cells);
		const seconds = Math.round((Date.now() - begunAt) / 1_000);
		process.stderr.write(`${played.size}/${chosen.length} ${idOf(fault)} (${seconds} s)\n`);
		for (const { operation, broken } of cells) {
			for (const words of new Set(broken)) process.stderr.write(`  ${operation}: ${words.slice(0, 500)}\n`);
			if (broken.length > 0) process.exitCode = 1;
		}
	}
}

/** Returns no cells if the run failed, which is reported, since its results are unknown then. */
async function play(fault: Fault): Promise<readonly Cell[]> {
	try {
		return await playFault(fault, reached(fault, operations), { runs, patience });
	} catch (error) {
		process.exitCode = 1;
		process.stderr.write(`${idOf(fault)} could not be played: ${error}\n`);
		return [];
	}
}

await Promise.all(Array.from({ length: Number(values['at-once']) }, playOn));
const rows = chosen.map((fault) => ({ fault, cells: played.get(fault) ?? [] }));
const table = tableOf(rows);
process.stdout.write(`${table.join('\n')}\n`);
if (values.write) {
	const date = new Date().toISOString().slice(0, 10);
	const limits = patience === 1 ? '' : `, limits ${patience} times as long, on a machine with other work`;
	const made = `Runs of each cell: ${runs} (${date}${limits}).`;
	const document = await readFile('docs/fault-matrix.md', 'utf8');
	const [before = '', after = ''] = document.split(/(?<=<!-- matrix -->\n).*(?=<!-- end of matrix -->)/s);
	await writeFile('docs/fault-matrix.md', `${[before, made, '', ...table].join('\n')}\n\n${after}`);
}
