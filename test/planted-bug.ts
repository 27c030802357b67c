import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleSources } from './bundled-sources.js';

/** A bug planted in the product's source, which a harness must find. */
export interface PlantedBug {
	readonly name: string;
	/** Relative to the repository's root. */
	readonly file: string;
	/** Occurs there exactly once. */
	readonly find: string;
	readonly replace: string;
	/** A pattern in the harness's output. */
	readonly caught: RegExp;
}

const root = join(import.meta.dirname, '..');

type Planted = Pick<PlantedBug, 'file' | 'find' | 'replace'>;

/**
 * Bundles a module of the tests or the product with these bugs in the product, and removes the bundle after `use`.
 * Rejects if the source no longer has exactly one place for a bug.
 */
export async function bundleWithBugs<Result>(
	bugs: readonly Planted[],
	module: string,
	outfile: string,
	use: (outfile: string) => Promise<Result>,
): Promise<Result> {
	const contents = new Map<string, string>();
	for (const { file, find, replace } of bugs) {
		const source = contents.get(file) ?? (await readFile(join(root, file), 'utf8'));
		if (source.split(find).length !== 2) throw new Error(`${file} has no one place for the planted bug`);
		contents.set(
			file,
			source.replace(find, () => replace),
		);
	}
	try {
		await bundleSources(join(root, module), outfile, [
			{
				name: 'plant',
				setup({ onLoad }) {
					onLoad({ filter: /[/\\](?:src|commands)[/\\].*\.ts$/ }, ({ path }) => {
						const planted = contents.get(relative(root, path));
						return planted === undefined ? undefined : { contents: planted, loader: 'ts' };
					});
				},
			},
		]);
		return await use(outfile);
	} finally {
		await rm(dirname(outfile), { recursive: true, force: true });
	}
}

/** Gives `use` a module of the tests (below `test`), bundled with the bug in the product. */
export async function withBug<Module>(
	bug: PlantedBug,
	module: string,
	use: (loaded: Module) => Promise<void>,
): Promise<void> {
	const folder = await mkdtemp(join(root, 'node_modules', '.planted-'));
	await bundleWithBugs([bug], join('test', module), join(folder, 'planted.mjs'), async (outfile) =>
		use((await import(pathToFileURL(outfile).href)) as Module),
	);
}
