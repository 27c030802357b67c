import { cpus } from 'node:os';
import type { StoreName } from '../../counts/count-on.js';
import { writeMarked } from '../marked-section.js';

/** Puts a table between the document's marks for this store. Throws where it has none. */
export async function writeTable(store: StoreName, rounds: number, table: readonly string[]): Promise<void> {
	const place = `Measured on ${cpus().length} cores with Node ${process.versions.node}, rounds: ${rounds}.`;
	await writeMarked('docs/figures/benches.md', `bench bare ${store}`, ['', place, '', ...table]);
}
