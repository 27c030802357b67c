/**
 * Errors that a person can't act on; actionable outcomes are returned instead.
 * User-facing text is chosen from `code`, never from `message`.
 */
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
