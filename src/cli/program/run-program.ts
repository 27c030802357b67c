import { AppError, ConfigError, exitCodes } from '../../base/errors.js';
import { createScrubber } from '../../base/logger.js';
import { endWhenUnread, wrapText } from '../../base/terminal.js';
import { allVariables, describeConfigError, loadEnvFile, readSettings, variables } from '../../config.js';

const codesOfErrors: Readonly<Record<string, number>> = {
	BAD_FILE: exitCodes.data,
	STORE_CORRUPT: exitCodes.data,
	STORE_UNAVAILABLE: exitCodes.unavailable,
	STORE_REFUSED: exitCodes.config,
	SECRET_CHANGED: exitCodes.config,
};

/** Ends the program with this text and code. */
export class ProgramError extends Error {
	readonly exitCode: number;

	constructor(exitCode: number, message: string) {
		super(message);
		this.exitCode = exitCode;
	}
}

/** The command line is invalid. The message explains why. */
export class UsageError extends ProgramError {
	constructor(message: string) {
		super(exitCodes.usage, message);
	}
}

/**
 * Runs a program that reads `.env` and ends by itself, and sets its exit code. Errors are explained on standard error,
 * without secrets. `help`: the line after the explanation of a wrong command line.
 */
export async function runProgram(
	program: NodeJS.Process,
	help: string,
	work: () => Promise<number>,
): Promise<void> {
	endWhenUnread(program);
	try {
		loadEnvFile(program.env);
		program.exitCode = await work();
	} catch (error) {
		program.exitCode = explain(program, error, help);
	}
}

/** Prints why a program ends, and returns its exit code. */
export function explain({ env, stderr }: NodeJS.Process, error: unknown, help = ''): number {
	const { text, code } = explanation(error);
	const secrets = allVariables.filter((name) => 'secret' in variables[name]);
	const values = secrets.map((name) => {
		try {
			return String(readSettings(env, [name])[name]);
		} catch {
			return '';
		}
	});
	const scrub = createScrubber([...values, env['NEW_CLAIM_SECRET'] ?? '']);
	stderr.write(wrapText(scrub(error instanceof UsageError ? text + help : text), stderr.columns));
	return code;
}

function explanation(error: unknown): { readonly text: string; readonly code: number } {
	if (error instanceof ConfigError) return { text: describeConfigError(error), code: exitCodes.config };
	if (error instanceof ProgramError) return { text: `${error.message}\n`, code: error.exitCode };
	if (isSystemError(error)) return { text: `${fileProblem(error)}\n`, code: exitCodes.unavailable };
	if (error instanceof AppError) {
		return {
			text: `${messages(error).join(': ')}\n`,
			code: codesOfErrors[error.code] ?? exitCodes.internal,
		};
	}
	return { text: `${error instanceof Error ? error.stack : error}\n`, code: exitCodes.internal };
}

function messages(error: unknown): string[] {
	return error instanceof Error ? [error.message, ...messages(error.cause)] : [];
}

/** A missing file, a full disk, a closed pipe. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
	return error instanceof Error && 'syscall' in error;
}

function fileProblem({ code, path, message }: NodeJS.ErrnoException): string {
	switch (code) {
		case 'ENOENT':
			return `There is no file or folder ${path}`;
		case 'EISDIR':
			return `${path ?? 'That'} is a folder`;
		case 'EACCES':
		case 'EPERM':
			return `${path} can’t be opened: your user has no permission`;
		case 'ENOSPC':
			return 'The disk is full';
		default:
			return message;
	}
}

/** Prints one line on standard output, broken for the terminal. */
export function print(line: string): void {
	process.stdout.write(`${wrapText(line, process.stdout.columns)}\n`);
}
