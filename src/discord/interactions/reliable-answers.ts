import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { Measures } from '../../base/measures.js';
import type { GatheredLines } from '../../base/time/gathered-lines.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';
import { TooLate } from '../connection/request-queue.js';

/** Another process with the same token has answered this interaction; this one stays silent. */
export class AnsweredElsewhere extends Error {}

export interface ReliableAnswersParts {
	readonly name: string;
	readonly logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
	readonly failures: Pick<GatheredLines, 'note'>;
	readonly metrics: Pick<Measures, 'interactions' | 'durations'>;
	readonly clock: Pick<Clock, 'delay'>;
}

const editPausesMs = [300, 1_000, 3_000];

/**
 * Sends an interaction's answers so that Discord's random failures neither lose the work nor show an answer twice.
 * Discord sometimes responds 10062 to a fast bot, and a dropped connection may or may not have delivered the answer.
 */
export class ReliableAnswers {
	readonly #parts: ReliableAnswersParts;
	readonly #startedAt = performance.now();
	/** True if a first response was sent or may have been delivered. */
	acknowledged = false;
	/** True if no later answer can reach the member. */
	lost = false;

	/** Create it on receipt of the interaction: its acknowledgement is timed from then on. */
	constructor(parts: ReliableAnswersParts) {
		this.#parts = parts;
	}

	/**
	 * Sends the first response. Rejects with AnsweredElsewhere if another process was faster. Resolves even if the
	 * member may not have been reached: the work goes on, so that a lost answer doesn't lose the claim.
	 */
	async first(send: () => Promise<unknown>): Promise<void> {
		for (const lastTry of [false, true]) {
			try {
				await send();
				this.acknowledged = true;
				this.took('acknowledgement');
				return;
			} catch (error) {
				const code = apiCodeOf(error);
				// On the retry, "already acknowledged" refers to our own first attempt, whose response was lost.
				if (code === apiCodes.alreadyAcknowledged && !lastTry) throw new AnsweredElsewhere();
				if (code === apiCodes.unknownInteraction || error instanceof TooLate) {
					this.#loseWith(code);
					return;
				}
				if (code !== apiCodes.alreadyAcknowledged && !isPassing(error)) throw error;
				if (code === undefined) this.#notePassing(error);
				this.acknowledged = true;
				if (code === apiCodes.alreadyAcknowledged) return;
			}
		}
	}

	refused(error: unknown): void {
		const message = 'Discord rejected a response. Sending it without links and images';
		this.#parts.logger.warn({ err: error }, message);
	}

	/** Records the time until the acknowledgement or answer. */
	took(what: 'acknowledgement' | 'answer'): void {
		this.#parts.metrics.durations[what].observe(performance.now() - this.#startedAt);
	}

	/**
	 * Edits the answer, or sends a follow-up. A retried follow-up could appear twice, so a public one is not `repeatable`.
	 * `instead` is sent if no attempt succeeded.
	 */
	async later(
		send: () => Promise<unknown>,
		repeatable: boolean,
		instead?: () => Promise<unknown>,
	): Promise<void> {
		if (this.lost) return;
		for (const pause of repeatable ? [...editPausesMs, undefined] : [undefined]) {
			try {
				await send();
				return;
			} catch (error) {
				const code = apiCodeOf(error);
				if (error instanceof TooLate || (code !== undefined && expiredCodes.has(code))) {
					this.#loseWith(code);
					return;
				}
				if (!isPassing(error)) throw error;
				this.#notePassing(error);
				if (pause === undefined) {
					if (instead === undefined) this.#noteUndelivered(error);
					else await this.later(instead, false);
					return;
				}
				await this.#parts.clock.delay(pause);
			}
		}
	}

	#loseWith(code: number | undefined): void {
		const { name, logger, metrics } = this.#parts;
		this.acknowledged = true;
		this.lost = true;
		logger.debug({ code }, 'Discord no longer accepts a response to this interaction');
		metrics.interactions.inc({ name, result: 'lost' });
	}

	#noteUndelivered(error: unknown): void {
		const { failures, logger } = this.#parts;
		failures.note(logger, 'A response could not be delivered', { reason: failureReason(error) });
	}

	#notePassing(error: unknown): void {
		this.#parts.logger.debug({ err: error }, 'A response may not have reached Discord');
	}
}

const expiredCodes = new Set<number>([
	apiCodes.unknownInteraction,
	apiCodes.unknownWebhook,
	apiCodes.unknownMessage,
	apiCodes.invalidWebhookToken,
]);
