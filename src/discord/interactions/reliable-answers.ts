import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { Metrics } from '../../operations/metrics.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';
import { TooLate } from '../connection/request-queue.js';

/** Another process on the same token has answered this interaction: this one stays silent. */
export class AnsweredElsewhere extends Error {}

export interface ReliableAnswersParts {
	/** The interaction's name in the metrics. */
	readonly name: string;
	/** The interaction's own. */
	readonly logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
	readonly metrics: Pick<Metrics, 'interactions' | 'took'>;
	readonly clock: Pick<Clock, 'delay'>;
}

const editPausesMs = [300, 1_000, 3_000];

/**
 * Sends one interaction's answers so that Discord's random failures neither lose the work nor show an answer twice.
 * Discord sometimes responds 10062 to a fast bot; a dropped connection may or may not have delivered the answer.
 */
export class ReliableAnswers {
	readonly #parts: ReliableAnswersParts;
	/** Milliseconds from any point in time. */
	readonly #startedAt = performance.now();
	#acknowledged = false;
	#lost = false;

	/** Create it when the interaction has been received: its acknowledgement is timed from then on. */
	constructor(parts: ReliableAnswersParts) {
		this.#parts = parts;
	}

	/** Whether a first answer has been given, or must be assumed to have been. */
	get acknowledged(): boolean {
		return this.#acknowledged;
	}

	/** Whether a later answer can still reach the member. */
	get lost(): boolean {
		return this.#lost;
	}

	/**
	 * The first answer. Rejects with AnsweredElsewhere where another process was first. Resolves although the member
	 * may not have been reached: the work goes on, a claim must not be lost with an answer.
	 */
	async first(send: () => Promise<unknown>): Promise<void> {
		for (const lastTry of [false, true]) {
			try {
				await send();
				this.#acknowledged = true;
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
				this.#acknowledged = true;
				if (code === apiCodes.alreadyAcknowledged) return;
			}
		}
	}

	/** Logs that Discord has refused a message for its form. */
	refused(error: unknown): void {
		const message = 'Discord refused an answer: it is sent without links and pictures';
		this.#parts.logger.warn({ err: error }, message);
	}

	/** Times what is done by now. */
	took(what: 'acknowledgement' | 'answer'): void {
		this.#parts.metrics.took(what, performance.now() - this.#startedAt);
	}

	/**
	 * Edits the answer, or sends a follow-up if `repeatable` is false, which would be seen twice. `instead` is sent
	 * if no attempt got through.
	 */
	async later(
		send: () => Promise<unknown>,
		repeatable: boolean,
		instead?: () => Promise<unknown>,
	): Promise<void> {
		if (this.#lost) return;
		for (const pause of repeatable ? [...editPausesMs, undefined] : [undefined]) {
			try {
				await send();
				return;
			} catch (error) {
				const code = apiCodeOf(error);
				if (error instanceof TooLate || (code !== undefined && goneCodes.has(code))) {
					this.#loseWith(code);
					return;
				}
				if (!isPassing(error)) throw error;
				this.#notePassing(error);
				if (pause === undefined) {
					if (instead === undefined)
						this.#parts.logger.error({ err: error }, 'An answer could not be delivered');
					else await this.later(instead, false);
					return;
				}
				await this.#parts.clock.delay(pause);
			}
		}
	}

	/** Discord no longer knows the interaction, or its time has passed: no answer can reach the member any more. */
	#loseWith(code: number | undefined): void {
		const { name, logger, metrics } = this.#parts;
		this.#acknowledged = true;
		this.#lost = true;
		logger.debug({ code }, 'Discord no longer takes an answer to this interaction');
		metrics.interactions.inc({ name, result: 'lost' });
	}

	#notePassing(error: unknown): void {
		this.#parts.logger.debug({ err: error }, 'An answer may not have reached Discord');
	}
}

const goneCodes = new Set<number>([
	apiCodes.unknownInteraction,
	apiCodes.unknownWebhook,
	apiCodes.unknownMessage,
	apiCodes.invalidWebhookToken,
]);
