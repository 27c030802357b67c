import { spawnSync } from 'node:child_process';

/** A program of the machine that some tests run, and the versions for which they are written. */
export interface MachineTool {
	readonly program: string;
	/** Arguments that print the version. */
	readonly asking: readonly string[];
	/** The oldest version. */
	readonly from: string;
	/** The first version that is too new; none if it is left out. */
	readonly before?: string;
	/** What isn't tested without the tool, as a clause. */
	readonly without: string;
}

/** Looks for a tool of this machine. @returns false, with a sentence on stderr, if it is missing or of another version */
export function hasTool(tool: MachineTool): boolean {
	const { stdout, stderr, error } = spawnSync(tool.program, tool.asking, { encoding: 'utf8' });
	const problem = toolProblem(tool, error === undefined ? `${stdout}${stderr}` : undefined);
	if (problem !== undefined) process.stderr.write(`${problem}: ${tool.without}.\n`);
	return problem === undefined;
}

/** @param said what the tool printed about its version; undefined if it isn't there */
export function toolProblem(
	{ program, from, before }: MachineTool,
	said: string | undefined,
): string | undefined {
	if (said === undefined) return `No ${program}`;
	const [version] = /\d+(?:\.\d+)*/.exec(said) ?? [];
	const wanted = `${from} or newer${before === undefined ? '' : `, before ${before}`}`;
	if (version === undefined) return `${program} names no version (${wanted} is needed)`;
	const fits = compare(version, from) >= 0 && (before === undefined || compare(version, before) < 0);
	return fits ? undefined : `${program} is ${version} (${wanted} is needed)`;
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
