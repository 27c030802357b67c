import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const repository = join(import.meta.dirname, '..');

/** The programs that tests start as separate processes, compiled because this Node may not run TypeScript. */
export interface CompiledTools {
	/** The compiled form of a file of this repository. */
	fileOf(source: string): string;
	remove(): Promise<void>;
}

/** `name` distinguishes test files that compile at the same time. */
export async function compileTools(name: string): Promise<CompiledTools> {
	// Inside the repository, so that the compiled files find its packages.
	const folder = join(repository, 'dist', `${name}-${process.pid}`);
	const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
	const project = join(repository, 'test', 'torture', 'tsconfig.json');
	await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', folder]);
	return {
		fileOf: (source) => join(folder, source.replace(/\.ts$/, '.js')),
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}
