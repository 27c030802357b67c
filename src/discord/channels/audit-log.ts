import { type Client, RESTJSONErrorCodes, type SendableChannels } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { AuditChannel, auditChannels } from '../../guilds/audit-channels.js';
import type { GuildSettings } from '../../guilds/guild-settings.js';
import { translatorFor } from '../../i18n/translator.js';
import type { RefusedCallBudget } from '../../roles/refused-call-budget.js';
import { auditLinesView } from '../../views/channels/audit-lines-view.js';
import type { AuditEvent, NameClaim } from '../../views/channels/audit-view.js';
import type { MessageView } from '../../views/kit/message.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';
import { sendableIn } from '../guilds/fetch-guild.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { AuditGrouping, type Fold } from './audit-grouping.js';

const pausesMs = [1_000, 5_000, 30_000];
/** The queue for a guild whose channel takes no messages; what is dropped is still in the log. */
const longestBacklog = 500;
/** What staff did is kept far longer; but anybody with a server of their own is staff there. */
const longestStaffBacklog = 5_000;
/** How long an unwritable channel is left alone: Discord counts refusals against the IP address. */
const leaveAloneMs = 60_000;
/** What comes so soon after a message goes together into the next: a line each would be a request each. */
const gatherMs = 1_000;
/** More never fit into one. */
const mostLines = 50;

export interface AuditLogOptions {
	readonly client: Client;
	/** A guild's channel; for undefined the one of those who run the bot. Undefined: nothing is written. */
	readonly channelOf: ReturnType<typeof auditChannels>;
	readonly callBudget: Pick<RefusedCallBudget, 'attempt'>;
	/** How commands are named in a guild. */
	readonly mentionIn: MentionIn;
	/** What a guild's staff may be told of claims, by their hashes. Never rejects. */
	readonly nameClaims: (guildId: string, hashes: readonly string[]) => Promise<NameClaim>;
	/** Called when a guild's channel is found to take no messages, and when it takes them. */
	readonly onTroubled: (channel: AuditChannel) => void;
	readonly onWritable: (channel: AuditChannel) => void;
	readonly logger: Logger;
	readonly clock: Clock;
}

type AuditLine = AuditEvent | Fold;

/** The queue of one guild. No guild waits for another one's channel. */
interface ChannelLane {
	readonly waiting: AuditLine[];
	readonly folds: AuditGrouping;
	work: Promise<void> | undefined;
	/** The channel as the writer of the last line has just read it: for the next message alone. */
	read: { readonly channel: AuditChannel | undefined } | undefined;
	/** When the last message was sent. */
	sentAt: number;
	/** Since the last message something had to be left out. */
	isOverfull: boolean;
}

/**
 * Writes the audit channels, a line for each event and never in a buyer's way: `write` returns at once. Discord takes
 * about one message a second in a channel, so what comes within a second of one goes together into the next, and a
 * flood of one kind becomes one line. A retried message has the same nonce, so that it is shown once.
 */
export class AuditLog {
	readonly #options: AuditLogOptions;
	readonly #stopping = new AbortController();
	/** By the guild, or by the guild and a channel of it. */
	readonly #lanes = new Map<string, ChannelLane>();
	#sequence = 0;
	/** Channels that can't be written, and until when they are left alone. */
	readonly #troubled = new Map<string, number>();

	constructor(options: AuditLogOptions) {
		this.#options = options;
	}

	/**
	 * Tells the people who run the guild; undefined: the ones who run the bot. `settings`: those of a served guild, if the
	 * caller has just read them.
	 */
	write(
		guildId: string | undefined,
		event: AuditEvent,
		settings?: Pick<GuildSettings, 'auditChannelId'>,
	): void {
		const read = guildId === undefined || settings === undefined ? undefined : readChannel(guildId, settings);
		this.#write(guildId ?? '', event, () => this.#options.channelOf(guildId), read);
	}

	/** Tells a channel of the guild that is, or was until now, its audit channel. */
	writeInto(guildId: string, channelId: string, event: AuditEvent): void {
		this.#write(`${guildId}:${channelId}`, event, async () => ({ guildId, channelId }));
	}

