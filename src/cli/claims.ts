import { systemClock } from '../base/clock.js';
import {
	AppError,
	ConfigError,
	StoreCorruptError,
	StoreRefusedError,
	StoreUnavailableError,
} from '../base/errors.js';
import { createScrubber } from '../base/logger.js';
import { endWhenUnread } from '../base/unread-output.js';
import { wrapText } from '../base/wrap-text.js';
import { ImportFileError } from '../claims/admin/load.js';
import { describeConfigError, loadEnvFile } from '../config.js';
import { exitCodes } from './claims/program.js';
import { runClaims } from './claims/run-claims.js';
import { UsageError } from './claims/session.js';

// `npm run claims`: the administrator's entry point.

const help = 'All commands: npm run claims -- --help';

function explain(error: unknown): { text: string; code: number } {
	if (error instanceof UsageError) return { text: `${error.message}\n${help}\n`, code: exitCodes.usage };
	if (error instanceof ConfigError) return { text: describeConfigError(error), code: exitCodes.config };
	if (error instanceof ImportFileError) return { text: `${error.message}\n`, code: exitCodes.data };
	if (isSystemError(error)) return { text: `${fileProblem(error)}\n`, code: exitCodes.unavailable };
	const text = `${messages(error).join(': ')}\n`;
	if (error instanceof StoreRefusedError) return { text, code: exitCodes.config };
	if (error instanceof StoreCorruptError) return { text, code: exitCodes.data };
	if (error instanceof StoreUnavailableError) return { text, code: exitCodes.unavailable };
	const stack = error instanceof Error && !(error instanceof AppError) ? `${error.stack}\n` : text;
	return { text: stack, code: exitCodes.internal };
}

function messages(error: unknown): string[] {
	if (!(error instanceof Error)) return [];
	return [error.message, ...messages(error.cause)];
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

function scrub(text: string): string {
	const { DATABASE_URL, CLAIM_SECRET, NEW_CLAIM_SECRET, MARKETPLACE_API_KEY } = process.env;
	const secrets = [DATABASE_URL, CLAIM_SECRET, NEW_CLAIM_SECRET, MARKETPLACE_API_KEY];
	return createScrubber(secrets.map((secret) => secret ?? ''))(text);
}

endWhenUnread(process);
try {
	loadEnvFile(process.env);
	process.exitCode = await runClaims(
		{
			environment: process.env,
			stdin: process.stdin,
			stdout: process.stdout,
			stderr: process.stderr,
			isTerminal: process.stdin.isTTY && process.stderr.isTTY,
			clock: systemClock,
		},
		process.argv.slice(2),
	);
} catch (error) {
	const { text, code } = explain(error);
	process.stderr.write(wrapText(scrub(text), process.stderr.columns));
	process.exitCode = code;
}
