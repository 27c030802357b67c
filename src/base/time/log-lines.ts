import type { Clock } from '../clock.js';
import type { Logger } from '../logger.js';

const gatheredMs = 60_000;
/** References in one line; 64 million others exist, so a member's is never there by chance. */
const maxReferences = 500;

interface Gathered {
	readonly message: string;
	readonly reason: string;
	count: number;
	references: string[];
}

/**
 * Failures that an outage causes for one member after another: the first is logged immediately, and those of each minute
 * after it in one line with their count and their references, so that every reference is found in the log.
 */
export class GatheredLines {
	readonly #logger: Pick<Logger, 'error'>;
	readonly #clock: Pick<Clock, 'delay'>;
	readonly #stopping = new AbortController();
	readonly #open = new Map<string, Gathered>();

	constructor(logger: Pick<Logger, 'error'>, clock: Pick<Clock, 'delay'>) {
		this.#logger = logger;
		this.#clock = clock;
	}

	/**
	 * @param logger logs the first failure, with the fields of its own interaction, and the rest at `debug`
	 * @param reason one of a small set, such as `SQLITE_FULL` or `HTTP 503`
	 */
	note(
		logger: Pick<Logger, 'debug' | 'error'>,
		message: string,
		fields: { readonly reason: string; readonly reference?: string },
	): void {
		const { reason, reference } = fields;
		const key = `${message}: ${reason}`;
		const open = this.#open.get(key);
		if (open === undefined) {
			logger.error(fields, message);
			const gathered = { message, reason, count: 0, references: [] };
			this.#open.set(key, gathered);
			void this.#gather(key, gathered);
			return;
		}
		logger.debug(fields, message);
		open.count += 1;
		if (reference !== undefined && open.references.length < maxReferences) open.references.push(reference);
	}

	/** Logs what has been gathered. */
	stop(): void {
		this.#stopping.abort('stopped');
	}

	async #gather(key: string, gathered: Gathered): Promise<void> {
		do {
			gathered.count = 0;
			gathered.references = [];
			await this.#clock.delay(gatheredMs, this.#stopping.signal);
			const { message, reason, count, references } = gathered;
			if (count > 0) this.#logger.error({ reason, count, references }, message);
		} while (gathered.count > 0 && !this.#stopping.signal.aborted);
		this.#open.delete(key);
	}
}

const pauseMs = 60 * 60_000;

/** Repeated lines: at most one an hour about a failure. */
export class RareLines {
	readonly #clock: Pick<Clock, 'now'>;
	readonly #loggedAt = new Map<string, number>();

	constructor(clock: Pick<Clock, 'now'>) {
		this.#clock = clock;
	}

	/**
	 * @returns `level` if a line about this failure is due, else `debug`. `trouble`: one of a small, fixed set of keys.
	 */
	level<Level extends string>(trouble: string, level: Level): Level | 'debug' {
		const now = this.#clock.now();
		if (now - (this.#loggedAt.get(trouble) ?? Number.NEGATIVE_INFINITY) < pauseMs) return 'debug';
		this.#loggedAt.set(trouble, now);
		return level;
	}
}
