import { setTimeout as sleep } from 'node:timers/promises';

export interface StandstillOptions {
	readonly isDone: () => boolean;
	/** Grows with everything that happens. */
	readonly steps: () => number;
	/** Without a step for so long, nothing more will come. */
	readonly patienceMs: number;
}

const lookEveryMs = 50;

/** Resolves when it is done, or when nothing has happened for so long. Neither needs to know how fast the machine is. */
export async function doneOrStill({ isDone, steps, patienceMs }: StandstillOptions): Promise<void> {
	let seen = steps();
	let movedAt = performance.now();
	while (!isDone() && performance.now() - movedAt < patienceMs) {
		await sleep(lookEveryMs);
		const now = steps();
		if (now !== seen) movedAt = performance.now();
		seen = now;
	}
}
