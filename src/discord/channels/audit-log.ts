import type { Client, SendableChannels } from 'discord.js';
import { failureReason } from '../../base/errors.js';
import type { Places } from '../../floors.js';
import { translatorFor } from '../../i18n/translator.js';
import type { Audit, AuditEvent } from '../../messages/audit.js';
import type { AuditChannel } from '../../servers/guild-settings.js';
import { type EndedRoles, rolesEndedWith } from '../../services/moderation/moderated-roles.js';
import type { MessageView } from '../../ui/message.js';
import {
	type AuditNames,
	auditLinesView,
	membersIn,
	type NameClaim,
	type NamedClaim,
} from '../../ui/messages/audit.js';
import { cannotEditCodes, isPassing, unlessRejected } from '../connection/api-errors.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { AuditLane, type Fold } from './audit-lane.js';

const pausesMs = [1_000, 5_000, 30_000];
/** How long an unwritable channel is skipped: Discord counts rejections against the IP address. */
const leaveAloneMs = 60_000;
/** Lines within this time after a message are sent together, because each message is a request. */
const gatherMs = 1_000;

export interface AuditFloor
	extends Pick<
		Places,
		'alerts' | 'claims' | 'clock' | 'discord' | 'guilds' | 'logger' | 'refusedRequests' | 'served'
	> {
	readonly client: Client;
	readonly mentionIn: MentionIn;
}

/**
 * Writes the audit channels, one line per event. `write` returns immediately, so members never wait for it. Discord
 * accepts about one message a second per channel, so lines within a second of a message are sent together, and a flood
 * of one kind becomes one line. A retried message keeps its nonce, so that it appears once.
 */
