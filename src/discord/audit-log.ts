import { type Client, RESTJSONErrorCodes } from 'discord.js';
import { translatorFor } from '../i18n/translator.js';
import type { Logger } from '../logger.js';
import { type AuditEvent, auditView } from '../views/audit-view.js';
import { type MessageView, noMentions } from '../views/message.js';
import { apiCodeOf, isPassing } from './api-errors.js';

const pausesMs = [1_000, 5_000, 30_000];
/** What waits in a guild for a channel that takes no messages; what is left out is in the log all the same. */
const longestBacklog = 500;
/** A channel that can't be written is left alone for so long: Discord counts refusals against the address. */
const leaveAloneMs = 60_000;
/** Discord's limit for the text of a message. */
const longestMessage = 2_000;
/** More never fit into one. */
const mostLines = 50;

export interface AuditLogOptions {
	readonly client: Client;
	/** A guild's channel; for undefined the one of those who run the bot. Undefined: nothing is written. */
	readonly channelOf: (guildId: string | undefined) => Promise<string | undefined>;
	readonly logger: Logger;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Resolves after so many milliseconds, early when the signal aborts. */
	readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What one guild has to be told. No guild waits for another one's channel. */
interface Lane {
	readonly waiting: AuditEvent[];
	work: Promise<void> | undefined;
	/** Since the last message something had to be left out. */
	isOverfull: boolean;
}

/**
 * Writes the audit channels, a line for each event and never in a buyer's way: `write` returns at once. Discord takes
 * about one message a second in a channel, so what comes while one is being sent goes together into the next. A
 * repeated message carries the same nonce, so that it is shown once.
 */
export class AuditLog {
	readonly #options: AuditLogOptions;
	readonly #stopping = new AbortController();
	readonly #lanes = new Map<string | undefined, Lane>();
	#sequence = 0;
	/** Channels that can't be written, and until when they are left alone. */
	readonly #troubled = new Map<string, number>();

	constructor(options: AuditLogOptions) {
		this.#options = options;
	}

	/** Tells the people who run the guild; undefined: the ones who run the bot. */
	write(guildId: string | undefined, event: AuditEvent): void {
		const lane = this.#lanes.get(guildId) ?? { waiting: [], work: undefined, isOverfull: false };
		this.#lanes.set(guildId, lane);
		if (lane.waiting.length < longestBacklog) lane.waiting.push(event);
		else if (!lane.isOverfull) {
			lane.isOverfull = true;
			this.#options.logger.warn({ guildId }, 'The audit channel takes no messages: some are left out');
		}
		lane.work ??= this.#work(guildId, lane);
	}

	/** Gives what waits one more try, and resolves when that is done. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		await Promise.all([...this.#lanes.values()].map(({ work }) => work));
	}

	async #work(guildId: string | undefined, lane: Lane): Promise<void> {
		while (lane.waiting.length > 0) {
			try {
				const channelId = await this.#options.channelOf(guildId);
				const isOut = channelId === undefined || this.#options.now() < (this.#troubled.get(channelId) ?? 0);
				if (isOut) lane.waiting.length = 0;
				else await this.#send(channelId, lane);
			} catch (error) {
				lane.waiting.shift();
				this.#options.logger.error({ err: error }, 'An audit message was lost');
			}
		}
		lane.work = undefined;
	}

	/** Sends as many of the lines as fit into a message, and takes them out of the lane whatever becomes of it. */
	async #send(channelId: string, lane: Lane): Promise<void> {
		this.#sequence += 1;
		// At most 25 characters; unique over restarts and processes within the minutes in which Discord compares.
		const nonce = `${this.#options.now().toString(36)}-${process.pid.toString(36)}-${this.#sequence.toString(36)}`;
		let count = Math.min(lane.waiting.length, mostLines);
		for (const pause of [...pausesMs, undefined]) {
			try {
				const channel = await this.#options.client.channels.fetch(channelId);
				if (!channel?.isSendable()) {
					this.#report(channelId, 'not-a-text-channel', leaveAloneMs);
					break;
				}
				const t = translatorFor(channel.isDMBased() ? 'en-US' : channel.guild.preferredLocale);
				const message = joined(lane.waiting.slice(0, count).map((event) => auditView(t, event)));
				count = message.count;
				await channel.send({ ...message.view, nonce, enforceNonce: true });
				this.#troubled.delete(channelId);
				lane.isOverfull = false;
				break;
			} catch (error) {
				const isLast = pause === undefined || this.#stopping.signal.aborted;
				if (!isPassing(error) || isLast) {
					this.#report(channelId, reasonOf(error), isPassing(error) ? 0 : leaveAloneMs);
					break;
				}
				await this.#options.delay(pause, this.#stopping.signal);
			}
		}
		lane.waiting.splice(0, count);
	}

	/** Told once until it works again: a missing channel is for people to mend, not for the log to fill with. */
	#report(channelId: string, reason: string, pauseMs: number): void {
		const isKnown = this.#troubled.has(channelId);
		this.#troubled.set(channelId, this.#options.now() + pauseMs);
		if (!isKnown) this.#options.logger.error({ reason, channelId }, 'The audit channel cannot be written');
	}
}

/** The first message, with the lines of as many of the others as fit beside it. */
function joined([first = { allowedMentions: noMentions }, ...others]: readonly MessageView[]): {
	view: MessageView;
	count: number;
} {
	let content = first.content ?? '';
	let count = 1;
	for (const other of others) {
		const longer = `${content}\n${other.content ?? ''}`;
		if (longer.length > longestMessage) break;
		content = longer;
		count += 1;
	}
	return { view: { ...first, content }, count };
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
