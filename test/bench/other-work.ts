import { loadavg } from 'node:os';

/** Lines to begin figures with, for a machine that others use: latencies are theirs too. */
export function otherWork(): string[] {
	const [load = 0] = loadavg();
	return load < 1
		? []
		: [`The machine had other work to do: a load of ${load.toFixed(1)} before it began.`, ''];
}
