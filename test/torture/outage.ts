import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, openAddress } from '../storage/open-address.js';
import { Claimer } from './claimer.js';
import { claimAgain, findLost, findProblems, type Verdict } from './verdict.js';

/** A store that can be made to fail under a claiming process, and mended again. */
export interface Fault {
	begin(claimer: Claimer): Promise<void>;
	mend(claimer: Claimer): Promise<void>;
}

export interface OutageOptions {
	readonly worker: string;
	readonly rounds: number;
	/** Claims that have to succeed before and after each fault, and to fail in it. */
	readonly claims: number;
	readonly failures: number;
}

const pauseMs = 5;
/** A failing store has to say so and not hang: its slowest deadline, and much for a machine that is busy. */
const maxFailureMs = 20_000;
const patienceMs = 60_000;

/** Through every outage the same process goes on, and recovers without being started again. */
export async function outage(address: Address, fault: Fault, options: OutageOptions): Promise<Verdict> {
	const claimer = await Claimer.start(options.worker, address);
	const violations: string[] = [];
	claimer.claimOn(0, pauseMs);
	try {
		for (let round = 0; round < options.rounds; round += 1) {
			await more(claimer.acknowledged, options.claims, 'No claim succeeds before the fault');
			await fault.begin(claimer);
			await more(claimer.failed, options.failures, 'No claim fails in the fault');
			await fault.mend(claimer);
			await more(claimer.acknowledged, options.claims, 'No claim succeeds after the fault');
		}
	} finally {
		await claimer.stop();
	}

	const store = await openAddress(address);
	const acknowledged = new Set(claimer.acknowledged);
	const open = claimer.begun.filter((code) => !acknowledged.has(code));
	// First what there is now, then what claiming again makes of it.
	violations.push(...(await findProblems(store)), ...(await findLost(store, claimer.acknowledged)));
	const again = await claimAgain(store, open);
	violations.push(...again.violations, ...(await findProblems(store)));
	await store.close();
	for (const { code, error, tookMs } of claimer.failed) {
		if (error !== 'STORE_UNAVAILABLE') violations.push(`claim ${code} failed with ${error}`);
		if (tookMs > maxFailureMs) violations.push(`claim ${code} took ${tookMs} ms to fail`);
	}
	const slowest = Math.max(...claimer.failed.map(({ tookMs }) => tookMs));
	return {
		figures: `${acknowledged.size} acknowledged, ${claimer.failed.length} got "try again" (at most ${slowest} ms), ${again.committed} of them committed`,
		violations,
	};
}

async function more(list: readonly unknown[], count: number, complaint: string): Promise<void> {
	const wanted = list.length + count;
	for (const end = Date.now() + patienceMs; list.length < wanted; ) {
		if (Date.now() > end) throw new Error(`${complaint} within ${patienceMs} ms`);
		await sleep(10);
	}
}
