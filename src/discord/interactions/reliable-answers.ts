import { TooLate } from '../connection/answer-queue.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';

/** Another process on the same token has answered this interaction: this one stays silent. */
export class AnsweredElsewhere extends Error {}

export interface AnswersHooks {
	/** Discord no longer knows the interaction, or its time has passed: no answer can reach the member any more. */
	onLost(code: number | undefined): void;
	/** Discord has the first answer. */
	onAcknowledged(): void;
	onPassing(error: unknown): void;
	/** Discord refused a message as ill-formed; it is retried once without links and pictures. */
	onRefused(error: unknown): void;
	/** Every attempt has failed: the member never gets an answer. */
	onUndelivered(error: unknown): void;
	delay(ms: number): Promise<void>;
}

const editPausesMs = [300, 1_000, 3_000];

/**
 * Sends one interaction's answers so that Discord's random failures neither lose the work nor show an answer twice.
 * Discord sometimes responds 10062 to a fast bot; a dropped connection may or may not have delivered the answer.
 */
export class Answers {
	readonly #hooks: AnswersHooks;
	#acknowledged = false;
	#lost = false;

	constructor(hooks: AnswersHooks) {
		this.#hooks = hooks;
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
				this.#hooks.onAcknowledged();
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
				if (code === undefined) this.#hooks.onPassing(error);
				this.#acknowledged = true;
				if (code === apiCodes.alreadyAcknowledged) return;
			}
		}
	}

	/** Notes that Discord has refused a message for its form. */
	refused(error: unknown): void {
		this.#hooks.onRefused(error);
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
				this.#hooks.onPassing(error);
				if (pause === undefined) {
					if (instead === undefined) this.#hooks.onUndelivered(error);
					else await this.later(instead, false);
					return;
				}
				await this.#hooks.delay(pause);
			}
		}
	}

	#loseWith(code: number | undefined): void {
		this.#acknowledged = true;
		this.#lost = true;
		this.#hooks.onLost(code);
	}
}

const goneCodes = new Set<number>([
	apiCodes.unknownInteraction,
	apiCodes.unknownWebhook,
	apiCodes.unknownMessage,
	apiCodes.invalidWebhookToken,
]);
