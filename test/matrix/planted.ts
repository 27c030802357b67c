import { readFile, rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleSources } from '../bundled-sources.js';

/** A realistic defect: a part of a source file, and its replacement. */
export interface Defect {
	readonly file: string;
	readonly instead: readonly [of: string, by: string];
}

const root = resolve(import.meta.dirname, '../..');

/** Throws where a file doesn't hold the text once: then the defect has to be planted elsewhere. */
function planting(defects: readonly Defect[]): Plugin {
	return {
		name: 'planted-defects',
		setup({ onLoad }) {
			onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
				const planted = defects.filter(({ file }) => relative(root, path) === file);
				if (planted.length === 0) return undefined;
				let contents = await readFile(path, 'utf8');
				for (const { file, instead } of planted) {
					if (contents.split(instead[0]).length !== 2) throw new Error(`${file} has no place for the defect`);
					contents = contents.replace(instead[0], () => instead[1]);
				}
				return { contents, loader: 'ts' };
			});
		},
	};
}

/** Builds a bot with defects, gives its file to `use`, and removes it. */
export async function withPlanted<Result>(
	name: string,
	defects: readonly Defect[],
	use: (entry: string) => Promise<Result>,
): Promise<Result> {
	const folder = resolve(root, 'dist', `planted-${name}`);
	const entry = resolve(folder, 'main.js');
	await bundleSources(resolve(root, 'src/main.ts'), entry, [planting(defects)]);
	try {
		return await use(entry);
	} finally {
		await rm(folder, { recursive: true });
	}
}
