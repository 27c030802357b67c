import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../seeded-random.js';
import { type Address, openAddress } from '../storage/open-address.js';
import { openClerk } from './clerk.js';
import { Crew } from './crew.js';
import { codesOf, membersOf } from './crowd.js';
import type { Fault } from './faults.js';
import { type Judgement, judge } from './judge.js';
import { openRecorder, readLogs } from './log-files.js';

export interface RoundOptions {
	/** The compiled worker. */
	readonly worker: string;
	readonly seed: number;
	/** How often the codes are changed for new ones, at least. */
	readonly turns: number;
	readonly planted?: string | undefined;
	/** Whether the logs of a round that shows something are kept: not where it has to. */
	readonly keepsLogs: boolean;
}

export interface Round extends Judgement {
	/** How often something was killed, frozen or failed over. */
	readonly faults: number;
	/** Where the logs are kept. */
	readonly folder: string | undefined;
}

const processes = 3;
const walkers = 3;

/**
 * Processes work on the same codes, while one fault after the other befalls them, each at least once. In the end every
 * code is looked at once more, by a process that has seen nothing, and the history of each is judged.
 */
export async function playRound(
	address: Address,
	faults: readonly Fault[],
	{ worker, seed, turns, planted, keepsLogs }: RoundOptions,
): Promise<Round> {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-histories-'));
	const random = seededRandom(seed);
	const first = await openAddress(address);
	await (await openClerk(first)).setUp();
	await first.close();
	const crew = await Crew.start({ worker, address, folder, seed, processes, walkers, planted });
	let befallen = 0;
	try {
		for (let next = 0; crew.turn < turns || next < faults.length; next += 1) {
			await crew.goOn(20 + Math.floor(random() * 100));
			const fault = faults[next % Math.max(1, faults.length)];
			if (fault === undefined || (fault.isOnce === true && next >= faults.length)) continue;
			await fault.befall(crew, random);
			befallen += 1;
		}
		// What came last has to be lived with for a while.
		await crew.goOn(60);
		await crew.stop();
	} finally {
		await crew.killAll();
	}
	await lookAtTheEnd(address, folder, crew.turn);
	const judgement = judge(readLogs(folder));
	const isKept = keepsLogs && judgement.violations.length > 0;
	if (!isKept) await rm(folder, { recursive: true });
	return { ...judgement, faults: befallen, folder: isKept ? folder : undefined };
}

async function lookAtTheEnd(address: Address, folder: string, latest: number): Promise<void> {
	const store = await openAddress(address);
	const clerk = await openClerk(store);
	const recorder = openRecorder(join(folder, 'the end.jsonl'));
	const look = async (
		input: Parameters<typeof clerk.perform>[0],
		codes: readonly number[],
	): Promise<void> => {
		const id = recorder.call({ codes, input });
		recorder.return(id, await clerk.perform(input, codes));
	};
	for (let turn = 0; turn <= latest; turn += 1) {
		const codes = codesOf(turn);
		for (const code of codes) await look({ op: 'look' }, [code]);
		for (const member of membersOf(turn)) await look({ op: 'held', member }, codes);
	}
	recorder.close();
	await store.close();
}
