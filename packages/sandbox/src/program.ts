import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { endingOf } from './ending.js';
import type { Output } from './story/screen.js';

/** The parts of the process that a command of the sandbox uses. */
export interface Surroundings {
	readonly output: Output;
	readonly errors: Output;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** The checkout, with the compiled bot in `dist/`. */
	readonly root: string;
	/** Ends the command when aborted. */
	readonly signal: AbortSignal;
}

type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

/** Runs a command as this process, which ends with its exit code, or with `interruptedCode` at a second signal. */
export async function runProgram(command: Command, interruptedCode: number): Promise<void> {
	const ending = endingOf(process, interruptedCode);
	const surroundings = {
		output: process.stdout,
		errors: process.stderr,
		environment: process.env,
		root: join(import.meta.dirname, '../../..'),
		signal: ending.stop.signal,
	};
	process.exit(await ending.codeOf(command(process.argv.slice(2), surroundings)));
}

/** The options of a command. A number is the exit code, after `--help` or a mistake was answered with the usage. */
export function optionsOf<T extends NonNullable<ParseArgsConfig['options']>>(
	args: readonly string[],
	options: T,
	usage: string,
	{ output, errors }: Pick<Surroundings, 'output' | 'errors'>,
): ReturnType<typeof parseArgs<{ options: T }>>['values'] | number {
	try {
		parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } });
		if (!args.includes('--help')) return parseArgs({ args: [...args], options }).values;
		output.write(usage);
		return 0;
	} catch (error) {
		errors.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
		return 2;
	}
}
