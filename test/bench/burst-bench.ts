import { loadavg } from 'node:os';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { Stage, type StageOptions } from '@claimcheck/sandbox/stage';
import { type BurstResult, runBurst } from './burst-run.js';

// Common to the benchmarks of a burst: a stage of their own for each, and a table with a verdict.

export interface BurstBenchOptions {
	readonly members: number;
	readonly overMs: number;
	/** Discord takes this long for every REST request. */
	readonly latencyMs: number;
	readonly print: (line: string) => void;
}

interface BurstParts {
	readonly stageOptions?: StageOptions;
	/** Before the commands are registered. */
	readonly prepare?: (stage: Stage) => void;
	readonly start: (stage: Stage) => Promise<BotProcess>;
	/** After this time the roles that are still missing count as lost. */
	readonly patienceMs: number;
}

/** Runs one burst against a bot in a process of its own. */
export async function burstOnStage(
	{ members, overMs, latencyMs }: BurstBenchOptions,
	{ stageOptions, prepare, start, patienceMs }: BurstParts,
): Promise<BurstResult> {
	const stage = await Stage.open(stageOptions);
	try {
		prepare?.(stage);
		await stage.register();
		if (latencyMs > 0) stage.discord.faults.add('*', { kind: 'delay', ms: latencyMs });
		const bot = await start(stage);
		await bot.ready();
		const result = await runBurst(stage, { members, overMs, patienceMs });
		await bot.stop();
		return result;
	} finally {
		await stage.close();
	}
}

/**
 * Prints the table and the verdict, and returns whether every promise was kept.
 * @param broken how often each promise was broken, by its name
 */
export function reportBurst(
	{ print }: BurstBenchOptions,
	lines: readonly string[],
	broken: readonly Readonly<Record<string, number>>[],
): boolean {
	for (const line of lines) print(line);
	const found = broken.flatMap(Object.entries).filter(([, count]) => count > 0);
	const text = found.map(([what, count]) => `${count} ${what}`).join('; ');
	print(text === '' ? '\nEvery promise was kept.' : `\nBroken: ${text}`);
	return text === '';
}

/** Lines to begin figures with, for a machine that others use: latencies are theirs too. */
export function otherWork(): string[] {
	const [load = 0] = loadavg();
	return load < 1
		? []
		: [`The machine had other work to do: a load of ${load.toFixed(1)} before it began.`, ''];
}
