import { spawnSync } from 'node:child_process';

/** Runs `program` on a Node.js that says it is of `version`. */
export function runOn(version: string, program: string) {
	const versions = JSON.stringify({ ...process.versions, node: version });
	const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
	const { status, stderr } = spawnSync(process.execPath, ['--import', preload, program], {
		encoding: 'utf8',
	});
	return { status, stderr };
}
