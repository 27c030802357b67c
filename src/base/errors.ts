/**
 * The errors of a broken world. What a person can act on is never thrown: it is a returned outcome.
 * User-facing text is chosen from `code`, never from `message`.
 */
export abstract class AppError extends Error {
	/** A literal that the dispatcher and the exit code are chosen by. */
	abstract readonly code: string;

	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = new.target.name;
	}
}

/** The environment is wrong. `problems` lists every fault at once, each with where to find the right value. */
export class ConfigError extends AppError {
	override readonly code = 'CONFIG';
	readonly problems: readonly string[];

	constructor(problems: readonly string[]) {
		super(`The configuration has ${problems.length} problem(s)`);
		this.problems = problems;
	}
}

/** The store did not answer, or refused a read or a write. Nothing may be assumed about what it holds. */
export class StoreUnavailableError extends AppError {
	override readonly code = 'STORE_UNAVAILABLE';
}

/** A stored value does not have the shape that its key promises. */
export class StoreCorruptError extends AppError {
	override readonly code = 'STORE_CORRUPT';
}

/** The store cannot be used by this bot as it is configured: another secret, or a newer format. */
export class StoreRefusedError extends AppError {
	override readonly code: 'STORE_REFUSED' | 'SECRET_CHANGED' = 'STORE_REFUSED';
}

/**
 * CLAIM_SECRET is being changed, or was since the bot started. Members try again later: the change takes minutes, and
 * ends with a restart of the bot.
 */
export class SecretChangedError extends StoreRefusedError {
	override readonly code = 'SECRET_CHANGED';
}
