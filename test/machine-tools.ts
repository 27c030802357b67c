import { spawnSync } from 'node:child_process';

/**
 * Looks for a program of this machine that some tests run.
 * @param from the oldest version for which the tests are written
 * @param without what isn't tested without it, as a clause
 * @returns false, with a sentence on stderr, if the program is missing or older
 */
export function hasTool(program: string, from: string, without: string): boolean {
	const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
	const problem = toolProblem(program, from, error === undefined ? stdout : undefined);
	if (problem !== undefined) process.stderr.write(`${problem}: ${without}.\n`);
	return problem === undefined;
}

/** @param said what the program printed about its version; undefined if it isn't there */
export function toolProblem(program: string, from: string, said: string | undefined): string | undefined {
	if (said === undefined) return `No ${program}`;
	const [version] = /\d+(?:\.\d+)*/.exec(said) ?? [];
	if (version === undefined) return `${program} names no version (${from} or newer is needed)`;
	const isOlder = version.localeCompare(from, 'en', { numeric: true }) < 0;
	return isOlder ? `${program} is ${version} (${from} or newer is needed)` : undefined;
}
