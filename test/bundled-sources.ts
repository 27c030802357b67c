import { mkdir, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/**
 * Bundles `entry`, a module of the tests or the product, with the product's sources into one file. Packages are
 * resolved from `outfile`, so put it below the repository's root.
 */
export async function bundleSources(entry: string, outfile: string, plugins: Plugin[] = []): Promise<void> {
	const folder = dirname(outfile);
	await mkdir(folder, { recursive: true });
	// `messages.ts` reads the message files from its own folder.
	const messages = join(folder, 'messages');
	await rm(messages, { recursive: true, force: true });
	await symlink(join(root, 'src', 'i18n', 'messages'), messages);
	await build({
		entryPoints: [entry],
		outfile,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'esm',
		target: 'node20',
		logLevel: 'error',
		plugins,
	});
}
