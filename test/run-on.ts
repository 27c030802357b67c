import { spawnSync } from 'node:child_process';

/** Runs `program` in this folder on a Node.js that says it is of `version`. */
export function runOn(version: string, program: string, cwd = '.') {
	const versions = JSON.stringify({ ...process.versions, node: version });
	const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', preload, program], {
		cwd,
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}
