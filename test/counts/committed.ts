import { readFile } from 'node:fs/promises';
import type { Counts } from './count.js';
import type { StoreName } from './count-on.js';

/** Below the checkout, which is the working directory. */
export const countsFile = 'test/counts/counts.json';

export async function committedCounts(): Promise<Record<StoreName, Counts>> {
	return JSON.parse(await readFile(countsFile, 'utf8')) as Record<StoreName, Counts>;
}

/** A line for each number that isn't the committed one, whichever is more. */
export function differences(committed: Counts, counted: Counts): readonly string[] {
	const now = new Map(numbersOf(counted));
	return numbersOf(committed).flatMap(([name, before]) => {
		const after = now.get(name);
		if (after === before) return [];
		const word = after !== undefined && after > before ? 'has grown' : 'has fallen';
		return [`${name} ${word} from ${before} to ${after}`];
	});
}

function numbersOf(counts: object, path = ''): readonly (readonly [name: string, count: number])[] {
	return Object.entries(counts).flatMap(([name, value]: [string, unknown]) =>
		typeof value === 'object' && value !== null
			? numbersOf(value, `${path}${name}.`)
			: [[path + name, Number(value)] as const],
	);
}
