import { type Client, type SendableChannels, SnowflakeUtil } from 'discord.js';
import type { AuditChannel } from '../../guilds/audit-channels.js';
import { translatorFor } from '../../i18n/translator.js';
import type { DisputeBoard } from '../../moderation/disputes/dispute-board.js';
import type { DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import {
	type DisputePeople,
	disputeCardView,
	disputeContent,
	disputeReminderView,
} from '../../views/channels/dispute-card-view.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { fetchGuild, sendableIn } from '../guilds/fetch-guild.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** What Discord tells of the people of a dispute; what it doesn't tell now is left out. Never rejects. */
export function createDisputePeople(
	client: Client,
	homeId: () => string | undefined,
	thumbnailOf: (itemId: number) => string | undefined,
) {
	return async (facts: DisputeFacts): Promise<DisputePeople> => {
		const names = new Map<string, string>();
		const [holder] = facts.holders;
		const look = async (guildId: string | undefined, userId: string | undefined) => {
			if (guildId === undefined || userId === undefined || !/^\d+$/.test(userId)) return undefined;
			const guild = await fetchGuild(client, guildId).catch(() => undefined);
			if (guild === undefined) return undefined;
			const member = await guild.members.fetch({ user: userId, cache: false }).catch(() => undefined);
			if (member !== undefined) names.set(userId, member.displayName);
			return member;
		};
		const [claimant] = await Promise.all([
			look(facts.guildId, facts.claimantId),
			look(homeId(), holder?.userId),
		]);
		const isKnown = /^\d+$/.test(facts.claimantId);
		return {
			nameOf: (userId) => names.get(userId),
			joinedAt: claimant?.joinedTimestamp ?? undefined,
			createdAt: isKnown ? SnowflakeUtil.timestampFrom(facts.claimantId) : undefined,
			thumbnailUrl: facts.item && thumbnailOf(facts.item.id),
		};
	};
}

/** The staff's cards, in home's language. */
export function createDisputeBoard(
	client: Client,
	peopleOf: (facts: DisputeFacts) => Promise<DisputePeople>,
	mentionIn: MentionIn,
): DisputeBoard {
	const open = async ({ guildId, channelId }: AuditChannel) => {
		const channel = await sendableIn(client, { guildId, channelId });
		if (channel === undefined) return undefined;
		return { channel, t: translatorFor(channel.guild.preferredLocale, mentionIn(guildId)) };
	};
	const dress = async (
		{ channel, t }: NonNullable<Awaited<ReturnType<typeof open>>>,
		messageId: string,
		facts: DisputeFacts,
	): Promise<void> => {
		const view = disputeCardView(t, facts, await peopleOf(facts));
		await sendWithLinkFallback(
			view,
			() => undefined,
			(it) => edit(channel, messageId, it),
			() => {},
		);
	};
	return {
		async post(place, facts, nonce) {
			try {
				const found = await open(place);
				if (found === undefined) return undefined;
				const content = disputeContent(found.t, facts);
				const { id } = await found.channel.send({ ...content, nonce, enforceNonce: true });
				await dress(found, id, facts);
				return id;
			} catch (error) {
				if (refusedCodes.has(apiCodeOf(error))) return undefined;
				throw error;
			}
		},

		async show(place, messageId, facts) {
			try {
				const found = await open(place);
				if (found === undefined) return 'refused';
				await dress(found, messageId, facts);
				return 'shown';
			} catch (error) {
				if (apiCodeOf(error) === apiCodes.unknownMessage) return 'gone';
				if (refusedCodes.has(apiCodeOf(error))) return 'refused';
				throw error;
			}
		},

		async remind(place, reference, nonce) {
			try {
				const found = await open(place);
				if (found === undefined) return;
				await found.channel.send({ ...disputeReminderView(found.t, reference), nonce, enforceNonce: true });
			} catch (error) {
				if (!refusedCodes.has(apiCodeOf(error))) throw error;
			}
		},
	};
}

const refusedCodes: ReadonlySet<number | undefined> = new Set([
	apiCodes.unknownChannel,
	apiCodes.missingAccess,
	apiCodes.missingPermissions,
]);

/** A message that was sent as content becomes one of components. */
async function edit(
	channel: SendableChannels,
	messageId: string,
	view: ReturnType<typeof disputeCardView>,
): Promise<void> {
	await channel.messages.edit(messageId, { ...view, content: null, embeds: [] });
}
