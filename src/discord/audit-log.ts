import { type Client, RESTJSONErrorCodes } from 'discord.js';
import { translatorFor } from '../i18n/translator.js';
import type { Logger } from '../logger.js';
import { type AuditEvent, auditView } from '../views/audit-view.js';
import { apiCodeOf, isPassing } from './api-errors.js';

const pausesMs = [1_000, 5_000, 30_000];
/** What waits for a channel that Discord doesn't take messages for; older lines are in the log all the same. */
const longestBacklog = 500;

export interface AuditLogOptions {
	readonly client: Client;
	/** A guild's channel; for undefined the one of those who run the bot. Undefined: nothing is written. */
	readonly channelOf: (guildId: string | undefined) => Promise<string | undefined>;
	readonly logger: Logger;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Writes the audit channels, one message at a time and never in a buyer's way: `write` returns at once. A repeated
 * message carries the same nonce, so that it is shown once.
 */
export class AuditLog {
	readonly #options: AuditLogOptions;
	readonly #stopping = new AbortController();
	#last: Promise<void> = Promise.resolve();
	#backlog = 0;
	#sequence = 0;
	/** Channels whose trouble has been reported, until they work again. */
	readonly #reported = new Set<string>();

	constructor(options: AuditLogOptions) {
		this.#options = options;
	}

	/** Tells the people who run the guild; undefined: the ones who run the bot. */
	write(guildId: string | undefined, event: AuditEvent): void {
		if (this.#backlog >= longestBacklog) return;
		this.#backlog += 1;
		this.#sequence += 1;
		// At most 25 characters; unique over restarts and processes within the minutes in which Discord compares.
		const nonce = `${Date.now().toString(36)}-${process.pid.toString(36)}-${this.#sequence.toString(36)}`;
		this.#last = this.#last
			.then(() => this.#deliver(guildId, event, nonce))
			.catch((error) => this.#options.logger.error({ err: error }, 'An audit message was lost'))
			.finally(() => (this.#backlog -= 1));
	}

	/** Gives each message that waits one more try, and resolves when that is done. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		await this.#last;
	}

	async #deliver(guildId: string | undefined, event: AuditEvent, nonce: string): Promise<void> {
		const channelId = await this.#options.channelOf(guildId);
		if (channelId !== undefined) await this.#send(channelId, event, nonce);
	}

	async #send(channelId: string, event: AuditEvent, nonce: string): Promise<void> {
		for (const pause of [...pausesMs, undefined]) {
			try {
				const channel = await this.#options.client.channels.fetch(channelId);
				if (!channel?.isSendable()) return this.#report(channelId, 'not-a-text-channel');
				const locale = channel.isDMBased() ? 'en-US' : channel.guild.preferredLocale;
				await channel.send({ ...auditView(translatorFor(locale), event), nonce, enforceNonce: true });
				this.#reported.delete(channelId);
				return;
			} catch (error) {
				const isLast = pause === undefined || this.#stopping.signal.aborted;
				if (!isPassing(error) || isLast) return this.#report(channelId, reasonOf(error));
				await this.#options.delay(pause, this.#stopping.signal);
			}
		}
	}

	/** Once until it works again: a missing channel is for the operator to mend, not for the log to fill with. */
	#report(channelId: string, reason: string): void {
		if (this.#reported.has(channelId)) return;
		this.#reported.add(channelId);
		this.#options.logger.error({ reason, channelId }, 'The audit channel cannot be written');
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
