import type { Client } from 'discord.js';
import type { AuditChannel } from '../../guilds/audit-channels.js';
import { translatorFor } from '../../i18n/translator.js';
import type { DisputeBoard, DisputeFacts } from '../../moderation/disputes/dispute-facts.js';
import {
	disputeCardView,
	disputeContent,
	disputeReminderView,
} from '../../views/channels/dispute-card-view.js';
import { asPage } from '../../views/kit/message.js';
import { apiCodeOf, cannotEditCodes, cannotPostCodes } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { sendableIn } from '../guilds/sendable-in.js';
import type { MentionIn } from '../registration/command-mentions.js';
import type { PeopleOfDisputes } from './people-of-disputes.js';

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
		async post(place, facts, nonce) {
			try {
				const found = await open(place);
				if (found === undefined) return undefined;
				const content = disputeContent(found.t, facts);
				const { id } = await found.channel.send({ ...content, nonce, enforceNonce: true });
				await dress(found, id, facts);
				return id;
			} catch (error) {
				if (cannotPostCodes.has(apiCodeOf(error))) return undefined;
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
				if (cannotEditCodes.has(apiCodeOf(error))) return 'gone';
				if (cannotPostCodes.has(apiCodeOf(error))) return 'refused';
				throw error;
			}
		},

		async remind(place, reference, nonce) {
			try {
				const found = await open(place);
				if (found === undefined) return;
				await found.channel.send({ ...disputeReminderView(found.t, reference), nonce, enforceNonce: true });
			} catch (error) {
				if (!cannotPostCodes.has(apiCodeOf(error))) throw error;
			}
		},
	};
}
