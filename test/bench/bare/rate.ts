import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '@claimcheck/sandbox/stage';
import { type BurstResult, runBurst } from '../burst-run.js';

interface RateOptions {
	readonly pid: number;
	readonly perSecond: number;
	readonly members: number;
}

interface RateResult extends BurstResult {
	/** Of the bot's process, for each verification. */
	readonly processorMs: number;
}

/** Longer than anything that a bot waits for by itself before it tries again. */
const patienceMs = 90_000;
/** Work that follows an answer, such as audit lines, belongs to it. */
const trailMs = 1_500;

/** New members verify at a steady pace, and what that costs the bot's process. */
export async function runRate(stage: Stage, { pid, perSecond, members }: RateOptions): Promise<RateResult> {
	const before = await costOf(pid);
	const overMs = (members * 1_000) / perSecond;
	const result = await runBurst(stage, { members, overMs, patienceMs });
	await sleep(trailMs);
	const after = await costOf(pid);
	return {
		...result,
		processorMs: (after.processorMs - before.processorMs) / members,
	};
}

/** Members type into the option of `/item`, each the beginnings of a name. Sorted times in milliseconds. */
export async function runSuggestions(stage: Stage, count: number): Promise<readonly number[]> {
	const { buyer } = stage.people;
	const { items } = stage.marketplace;
	const times: number[] = [];
	for (let at = 0; at < count; at += 1) {
		const name = items[(at * 7_919) % items.length]?.name ?? '';
		const value = name.slice(0, 1 + (at % name.length)).slice(0, 30);
		const handle = buyer.autocomplete('item', { name: 'id', value });
		const sentAt = performance.now();
		await handle.suggested();
		times.push(performance.now() - sentAt);
	}
	return times.toSorted((left, right) => left - right);
}

interface ProcessCost {
	readonly residentBytes: number;
	/** User and system time together. */
	readonly processorMs: number;
}

/** Resident memory and processor time of a process until now, from `/proc`, which only Linux provides. */
export async function costOf(pid: number): Promise<ProcessCost> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
	const ticks = Number(fields[11]) + Number(fields[12]);
	return {
		residentBytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024,
		// Linux counts a hundred ticks a second, whatever the machine.
		processorMs: ticks * 10,
	};
}
