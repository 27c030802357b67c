import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { bundleSources } from '../bundled-sources.js';

const root = join(import.meta.dirname, '..', '..');

/** Bundles the program that reads long lists, once per test file, because this Node may not run TypeScript. */
export async function bundleListReader(): Promise<string> {
	// The folder from which packages are resolved.
	const folder = await mkdtemp(join(root, 'node_modules', '.list-reader-'));
	afterAll(() => rm(folder, { recursive: true }));
	const program = join(folder, 'list-reader.js');
	await bundleSources(join(root, 'src', 'marketplace', 'list-reader.ts'), program);
	return program;
}
