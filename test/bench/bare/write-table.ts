import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { StoreName } from '../../counts/count-on.js';

const file = 'docs/performance.md';

/** Puts a table between the document's marks for this store. Throws where it has none. */
export async function writeTable(store: StoreName, rounds: number, table: readonly string[]): Promise<void> {
	const [first, last] = [`<!-- bench bare ${store} -->`, `<!-- end of bench bare ${store} -->`];
	const text = await readFile(file, 'utf8');
	const from = text.indexOf(first);
	const to = text.indexOf(last);
	if (from < 0 || to < from) throw new Error(`${file} has no place for the table of ${store}`);
	const place = `Measured on ${cpus().length} cores with Node ${process.versions.node}, rounds: ${rounds}.`;
	const body = [first, '', place, '', ...table, '', last].join('\n');
	await writeFile(file, text.slice(0, from) + body + text.slice(to + last.length));
}
