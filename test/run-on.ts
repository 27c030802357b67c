import { spawnSync } from 'node:child_process';

/** Runs a program with its arguments in this folder on a Node.js that claims to be `version`. */
export function runOn(version: string, program: string | readonly string[], cwd = '.') {
	const versions = JSON.stringify({ ...process.versions, node: version });
	const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, ...[program].flat()], {
		cwd,
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}
