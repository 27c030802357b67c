import { memoryStore, rowsOf } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { transact } from '../../src/storage/transaction.js';
import { seededRandom } from '../seeded-random.js';
import { isLinearizable, type Operation } from './checker.js';
import { claimModel, type Input } from './claim-model.js';
import { openClerk, policy } from './clerk.js';
import type { PlantedBug } from './planted.js';
import { type LoggedOperation, walk } from './walk.js';

const processes = 3;
const walkers = 3;
const operationsOnThem = 160;

interface MemoryRun {
	readonly seed: number;
	/** How often the codes are replaced by new ones. */
	readonly turns: number;
	readonly bug?: PlantedBug;
}

/** The verdict on the histories of all codes. */
interface Judgement {
	readonly operations: number;
	/** A readable message for each code whose history can't be explained. */
	readonly violations: readonly string[];
}

/**
 * Nine users of three processes work on the same codes. Each call to their store takes a few turns of the event loop,
 * so that they interleave; `seed` determines how.
 */
export async function inMemory({ seed, turns, bug }: MemoryRun): Promise<Judgement> {
	const random = seededRandom(seed);
	const slow = slowStore(random);
	const log: LoggedOperation[] = [];
	let ticks = 0;
	const tick = (): number => {
		ticks += 1;
		return ticks;
	};
	const turn = (): number => Math.floor(log.length / operationsOnThem);
	const isOver = (): boolean => turn() >= turns;
	await Promise.all(
		Array.from({ length: processes }, async (_, index) => {
			const clerk = await openClerk(bug?.store?.(slow, random) ?? slow);
			bug?.claims?.(clerk.claims);
			const process = `process ${index + 1}`;
			const each = { process, clerk, log, tick, random, turn, isOver };
			await Promise.all(Array.from({ length: walkers }, () => walk(each)));
		}),
	);
	return { operations: log.length, violations: violationsIn(log) };
}

/** Checks the history of each code against the model. An undecidable history is a violation too. */
function violationsIn(log: readonly LoggedOperation[]): readonly string[] {
	const histories = new Map<number, Operation<Input>[]>();
	// An operation on several codes counts as one operation on each of them.
	for (const { codes, outputs, ...rest } of log)
		for (const [index, code] of codes.entries())
			histories.set(code, [...(histories.get(code) ?? []), { ...rest, output: outputs[index] ?? '' }]);
	return [...histories].flatMap(([code, history]) => {
		const verdict = isLinearizable(claimModel, history);
		if (verdict === true) return [];
		const lines = history.map(
			({ process, input, calledAt, returnedAt, output }) =>
				`  ${calledAt} to ${returnedAt} ${process}: ${JSON.stringify(input)} → ${output}`,
		);
		return [`Code ${code} can't be explained (${verdict}):\n${lines.join('\n')}`];
	});
}

function slowStore(random: () => number): Store {
	const values = new Map<string, unknown>([['policy', policy]]);
	const [store, rows] = [memoryStore(values), rowsOf(values)];
	const someTurns = async (): Promise<void> => {
		for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
			await new Promise<void>((resolve) => setImmediate(resolve));
		}
	};
	const slowly =
		<Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
		async (...given: Arguments): Promise<Answer> => {
			await someTurns();
			const answer = await call(...given);
			await someTurns();
			return answer;
		};
	return {
		...store,
		get: slowly(store.get),
		getMany: slowly(store.getMany),
		transact: (work) =>
			transact({ ...rows, read: slowly(rows.read), commit: slowly(rows.commit) }, work, () => ''),
	};
}
