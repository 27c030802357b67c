/** An error that no member can act on. Texts for people follow from its `code`, never from its message. */
export abstract class AppError extends Error {
	/** A literal that determines the dispatcher's answer and the exit code. */
	abstract readonly code: string;

	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = new.target.name;
	}
}

/** The environment is wrong. `problems` lists every fault, each with where to find the right value. */
export class ConfigError extends AppError {
	override readonly code = 'CONFIG';
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(`The configuration has ${problems.length} problem(s)`);
		this.problems = problems;
	}
}

/** The store did not respond, or refused a read or a write. Nothing may be assumed about its contents. */
export class StoreUnavailableError extends AppError {
	override readonly code = 'STORE_UNAVAILABLE';
}

/** A stored value doesn't match its schema. */
export class StoreCorruptError extends AppError {
	override readonly code = 'STORE_CORRUPT';
}

/** This bot's configuration can't use the store: another secret, or a newer format. */
export class StoreRefusedError extends AppError {
	override readonly code: 'STORE_REFUSED' | 'SECRET_CHANGED' = 'STORE_REFUSED';
}

/** CLAIM_SECRET is being changed. That takes minutes and ends with a restart: members try again later. */
export class SecretChangedError extends StoreRefusedError {
	override readonly code = 'SECRET_CHANGED';
}

/** Reports a failure at run time that the bot can't recover from: it has to end. */
export type Fail = (error: Error) => void;

/** From sysexits.h, so that a supervisor can tell failures that only a person can fix (78) from passing ones. */
export const exitCodes = {
	ok: 0,
	trouble: 1,
	usage: 64,
	data: 65,
	unavailable: 69,
	internal: 70,
	unwritable: 73,
	config: 78,
	interrupted: 130,
} as const;

/** The code of a driver's or the system's error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

const codePattern = /^[A-Z0-9_]{3,40}$/;
const maxCauses = 5;

/** An error's code or type. Drivers' messages are left out: they may contain addresses, users and values. */
export function failureReason(error: unknown): string {
	const causes = causesOf(error);
	const root = causes.at(-1);
	for (const { code } of causes.filter((each) => !(each instanceof AppError)).toReversed()) {
		if (typeof code === 'string' && codePattern.test(code)) return code;
	}
	if (root === undefined) return 'unknown error';
	if (typeof root.status === 'number') return `HTTP ${root.status}`;
	if (root.name === 'AbortError' || /time(d )?out|^No response within/i.test(root.message))
		return 'timed out';
	if (/^Connection terminated/.test(root.message)) return 'connection closed';
	if (root instanceof AppError) return root.message;
	return root.constructor.name === 'Error' ? 'unknown error' : root.constructor.name;
}

/** The error and its causes, outermost first. */
function causesOf(
	error: unknown,
): readonly (Error & { readonly code?: unknown; readonly status?: unknown })[] {
	const causes: Error[] = [];
	let each = error;
	while (each instanceof Error && causes.length < maxCauses) {
		causes.push(each);
		// Node tries each address of a host name, and reports all failures together.
		each = each instanceof AggregateError ? each.errors[0] : each.cause;
	}
	return causes;
}
