import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './edge.js';

/** In the sources, from the repository's root: the programs of the tests run from `dist`, too. */
const folderOf = (edge: string) => join('test', 'fuzz', 'corpus', edge);

/** The inputs of an edge, each with its file, sorted by name. */
export function readCorpus(edge: string) {
	const folder = folderOf(edge);
	return readdirSync(folder)
		.toSorted()
		.map((name) => ({ name, input: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Json }));
}

/** Writes a finding under a unique name. @returns the path of the file */
export function writeFinding(edge: string, input: Json): string {
	const text = `${JSON.stringify(input, undefined, '\t')}\n`;
	const path = join(
		folderOf(edge),
		`found-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`,
	);
	writeFileSync(path, text);
	return path;
}