	#write(
		key: string,
		event: AuditEvent,
		channelOf: () => Promise<AuditChannel | undefined>,
		read?: ChannelLane['read'],
	): void {
		const lane = this.#lanes.get(key) ?? newLane();
		this.#lanes.set(key, lane);
		lane.read = read;
		const line = lane.folds.take(event, this.#options.clock.now());
		if (line === undefined) return;
		const longest = isMembersDoing(line) ? longestBacklog : longestStaffBacklog;
		if (lane.waiting.length < longest) lane.waiting.push(line);
		else this.#leaveOut(key, lane, line);
		lane.work ??= this.#work(channelOf, lane);
	}

	#leaveOut(key: string, lane: ChannelLane, line: AuditLine): void {
		if (line.kind === 'fold') line.isWaiting = false;
		if (lane.isOverfull) return;
		lane.isOverfull = true;
		this.#options.logger.warn({ lane: key }, 'The audit channel takes no messages: some are left out');
	}

	/** Attempts the queue once more, and resolves when that is done. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		await Promise.all([...this.#lanes.values()].map(({ work }) => work));
	}

	async #work(channelOf: () => Promise<AuditChannel | undefined>, lane: ChannelLane): Promise<void> {
		while (lane.waiting.length > 0) {
			try {
				await this.#gather(lane);
				const { read } = lane;
				lane.read = undefined;
				const place = read === undefined ? await channelOf() : read.channel;
				if (place === undefined) drop(lane, lane.waiting.length);
				else if (this.#options.clock.now() < (this.#troubled.get(place.channelId) ?? 0)) {
					// What staff did is told with the next line after the rest.
					dropMembersLines(lane, lane.waiting.length);
					break;
				} else {
					const isSent = await this.#options.callBudget.attempt(false, () => this.#send(place, lane));
					// Undefined: the refusal budget is spent at present, so this waits for the next line.
					if (isSent === undefined || (!isSent && this.#stopping.signal.aborted)) break;
				}
			} catch (error) {
				drop(lane, 1);
				this.#options.logger.error({ err: error }, 'An audit message was lost');
			}
		}
		lane.work = undefined;
	}

	async #gather(lane: ChannelLane): Promise<void> {
		const { now, delay } = this.#options.clock;
		const sinceMs = Math.max(0, now() - lane.sentAt);
		if (sinceMs < gatherMs) await delay(gatherMs - sinceMs, this.#stopping.signal);
	}

	/**
	 * Sends as many of the lines as fit into a message, and takes them out of the lane; where that fails, what staff did
	 * stays in it. Resolves to whether it was sent.
	 */
	async #send({ guildId, channelId }: AuditChannel, lane: ChannelLane): Promise<boolean> {
		this.#sequence += 1;
		// At most 25 characters; unique across restarts and processes within the minutes in which Discord compares.
		const nonce = `${this.#options.clock.now().toString(36)}-${process.pid.toString(36)}-${this.#sequence.toString(36)}`;
		let count = 1;
		for (const pause of [...pausesMs, undefined]) {
			try {
				const channel = await sendableIn(this.#options.client, { guildId, channelId });
				if (channel === undefined) {
					this.#report({ guildId, channelId }, 'not-a-text-channel-of-this-server', leaveAloneMs);
					break;
				}
				const t = translatorFor(channel.guild.preferredLocale, this.#options.mentionIn(guildId));
				const [first] = lane.waiting;
				if (first?.kind === 'fold') {
					// From here on, what is added has to be sent once more.
					first.isWaiting = false;
					const { view } = auditLinesView(t, [first.event()], nothingNamed);
					await sendFold(channel, first, view, nonce);
				} else {
					const events = leadingEvents(lane);
					const nameClaim = await this.#namesIn(guildId, events);
					const message = auditLinesView(t, events, nameClaim);
					count = message.count;
					await channel.send({ ...message.view, nonce, enforceNonce: true });
				}
				this.#troubled.delete(channelId);
				this.#options.onWritable({ guildId, channelId });
				lane.isOverfull = false;
				lane.waiting.splice(0, count);
				lane.sentAt = this.#options.clock.now();
				return true;
			} catch (error) {
				const isLast = pause === undefined || this.#stopping.signal.aborted;
				if (!isPassing(error) || isLast) {
					this.#report({ guildId, channelId }, reasonOf(error), isPassing(error) ? 0 : leaveAloneMs);
					break;
				}
				await this.#options.clock.delay(pause, this.#stopping.signal);
			}
		}
		dropMembersLines(lane, count);
		return false;
	}

	/** Reads only the claims that come without their names. */
	async #namesIn(guildId: string, events: readonly AuditEvent[]): Promise<NameClaim> {
		const known = new Map(
			events.flatMap((event) =>
				event.kind === 'verified' && event.named !== undefined ? [[event.hash, event.named] as const] : [],
			),
		);
		const hashes = events.flatMap(hashOf);
		const read = hashes.length === 0 ? nothingNamed : await this.#options.nameClaims(guildId, hashes);
		return (hash) => read(hash) ?? known.get(hash);
	}

	/** Logged once until it works again: a missing channel is for people to fix, and must not flood the log. */
	#report(place: AuditChannel, reason: string, pauseMs: number): void {
		const { channelId } = place;
		const isKnown = this.#troubled.has(channelId);
		this.#troubled.set(channelId, this.#options.clock.now() + pauseMs);
		if (isKnown) return;
		this.#options.logger.error({ reason, channelId }, 'The audit channel cannot be written');
		if (pauseMs > 0) this.#options.onTroubled(place);
	}
}

