import { type Client, SnowflakeUtil } from 'discord.js';
import type { AuditChannel } from '../../guilds/guild-settings.js';
import { translatorFor } from '../../i18n/translator.js';
import type { Catalog } from '../../marketplace/catalog.js';
import type { DisputeBoard, DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import {
	type DisputePeople,
	disputeCardView,
	disputeContent,
	disputeReminderView,
} from '../../views/channels/dispute-card-view.js';
import { asPage } from '../../views/kit/message.js';
import { cannotEditCodes, cannotPostCodes, unlessRejected } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import type { MemberNames } from '../guilds/member-names.js';
import { sendableIn } from '../guilds/sendable-in.js';
import type { MentionIn } from '../registration/command-mentions.js';

type Shown = Awaited<ReturnType<DisputeBoard['show']>>;

/** The staff's cards, in the language of their server. */
export function createDisputeBoard(
	client: Client,
	peopleOf: PeopleOfDisputes,
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
		await sendWithLinkFallback(view, (it) => channel.messages.edit(messageId, asPage(it)));
	};
	return {
		post: (place, facts, nonce) =>
			unlessRejected(cannotPostCodes, undefined, async () => {
				const found = await open(place);
				if (found === undefined) return undefined;
				const content = disputeContent(found.t, facts);
				const { id } = await found.channel.send({ ...content, nonce, enforceNonce: true });
				await dress(found, id, facts);
				return id;
			}),

		show: (place, messageId, facts) =>
			unlessRejected<Shown>(cannotPostCodes, 'refused', () =>
				unlessRejected<Shown>(cannotEditCodes, 'gone', async () => {
					const found = await open(place);
					if (found === undefined) return 'refused';
					await dress(found, messageId, facts);
					return 'shown';
				}),
			),

		remind: (place, reference, nonce) =>
			unlessRejected(cannotPostCodes, undefined, async () => {
				const found = await open(place);
				await found?.channel.send({ ...disputeReminderView(found.t, reference), nonce, enforceNonce: true });
			}),
	};
}

/** Names and roles of the people in a dispute. Omits whatever Discord doesn't return. Never rejects. */
export type PeopleOfDisputes = (facts: DisputeFacts) => Promise<DisputePeople>;

export function peopleOfDisputes(
	client: Client,
	{ catalog, memberNames }: { catalog: Pick<Catalog, 'get'>; memberNames: Pick<MemberNames, 'of'> },
): PeopleOfDisputes {
	return async (facts) => {
		const displayNames = new Map<string, string>();
		const { holders, claimantId, asked, decided } = facts;
		const [holder] = holders;
		const look = async (guildId: string, userId: string | undefined) => {
			if (userId === undefined || !/^\d+$/.test(userId)) return undefined;
			const guild = client.guilds.cache.get(guildId);
			if (guild === undefined) return undefined;
			const member = await guild.members.fetch({ user: userId, cache: false }).catch(() => undefined);
			if (member !== undefined) displayNames.set(userId, member.displayName);
			return member;
		};
		const [claimant] = await Promise.all([
			look(facts.guildId, claimantId),
			look(facts.guildId, holder?.userId),
		]);
		// Last, because the members just fetched are now cached.
		const shown = [claimantId, asked?.holderId, decided?.holderId, decided?.by];
		const nameOf = await memberNames.of([...shown, ...holders.map(({ userId }) => userId)]);
		const isKnown = /^\d+$/.test(claimantId);
		return {
			nameOf,
			displayNameOf: (userId) => displayNames.get(userId),
			joinedAt: claimant?.joinedTimestamp ?? undefined,
			createdAt: isKnown ? SnowflakeUtil.timestampFrom(claimantId) : undefined,
			thumbnailUrl: facts.item && catalog.get(facts.item.id)?.thumbnailUrl,
		};
	};
}
