import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { PlantedBug } from './planted-bugs.js';
import type { Outcome, Run } from './simulate.js';

const root = join(import.meta.dirname, '..', '..');

/** The simulation over a product with the bug in it. Rejects where the source no longer has the place to plant it. */
export async function withBug(
	{ file, find, replace }: PlantedBug,
	use: (simulate: (run: Run) => Promise<Outcome>) => Promise<void>,
): Promise<void> {
	const path = join(root, 'src', file);
	const source = await readFile(path, 'utf8');
	if (source.split(find).length !== 2) throw new Error(`src/${file} has no one place for the planted bug`);
	// Where the packages are found from.
	const folder = await mkdtemp(join(root, 'node_modules', '.planted-'));
	try {
		const outfile = join(folder, 'simulate.mjs');
		await build({
			entryPoints: [join(import.meta.dirname, 'simulate.ts')],
			outfile,
			bundle: true,
			format: 'esm',
			platform: 'node',
			packages: 'external',
			logLevel: 'error',
			plugins: [
				{
					name: 'plant',
					setup({ onLoad }) {
						onLoad({ filter: new RegExp(`src/${file.replaceAll('.', '\\.')}$`) }, () => ({
							contents: source.replace(find, () => replace),
							loader: 'ts',
						}));
					},
				},
			],
		});
		const { simulate } = (await import(pathToFileURL(outfile).href)) as {
			simulate: (run: Run) => Promise<Outcome>;
		};
		await use(simulate);
	} finally {
		await rm(folder, { recursive: true });
	}
}
