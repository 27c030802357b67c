import { ConfigError } from '../../base/errors.js';
import { wrapText } from '../../base/wrap-text.js';
import { describeConfigError } from '../../config.js';

// For every program of the command line.

/** Codes from sysexits.h, 1 for "something needs a person", and a shell's own one for Ctrl+C. */
export const exitCodes = {
	ok: 0,
	findings: 1,
	usage: 64,
	data: 65,
	unavailable: 69,
	internal: 70,
	unwritable: 73,
	config: 78,
	interrupted: 130,
} as const;

/** Prints what is wrong with the configuration, and returns the exit code. Throws other errors again. */
export function explainConfigError(error: unknown): number {
	if (!(error instanceof ConfigError)) throw error;
	process.stderr.write(wrapText(describeConfigError(error), process.stderr.columns));
	return exitCodes.config;
}

/** One line on standard output, broken for the terminal. */
export function print(line: string): void {
	process.stdout.write(`${wrapText(line, process.stdout.columns)}\n`);
}
