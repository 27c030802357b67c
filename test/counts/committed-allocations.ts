import { readFile } from 'node:fs/promises';
import type { Allocated } from './allocations.js';

/** Below the checkout, which is the working directory. */
export const allocationsFile = 'test/counts/allocations.json';

export interface CommittedAllocations {
	/** The version of Node that they were counted on, such as 20. */
	readonly node: number;
	readonly kib: Allocated;
}

/** More than what differs from run to run, which is half a percent. */
const room = 1.05;
/** Between Node 20 and 26 a page of `/items` differs by an eighth, a verification by a fiftieth. */
const roomBetweenVersions = 1.15;

export async function committedAllocations(): Promise<CommittedAllocations> {
	return JSON.parse(await readFile(allocationsFile, 'utf8')) as CommittedAllocations;
}

/** As it is committed: a number that every run comes to, or nearly so. */
export function rounded(kib: Allocated): Allocated {
	const whole = (value: number): number => Math.round(value / 5) * 5;
	return { verify: whole(kib.verify), itemsPage: whole(kib.itemsPage), restore: whole(kib.restore) };
}

/** A line for each act that allocates more, and for each that allocates less, than was committed. */
export function compareAllocations(
	{ node, kib }: CommittedAllocations,
	counted: Allocated,
	nodeNow: number,
): { readonly grown: readonly string[]; readonly fallen: readonly string[] } {
	const most = node === nodeNow ? room : roomBetweenVersions;
	const acts = ['verify', 'itemsPage', 'restore'] as const;
	const line = (act: keyof Allocated): string =>
		`${act}: ${kib[act]} KiB on Node ${node}, now ${counted[act].toFixed(0)} on Node ${nodeNow}`;
	return {
		grown: acts.filter((act) => counted[act] > kib[act] * most).map(line),
		fallen: acts.filter((act) => counted[act] < kib[act] / most).map(line),
	};
}

export function nodeVersion(): number {
	return Number(process.versions.node.split('.')[0]);
}
