import { writeFile } from 'node:fs/promises';
import { benchGrowth } from './fleet-growth.js';
import { benchMemory } from './fleet-memory.js';
import { drawMemory, fleetDocument, memoryPicture } from './fleet-plot.js';
import { benchReplacement } from './fleet-replacement.js';
import { writeMarked } from './marked-section.js';
import { otherWork } from './other-work.js';

// Several processes that share the servers: replaced one after the other under load, killed, what servers cost in
// memory and processor, and how many verifications a database takes from more and more of them.

export interface FleetBenchOptions {
	readonly only: readonly (typeof fleetParts)[number][];
	/** Servers in all, for three processes. */
	readonly servers: number;
	readonly perSecond: number;
	/** Numbers of servers for one process. */
	readonly sizes: readonly number[];
	/** Numbers of processes on one database. */
	readonly processes: readonly number[];
	readonly print: (line: string) => void;
	/** Told of each part's figures: its name, and Markdown. */
	readonly keep: (name: string, lines: readonly string[]) => Promise<void>;
}

export const fleetParts = ['replacement', 'memory', 'growth'] as const;

/** Prints the figures. Resolves to whether nothing was lost or repeated. */
export async function benchFleet(options: FleetBenchOptions): Promise<boolean> {
	const { only, print, keep } = options;
	const broken: string[] = [];
	const busy = otherWork();
	for (const name of fleetParts.filter((part) => only.includes(part))) {
		const outcome = await benches[name](options);
		const lines = [...busy, ...outcome.lines];
		for (const line of [...lines, '']) print(line);
		// Figures of something broken are figures of nothing.
		if (outcome.broken.length === 0) await keep(name, lines);
		broken.push(...outcome.broken);
	}
	print(broken.length === 0 ? 'Nothing was lost or repeated.' : `Broken: ${broken.join('; ')}`);
	return broken.length === 0;
}

const benches = { replacement: benchReplacement, memory: benchMemory, growth: benchGrowth };

/** Writes a part's figures into the document that quotes them, and draws the memory anew. */
export async function writeFleet(name: string, lines: readonly string[]): Promise<void> {
	await writeMarked(fleetDocument, `bench fleet ${name}`, lines);
	if (name === 'memory') await writeFile(memoryPicture, await drawMemory(lines.join('\n')));
}
