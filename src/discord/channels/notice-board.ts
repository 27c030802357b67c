import type { Client, DMChannel, Message } from 'discord.js';
import type { LinksOfServers } from '../../guilds/server-links.js';
import { translatorFor } from '../../i18n/translator.js';
import type { AddressedNotice, NoticeBoard } from '../../notifications/notice.js';
import { noticeContent, noticeView } from '../../views/channels/notice-view.js';
import { asPage } from '../../views/kit/message.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** How many recent messages are searched for an earlier attempt. */
const lookedThrough = 20;
/** Tolerated difference to Discord's clock. */
const skewMs = 60_000;

/** The user accepts no messages, or shares no server with the bot any more. */
const closedCodes: ReadonlySet<number | undefined> = new Set([
	apiCodes.cannotMessageUser,
	apiCodes.noMutualGuilds,
	apiCodes.unknownUser,
	apiCodes.missingAccess,
]);

/** Direct messages, in the language of the server they are about: Discord doesn't give bots the user's own locale. */
export function createNoticeBoard(
	client: Client,
	links: Pick<LinksOfServers, 'of'>,
	mentionIn: MentionIn,
): NoticeBoard {
	const wordsFor = async ({ guildId, notice }: AddressedNotice) => {
		const guild = client.guilds.cache.get(guildId);
		const t = translatorFor(guild?.preferredLocale, mentionIn(guildId));
		const place = { guildId, serverName: guild?.name ?? '', links: await links.of(guildId) };
		return { t, place, content: noticeContent(t, notice, place) };
	};
	return {
		async find(addressed, since) {
			const { content } = await wordsFor(addressed);
			try {
				const channel = await client.users.createDM(addressed.userId);
				const message = await findEarlier(channel, content.content ?? '', since);
				return message && { kind: 'sent', channelId: channel.id, messageId: message.id };
			} catch (error) {
				const code = apiCodeOf(error);
				if (closedCodes.has(code)) return undefined;
				if (code === apiCodes.openingMessagesTooFast) return { kind: 'too-fast' };
				throw error;
			}
		},

		async send(addressed, nonce) {
			const { content } = await wordsFor(addressed);
			try {
				const channel = await client.users.createDM(addressed.userId);
				const message = await channel.send({ ...content, nonce, enforceNonce: true });
				return { kind: 'sent', channelId: channel.id, messageId: message.id };
			} catch (error) {
				const code = apiCodeOf(error);
				if (closedCodes.has(code)) return { kind: 'closed' };
				// A limit of the bot, not of the member.
				if (code === apiCodes.openingMessagesTooFast) return { kind: 'too-fast' };
				throw error;
			}
		},

		async dress(addressed, _, messageId) {
			const { t, place } = await wordsFor(addressed);
			const view = noticeView(t, addressed.notice, place);
			try {
				const channel = await client.users.createDM(addressed.userId);
				await sendWithLinkFallback(view, (it) => channel.messages.edit(messageId, asPage(it)));
			} catch (error) {
				// The message as sent is still correct.
				if (apiCodeOf(error) === undefined) throw error;
			}
		},
	};
}

async function findEarlier(channel: DMChannel, content: string, since: number): Promise<Message | undefined> {
	const latest = await channel.messages.fetch({ limit: lookedThrough, cache: false });
	return latest.find(
		(message) =>
			message.author.id === message.client.user.id &&
			message.createdTimestamp >= since - skewMs &&
			message.content === content,
	);
}
