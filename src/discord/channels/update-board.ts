import { type Client, type Message, SnowflakeUtil } from 'discord.js';
import { translatorFor } from '../../i18n/translator.js';
import type { Announcement, UpdateBoard } from '../../updates/announcements.js';
import { browseUpdates, showUpdate, updateView } from '../../views/items/update-view.js';
import { cannotPostCodes, unlessRejected } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { sendableIn } from '../guilds/sendable-in.js';
import type { MentionIn } from '../registration/command-mentions.js';

/** Discord's limit per request. */
const lookedThrough = 100;
/** Tolerated difference to Discord's clock. */
const skewMs = 60_000;

/** Announcements of new items and versions, in each server's language. */
export function createUpdateBoard(client: Client, mentionIn: MentionIn): UpdateBoard {
	return {
		find: (announcement, since) =>
			unlessRejected(cannotPostCodes, false, async () => {
				const channel = await sendableIn(client, announcement);
				if (channel === undefined) return false;
				const after = String(SnowflakeUtil.generate({ timestamp: since - skewMs }));
				const messages = await channel.messages.fetch({ limit: lookedThrough, after, cache: false });
				return messages.some((message) => isAbout(message, announcement));
			}),

		post: (announcement, nonce) =>
			unlessRejected<'posted' | 'refused'>(cannotPostCodes, 'refused', async () => {
				const channel = await sendableIn(client, announcement);
				if (channel === undefined) return 'refused';
				const { guild } = channel;
				const { guildId, roleId } = announcement;
				const isThere = roleId !== undefined && guild.roles.cache.has(roleId);
				const t = translatorFor(guild.preferredLocale, mentionIn(guildId));
				const view = updateView(t, announcement, isThere ? `<@&${roleId}>` : undefined);
				// Nothing but this role: names of items are the shop's.
				const allowedMentions = { parse: [], roles: isThere ? [roleId] : [] };
				await sendWithLinkFallback(view, (it) =>
					channel.send({ ...it, allowedMentions, nonce, enforceNonce: true }),
				);
				return 'posted';
			}),
	};
}

function isAbout({ author, client, components }: Message, { seq, news }: Announcement): boolean {
	if (author.id !== client.user.id) return false;
	const shown = JSON.stringify(components);
	const ids = [browseUpdates.encode(seq), ...news.map(({ item }) => showUpdate.encode(seq, item.id))];
	return ids.some((id) => shown.includes(`"${id}"`));
}
