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
	/** The cost to the bot's process, per verification. */
	readonly processorMs: number;
}

/** Longer than any of the bot's own retry delays. */
const patienceMs = 90_000;
/** Work that follows a reply, such as audit lines, is part of its cost. */
const trailMs = 1_500;

/** New members verify at a steady pace. Measures what this costs the bot's process. */
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

/** Members type the beginnings of item names into the option of `/item`. Returns sorted times in milliseconds. */
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

/** Resident memory and CPU time of a process so far, from `/proc`, which only Linux provides. */
export async function costOf(pid: number): Promise<ProcessCost> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
	const ticks = Number(fields[11]) + Number(fields[12]);
	return {
		residentBytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024,
		// Linux counts a hundred ticks per second on every machine.
		processorMs: ticks * 10,
	};
}
