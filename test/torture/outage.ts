import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Address, openAddress } from '../storage/open-address.js';
import { Claimer } from './claimer.js';
import type { OwnServer } from './own-servers.js';
import { claimAgain, findLost, findProblems, type Verdict } from './verdict.js';

const run = promisify(execFile);

/** A store that can be made to fail under a claiming process, and repaired again. */
interface Fault {
	begin(claimer: Claimer): Promise<void>;
	mend(claimer: Claimer): Promise<void>;
}

interface OutageOptions {
	readonly worker: string;
	readonly rounds: number;
	/** Claims that must succeed before and after each fault, and fail during it. */
	readonly claims: number;
	readonly failures: number;
}

/**
 * The time within which a failing store must report an error: its slowest deadline, with a large margin for a busy
 * machine.
 */
const maxFailureMs = 20_000;

/** The same process survives every outage, and recovers without a restart. */
export async function outage(address: Address, fault: Fault, options: OutageOptions): Promise<Verdict> {
	const claimer = await Claimer.start(options.worker, address);
	const violations: string[] = [];
	claimer.claimOn(0);
	const more = async (list: readonly unknown[], count: number): Promise<void> => {
		const wanted = list.length + count;
		await claimer.until(() => list.length >= wanted);
	};
	try {
		for (let round = 0; round < options.rounds; round += 1) {
			await more(claimer.acknowledged, options.claims);
			await fault.begin(claimer);
			await more(claimer.failed, options.failures);
			await fault.mend(claimer);
			await more(claimer.acknowledged, options.claims);
		}
	} finally {
		await claimer.stop();
	}

	const store = await openAddress(address);
	const acknowledged = new Set(claimer.acknowledged);
	const open = claimer.begun.filter((code) => !acknowledged.has(code));
	// First the current state, then the result of claiming again.
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

/**
 * No write of the claiming process succeeds, as on a full disk: the system refuses to let any file grow beyond its
 * first byte. Undefined if the system has no prlimit.
 */
export async function fullDisk(): Promise<Fault | undefined> {
	const works = await run('prlimit', ['--pid', `${process.pid}`]).then(
		() => true,
		() => false,
	);
	if (!works) return undefined;
	return {
		begin: ({ pid }: Claimer) => limitFileSize(pid, '1'),
		mend: ({ pid }: Claimer) => limitFileSize(pid, 'unlimited'),
	};
}

/** Limits each file of a process to `bytes` bytes. */
export async function limitFileSize(pid: number, bytes: string): Promise<void> {
	await run('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]);
}

/** The server dies without warning and is started again. */
export function crash(server: OwnServer): Fault {
	return { begin: () => server.crash(), mend: () => server.start() };
}

/** The server keeps its connections and stays silent, then continues as if nothing had happened. */
export function freeze(server: OwnServer): Fault {
	return { begin: () => server.freeze(), mend: () => server.thaw() };
}