export function auditLog(floor: AuditFloor): Audit & { stop(): Promise<void> } {
	const { client, mentionIn, claims, clock, discord, guilds, logger } = floor;
	const { alerts, served, refusedRequests } = floor;
	const stopping = new AbortController();
	/** By guild, or by guild and channel. */
	const lanes = new Map<string, AuditLane>();
	let sequence = 0;
	/** Unwritable channels, with the time until which they are skipped: 0 if each failure was a passing one. */
	const troubled = new Map<string, number>();

	/** Outcomes of verifications have a line in the log with more about them. */
	function note(guildId: string | readonly string[], event: AuditEvent): void {
		if (event.kind === 'verified' || event.kind === 'refused') return;
		// Staff may have typed anything as their reason.
		const about = event.kind === 'moderation' ? { ...event.event, why: undefined } : event;
		logger.info({ guildId, ...about, kind: event.kind }, 'An event for the audit channel');
	}

	function queue(
		key: string,
		event: AuditEvent,
		channelOf: () => Promise<AuditChannel | undefined>,
		read?: AuditLane['read'],
	): void {
		const lane = lanes.get(key) ?? new AuditLane();
		lanes.set(key, lane);
		lane.read = read;
		if (!lane.add(event, clock.now())) return;
		// Not at once: without a channel it would end, and reset this, before it is set.
		lane.work ??= Promise.resolve().then(() => work(channelOf, lane));
	}

	async function work(channelOf: () => Promise<AuditChannel | undefined>, lane: AuditLane): Promise<void> {
		while (lane.size > 0) {
			try {
				const sinceMs = Math.max(0, clock.now() - lane.sentAt);
				if (sinceMs < gatherMs) await clock.delay(gatherMs - sinceMs, stopping.signal);
				const { read } = lane;
				lane.read = undefined;
				const place = read === undefined ? await channelOf() : read.channel;
				if (place === undefined) lane.drop(lane.size);
				else if (clock.now() < (troubled.get(place.channelId) ?? 0)) {
					// Staff actions are written with the next line.
					lane.dropMembersLines(lane.size);
					break;
				} else {
					const isSent = await refusedRequests.attempt(false, () => send(place, lane));
					// Undefined means that the refusal budget is spent for now, so this waits for the next line.
					if (isSent === undefined || (!isSent && stopping.signal.aborted)) break;
				}
			} catch (error) {
				lane.drop(1);
				logger.error({ err: error }, 'An audit message was lost');
			}
		}
		lane.work = undefined;
	}

	/** Sends the lines of one message, and removes them. False after a failure; then staff actions stay in the lane. */
	async function send({ guildId, channelId }: AuditChannel, lane: AuditLane): Promise<boolean> {
		sequence += 1;
		// At most 25 characters; unique across restarts and processes within the minutes in which Discord compares
		// nonces.
		const nonce = `${clock.now().toString(36)}-${process.pid.toString(36)}-${sequence.toString(36)}`;
		// Read once: of two messages with the same nonce, Discord shows the first.
		const { events, fold } = lane.next();
		let message: ReturnType<typeof auditLinesView> | undefined;
		for (const pause of [...pausesMs, undefined]) {
			try {
				const channel = await sendableIn(client, { guildId, channelId });
				if (channel === undefined) {
					report({ guildId, channelId }, 'not-a-text-channel-of-this-server', false);
					break;
				}
				const t = translatorFor(channel.guild.preferredLocale, mentionIn(guildId));
				message ??= auditLinesView(t, events, await namesIn(guildId, events));
				await sendLines(channel, message.view, nonce, fold);
				troubled.delete(channelId);
				// An earlier process may have raised it.
				if (guildId === served.ids[0] && alerts.isLastingIn(undefined, 'audit-unwritable'))
					void alerts.solve(undefined, 'audit-unwritable');
				lane.sent(message.count, clock.now());
				return true;
			} catch (error) {
				const isLast = pause === undefined || stopping.signal.aborted;
				if (!isPassing(error) || isLast) {
					report({ guildId, channelId }, failureReason(error), isPassing(error));
					break;
				}
				await clock.delay(pause, stopping.signal);
			}
		}
		lane.dropMembersLines(message?.count ?? 1);
		return false;
	}

	async function namesIn(guildId: string, events: readonly AuditEvent[]): Promise<AuditNames> {
		const nameClaim = await claimsIn(events);
		const members = events.flatMap((event) => membersIn(event, nameClaim));
		const nameOf = await discord.namesOf(members);
		return { nameClaim, nameOf, rolesOf: await rolesIn(guildId, events) };
	}

	/** A claim that can't be read has no name. */
	async function claimsIn(events: readonly AuditEvent[]): Promise<NameClaim> {
		const given = new Map<string, NamedClaim>();
		for (const event of events)
			if (event.kind === 'verified' && event.codeEnd)
				given.set(event.hash, { itemName: event.itemName, ending: event.codeEnd, holderIds: [event.userId] });
		const unread = new Set(events.flatMap(hashOf).filter((hash) => !given.has(hash)));
		const name = async (hash: string): Promise<NamedClaim | undefined> => {
			const [file, ending = ''] = await Promise.all([claims.moderated.byHash(hash), claims.endingOf(hash)]);
			const holderIds = file?.claims.map(({ holderId }) => holderId) ?? [];
			return file && { itemName: file.item.name, ending, holderIds };
		};
		const names = [...unread].map(async (hash) => [hash, await name(hash).catch(() => undefined)] as const);
		const named = new Map<string, NamedClaim | undefined>([...given, ...(await Promise.all(names))]);
		return (hash) => named.get(hash);
	}

	/** If they can't be read, the line says nothing about roles. */
	async function rolesIn(guildId: string, events: readonly AuditEvent[]) {
		const found = new Map<AuditEvent, EndedRoles>();
		for (const event of events) {
			if (!('ended' in event) || event.ended === undefined) continue;
			const member = { guildId, userId: event.userId };
			const roles = await rolesEndedWith(event.ended, member, floor).catch(() => undefined);
			if (roles !== undefined) found.set(event, roles);
		}
		return (event: AuditEvent) => found.get(event);
	}

	/** Logged once until it works again, and once more if it turns out to need a person: it must not flood the log. */
	function report({ guildId, channelId }: AuditChannel, reason: string, isPassing: boolean): void {
		const known = troubled.get(channelId);
		troubled.set(channelId, isPassing ? (known ?? 0) : clock.now() + leaveAloneMs);
		if (known !== undefined && (isPassing || known > 0)) return;
		logger.error({ reason, channelId }, 'The audit channel cannot be written to');
		if (!isPassing && guildId === served.ids[0])
			void alerts.raise(undefined, { kind: 'audit-unwritable', channelId });
	}

	return {
		write(guildIds, event, settings) {
			note(guildIds, event);
			for (const guildId of [guildIds].flat()) {
				const channelId = settings?.auditChannelId;
				const channel = channelId === undefined ? undefined : { guildId, channelId };
				queue(guildId, event, () => guilds.auditChannelOf(guildId), settings && { channel });
			}
		},

		writeInto: (guildId, channelId, event) =>
			queue(`${guildId}:${channelId}`, event, async () => ({ guildId, channelId })),

		/** Flushes the queue once more, and resolves when that is done. */
		async stop() {
			stopping.abort();
			await Promise.all([...lanes.values()].map(({ work }) => work));
		},
	};
}

function hashOf(event: AuditEvent): readonly string[] {
	if (event.kind === 'moderation' || event.kind === 'checked') return [event.event.hash];
	return 'hash' in event && event.hash !== undefined ? [event.hash] : [];
}

/** Posts the lines, or edits the message that their fold has, if it can still be edited. */
async function sendLines(channel: SendableChannels, view: MessageView, nonce: string, fold?: Fold) {
	const messageId = fold?.messageId;
	if (messageId !== undefined) {
		const edit = () => channel.messages.edit(messageId, { components: [], ...view });
		if ((await unlessRejected(cannotEditCodes, undefined, edit)) !== undefined) return;
	}
	const { id } = await channel.send({ ...view, nonce, enforceNonce: true });
	if (fold !== undefined) fold.messageId = id;
}

/** A writable channel of this guild, or undefined. Rejects with discord.js errors, as for a missing channel. */
export async function sendableIn(client: Client, { guildId, channelId }: AuditChannel) {
	const channel = client.guilds.cache.has(guildId) ? await client.channels.fetch(channelId) : undefined;
	if (!channel?.isSendable() || channel.isDMBased() || channel.guildId !== guildId) return undefined;
	return channel;
}
