import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleSources } from './bundled-sources.js';

/** A bug that is put into the product's source for a test of a harness: it has to find it. */
export interface PlantedBug {
	readonly name: string;
	/** Below the repository's root. */
	readonly file: string;
	/** Stands there once. */
	readonly find: string;
	readonly replace: string;
	/** A pattern in the harness's output. */
	readonly caught: RegExp;
}

const root = join(import.meta.dirname, '..');

/**
 * Gives `use` a module of the tests (below `test`) over a product with the bug in it. Rejects where the source no longer
 * has the one place to plant it.
 */
export async function withBug<Module>(
	{ file, find, replace }: PlantedBug,
	module: string,
	use: (loaded: Module) => Promise<void>,
): Promise<void> {
	const source = await readFile(join(root, file), 'utf8');
	if (source.split(find).length !== 2) throw new Error(`${file} has no one place for the planted bug`);
	// Where the packages are found from.
	const folder = await mkdtemp(join(root, 'node_modules', '.planted-'));
	try {
		const outfile = join(folder, 'planted.mjs');
		await bundleSources(join(import.meta.dirname, module), outfile, [
			{
				name: 'plant',
				setup({ onLoad }) {
					onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, () => ({
						contents: source.replace(find, () => replace),
						loader: 'ts',
					}));
				},
			},
		]);
		await use((await import(pathToFileURL(outfile).href)) as Module);
	} finally {
		await rm(folder, { recursive: true });
	}
}
