import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './edge.js';

/** An input and the file it comes from. */
export interface CorpusFile {
	readonly name: string;
	readonly input: Json;
}

/** The inputs in a folder, sorted by name; empty if the folder doesn't exist. */
export function readCorpus(folder: string): readonly CorpusFile[] {
	let names: string[];
	try {
		names = readdirSync(folder);
	} catch {
		return [];
	}
	return names
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => ({ name, input: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json }));
}

/** Writes a finding under a unique name. @returns the path of the file */
export function writeFinding(folder: string, input: Json): string {
	mkdirSync(folder, { recursive: true });
	const text = `${JSON.stringify(input, undefined, '\t')}\n`;
	const path = join(folder, `found-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
	writeFileSync(path, text);
	return path;
}
