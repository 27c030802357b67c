import type { Store } from '../../src/storage/store.js';
import { memoryStore } from '../properties/memory-store.js';
import { seededRandom } from '../seeded-random.js';
import { openClerk } from './clerk.js';
import { type Judgement, judge } from './judge.js';
import { plantedBug } from './planted.js';
import { memoryRecorder } from './recorder.js';
import { walk } from './walk.js';

const processes = 3;
const walkers = 3;
const operationsOnThem = 160;

export interface MemoryRun {
	readonly seed: number;
	/** How often the codes are changed for new ones. */
	readonly turns: number;
	readonly planted?: string;
}

/** The same operations on a store in memory, where every call takes a few turns of the event loop: milliseconds. */
export async function inMemory({ seed, turns, planted }: MemoryRun): Promise<Judgement> {
	const random = seededRandom(seed);
	const rows = new Map<string, unknown>();
	const bug = plantedBug(planted);
	const slow = delayed(memoryStore(rows), random);
	await (await openClerk(slow)).setUp();
	let returned = 0;
	const turn = (): number => Math.floor(returned / operationsOnThem);
	const logs = await Promise.all(
		Array.from({ length: processes }, async (_, index) => {
			const clerk = await openClerk(bug.store?.(slow, random) ?? slow);
			bug.claims?.(clerk.claims);
			const recorder = memoryRecorder();
			const isOver = (): boolean => turn() >= turns;
			const onReturn = (): void => {
				returned += 1;
			};
			await Promise.all(
				Array.from({ length: walkers }, () => walk({ clerk, recorder, random, turn, isOver, onReturn })),
			);
			return recorder.operations(`process ${index + 1}`);
		}),
	);
	return judge(logs.flat());
}

/** What comes back is a copy, as from a database. */
function delayed(store: Store, random: () => number): Store {
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
		compareAndSet: slowly(store.compareAndSet),
		overwrite: slowly(store.overwrite),
	};
}
