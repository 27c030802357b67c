import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { databasesRequired } from '../storage/back-ends.js';
import { type Kind, kinds, stores } from './kinds.js';
import { plantedBugs } from './planted.js';

// `npm run histories -- --store sqlite|postgres|redis --minutes N --seed S`: processes work on the same codes through
// kills, freezes and failovers, and the history of each code is held against a sequential model, round after round.
// Without --store all three. `--planted NAME` plants a bug, which has to be shown. Prints a table, and exits with 1 where
// a history can't be explained or a bug wasn't shown.

const { values } = parseArgs({
	options: {
		store: { type: 'string' },
		minutes: { type: 'string', default: '10' },
		seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
		planted: { type: 'string' },
	},
});
const worker = fileURLToPath(new URL('./worker.js', import.meta.url));
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const complain = (line: string): boolean => process.stderr.write(`${line}\n`);
const turns = 25;
const shown = 3;

interface Tally {
	rounds: number;
	faults: number;
	codes: number;
	operations: number;
	pending: number;
	/** Rounds in which something couldn't be explained. */
	wrong: number;
	failed: number;
	missing: boolean;
}

function checkArguments(): void {
	const isStore = values.store === undefined || stores.some((name) => name === values.store);
	const isBug = values.planted === undefined || Object.hasOwn(plantedBugs, values.planted);
	if (isStore && isBug && Number(values.minutes) > 0 && Number.isInteger(Number(values.seed))) return;
	complain(`Stores: ${stores.join(', ')}. Bugs: ${Object.keys(plantedBugs).join('; ')}.`);
	process.exit(64);
}

async function play(kind: Kind, seed: number, tally: Tally): Promise<void> {
	try {
		const { planted } = values;
		const keepsLogs = !kind.mustLose && planted === undefined;
		const round = await kind.play({ worker, seed, turns, planted, keepsLogs });
		if (round === undefined) {
			tally.missing = true;
			return;
		}
		const { faults, codes, operations, pending, violations, folder } = round;
		tally.rounds += 1;
		tally.faults += faults;
		tally.codes += codes;
		tally.operations += operations;
		tally.pending += pending;
		if (violations.length === 0) return;
		tally.wrong += 1;
		if (!keepsLogs && tally.wrong > 1) return;
		const where = folder === undefined ? '' : `, logs in ${folder}`;
		complain(`${kind.name}, seed ${seed}: ${violations.length} wrong${where}`);
		for (const violation of violations.slice(0, keepsLogs ? shown : 1)) complain(violation);
	} catch (error) {
		tally.failed += 1;
		complain(`${kind.name}, seed ${seed}: ${error instanceof Error ? error.stack : error}`);
	}
}

function resultOf(kind: Kind, { rounds, wrong, failed, missing }: Tally): { text: string; isGood: boolean } {
	if (failed > 0) return { text: `FAILED ${failed} times`, isGood: false };
	if (missing) return { text: 'SKIPPED: no such server on this machine', isGood: !databasesRequired };
	if (values.planted !== undefined || kind.mustLose) {
		return wrong > 0
			? { text: `loses, as it must: shown in ${wrong} of ${rounds}`, isGood: true }
			: { text: 'NOT SHOWN', isGood: false };
	}
	return wrong === 0 ? { text: 'explained', isGood: true } : { text: `VIOLATED in ${wrong}`, isGood: false };
}

checkArguments();
const chosen = kinds.filter(({ store }) => values.store === undefined || store === values.store);
const tallies = new Map<Kind, Tally>(
	chosen.map((kind) => [
		kind,
		{ rounds: 0, faults: 0, codes: 0, operations: 0, pending: 0, wrong: 0, failed: 0, missing: false },
	]),
);
const endsAt = Date.now() + Number(values.minutes) * 60_000;
// Every kind once, whatever the time.
for (let seed = Number(values.seed), isFirst = true; isFirst || Date.now() < endsAt; seed += 1) {
	for (const [kind, tally] of tallies) {
		// One round shows that it loses.
		if (tally.missing || (!isFirst && (kind.mustLose || Date.now() >= endsAt))) continue;
		await play(kind, seed, tally);
	}
	isFirst = false;
}

print('| Store and faults | Rounds | Faults | Codes | Operations | Never answered | Histories |');
print('|---|---|---|---|---|---|---|');
for (const [kind, tally] of tallies) {
	const { rounds, faults, codes, operations, pending } = tally;
	const { text, isGood } = resultOf(kind, tally);
	print(`| ${kind.name} | ${rounds} | ${faults} | ${codes} | ${operations} | ${pending} | ${text} |`);
	if (!isGood) process.exitCode = 1;
}
