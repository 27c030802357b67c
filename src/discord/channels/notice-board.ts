import type { Client, DMChannel, Message } from 'discord.js';
import type { LinksOfServers } from '../../guilds/server-links.js';
import { translatorFor } from '../../i18n/translator.js';
import type { NoticeBoard, Told } from '../../notifications/notices.js';
import { noticeContent, noticeView } from '../../views/channels/notice-view.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { fetchGuild } from '../guilds/fetch-guild.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** How many messages back an earlier attempt is looked for. */
const lookedThrough = 20;
/** How far Discord's clock may be off this one. */
const skewMs = 60_000;

/** The member can't be messaged: they accept no messages, or share no server with the bot any more. */
const closedCodes: ReadonlySet<number | undefined> = new Set([
	apiCodes.cannotMessageUser,
	apiCodes.noMutualGuilds,
	apiCodes.unknownUser,
	apiCodes.missingAccess,
]);

/** Direct messages, in the language of the server that each is about: Discord doesn't tell a bot the member's own. */
export function createNoticeBoard(
	client: Client,
	links: Pick<LinksOfServers, 'of'>,
	mentionIn: MentionIn,
): NoticeBoard {
	const wordsFor = async ({ guildId, notice }: Told) => {
		const guild = await fetchGuild(client, guildId);
		const t = translatorFor(guild?.preferredLocale ?? 'en-US', mentionIn(guildId));
		const place = { guildId, serverName: guild?.name ?? '', links: await links.of(guildId) };
		return { t, place, content: noticeContent(t, notice, place) };
	};
	return {
		async find(told, since) {
			const { content } = await wordsFor(told);
			try {
				const channel = await client.users.createDM(told.userId);
				const message = await findEarlier(channel, content.content ?? '', since);
				return message && { kind: 'sent', channelId: channel.id, messageId: message.id };
			} catch (error) {
				const code = apiCodeOf(error);
				if (closedCodes.has(code)) return undefined;
				if (code === apiCodes.openingMessagesTooFast) return { kind: 'too-fast' };
				throw error;
			}
		},

		async send(told, nonce) {
			const { content } = await wordsFor(told);
			try {
				const channel = await client.users.createDM(told.userId);
				const message = await channel.send({ ...content, nonce, enforceNonce: true });
				return { kind: 'sent', channelId: channel.id, messageId: message.id };
			} catch (error) {
				const code = apiCodeOf(error);
				if (closedCodes.has(code)) return { kind: 'closed' };
				// It concerns the bot, not the member.
				if (code === apiCodes.openingMessagesTooFast) return { kind: 'too-fast' };
				throw error;
			}
		},

		async dress(told, _, messageId) {
			const { t, place } = await wordsFor(told);
			const view = noticeView(t, told.notice, place);
			try {
				const channel = await client.users.createDM(told.userId);
				await sendWithLinkFallback(
					view,
					() => undefined,
					(it) => channel.messages.edit(messageId, { ...it, content: null, embeds: [] }),
					() => {},
				);
			} catch (error) {
				// As it was sent it says the same.
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