function newLane(): ChannelLane {
	const sentAt = Number.NEGATIVE_INFINITY;
	return {
		waiting: [],
		folds: new AuditGrouping(),
		work: undefined,
		read: undefined,
		sentAt,
		isOverfull: false,
	};
}

function readChannel(
	guildId: string,
	{ auditChannelId }: Pick<GuildSettings, 'auditChannelId'>,
): ChannelLane['read'] {
	return { channel: auditChannelId === undefined ? undefined : { guildId, channelId: auditChannelId } };
}

/** The events that any member can cause, as often as they like. */
function isMembersDoing(line: AuditLine): boolean {
	return membersKinds.has(line.kind);
}

const membersKinds: ReadonlySet<AuditLine['kind']> = new Set<AuditLine['kind']>([
	'verified',
	'refused',
	'limit',
	'unlinked',
	'left',
	'data-deleted',
	'fold',
]);

function drop(lane: ChannelLane, count: number): AuditLine[] {
	const dropped = lane.waiting.splice(0, count);
	for (const line of dropped) if (line.kind === 'fold') line.isWaiting = false;
	return dropped;
}

/** Drops the first lines, but keeps what staff did for later. */
function dropMembersLines(lane: ChannelLane, count: number): void {
	lane.waiting.unshift(...drop(lane, count).filter((line) => !isMembersDoing(line)));
}

const nothingNamed: NameClaim = () => undefined;

/** The claims that have to be read for the line. */
function hashOf(event: AuditEvent): readonly string[] {
	if (event.kind === 'verified' && event.named !== undefined) return [];
	if (event.kind === 'moderation' || event.kind === 'checked') return [event.event.hash];
	return 'hash' in event && event.hash !== undefined ? [event.hash] : [];
}

function leadingEvents(lane: ChannelLane): AuditEvent[] {
	const events: AuditEvent[] = [];
	for (const line of lane.waiting.slice(0, mostLines)) {
		if (line.kind === 'fold') break;
		events.push(line);
	}
	return events;
}

/** Edits the message that stands for many events, or posts it where there is none (any more). */
async function sendFold(
	channel: SendableChannels,
	fold: Fold,
	view: MessageView,
	nonce: string,
): Promise<void> {
	if (fold.messageId !== undefined) {
		try {
			await channel.messages.edit(fold.messageId, { ...view });
			return;
		} catch (error) {
			if (apiCodeOf(error) !== apiCodes.unknownMessage) throw error;
		}
	}
	fold.messageId = (await channel.send({ ...view, nonce, enforceNonce: true })).id;
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
