import { readFile } from 'node:fs/promises';

export interface ProcessCost {
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
