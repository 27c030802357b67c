import './node-version.js';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// `npm start` and the operator's commands build if the sources have changed since. A release archive has no sources, and
// `dist/` in it is ready. Without a compiler, changed sources are an error: an update would seem to be installed, and the
// version before it would run.

/** Hash of the sources of `dist/`. */
export function sourceHash() {
	const hash = createHash('sha256');
	const files = ['src', 'commands'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/')),
	);
	for (const file of [...files.sort(), 'scripts/bundle.js', 'package-lock.json'])
		hash.update(readFileSync(file));
	return hash.digest('hex');
}

/** Said here, and not at the head of each program: once for each command that a person types. */
export function warnOfOldNode() {
	if (!process.versions.node.startsWith('20.')) return;
	process.stderr.write(
		'Node.js 20 has had no security updates since April 2026. Install Node.js 24 from https://nodejs.org\n',
	);
}

/** Returns the exit code: 0 if `dist/` is up to date. */
export function ensureBuilt() {
	const isBuilt = existsSync('dist/built-from');
	const hasSources = existsSync('src');
	if (isBuilt && (!hasSources || readFileSync('dist/built-from', 'utf8').trim() === sourceHash())) return 0;
	if (hasSources && existsSync('node_modules/typescript') && existsSync('node_modules/esbuild')) {
		return spawnSync('npm run build', { stdio: 'inherit', shell: true }).status ?? 1;
	}
	process.stderr.write(
		isBuilt
			? 'The code has changed since dist/ was built. Run npm ci (without --omit=dev), then this again.\n'
			: 'dist/ is missing. Run npm ci (without --omit=dev), then this again.\n',
	);
	return 1;
}
