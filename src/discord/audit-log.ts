import { type Client, RESTJSONErrorCodes } from 'discord.js';
import type { Logger } from '../logger.js';
import { type AuditEvent, auditView } from '../views/audit-view.js';
import { apiCodeOf, isPassing } from './api-errors.js';

const pausesMs = [1_000, 5_000, 30_000];
/** What waits for a channel that Discord doesn't take messages for; older lines are in the log all the same. */
const longestBacklog = 500;

/**
 * Writes the audit channel, one message at a time and never in a buyer's way: `write` returns at once. A repeated
 * message carries the same nonce, so that it is shown once.
 */
export class AuditLog {
	readonly #client: Client;
	readonly #channelId: string | undefined;
	readonly #logger: Logger;
	readonly #delay: (ms: number) => Promise<void>;
	#last: Promise<void> = Promise.resolve();
	#backlog = 0;
	#sequence = 0;
	#reported = false;

	constructor(options: {
		client: Client;
		/** Undefined: nothing is written. */
		channelId: string | undefined;
		logger: Logger;
		delay: (ms: number) => Promise<void>;
	}) {
		this.#client = options.client;
		this.#channelId = options.channelId;
		this.#logger = options.logger;
		this.#delay = options.delay;
	}

	write(event: AuditEvent): void {
		if (this.#channelId === undefined || this.#backlog >= longestBacklog) return;
		const channelId = this.#channelId;
		this.#backlog += 1;
		this.#sequence += 1;
		// At most 25 characters; unique over restarts and processes within the minutes in which Discord compares.
		const nonce = `${Date.now().toString(36)}-${process.pid.toString(36)}-${this.#sequence.toString(36)}`;
		this.#last = this.#last
			.then(() => this.#send(channelId, event, nonce))
			.finally(() => (this.#backlog -= 1));
	}

	/** Resolves when everything written so far has been sent or given up. */
	async flush(): Promise<void> {
		await this.#last;
	}

	async #send(channelId: string, event: AuditEvent, nonce: string): Promise<void> {
		for (const pause of [...pausesMs, undefined]) {
			try {
				const channel = await this.#client.channels.fetch(channelId);
				if (!channel?.isSendable()) return this.#report('not-a-text-channel');
				await channel.send({ ...auditView(event), nonce, enforceNonce: true });
				this.#reported = false;
				return;
			} catch (error) {
				if (!isPassing(error) || pause === undefined) return this.#report(reasonOf(error));
				await this.#delay(pause);
			}
		}
	}

	/** Once until it works again: a missing channel is for the operator to mend, not for the log to fill with. */
	#report(reason: string): void {
		if (!this.#reported)
			this.#logger.error({ reason, channelId: this.#channelId }, 'The audit channel cannot be written');
		this.#reported = true;
	}
}

function reasonOf(error: unknown): string {
	switch (apiCodeOf(error)) {
		case RESTJSONErrorCodes.UnknownChannel:
			return 'unknown-channel';
		case RESTJSONErrorCodes.MissingAccess:
			return 'missing-access';
		case RESTJSONErrorCodes.MissingPermissions:
			return 'missing-permissions';
		default:
			return error instanceof Error ? error.name : 'unknown';
	}
}
