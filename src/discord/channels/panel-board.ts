import type { Client } from 'discord.js';
import type { PanelBoard, PanelObstacle, PanelShown } from '../../guilds/panels.js';
import { translatorFor } from '../../i18n/translator.js';
import { panelView } from '../../views/channels/panel-view.js';
import { asPage, type MessageView } from '../../views/kit/message.js';
import { apiCodeOf, apiCodes, cannotEditCodes, isPassing } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/send-with-link-fallback.js';
import { sendableIn } from '../guilds/sendable-in.js';
import type { MentionIn } from '../registration/command-mentions.js';

/**
 * Panels as messages in Discord channels, in each server's language. Rejects with discord.js errors during an outage.
 * @param mentionIn formats command mentions for a guild
 */
export function createPanelBoard(client: Client, mentionIn: MentionIn): PanelBoard {
	return {
		async show({ guildId, channelId, messageId, content, promise, nonce, mayPost }): Promise<PanelShown> {
			try {
				const channel = await sendableIn(client, { guildId, channelId });
				if (channel === undefined) return { kind: 'refused', obstacle: 'no-channel' };
				const t = translatorFor(channel.guild.preferredLocale, mentionIn(guildId));
				const { guild } = channel;
				const server = { name: guild.name, iconUrl: guild.iconURL({ size: 128 }) ?? undefined };
				const view = panelView(t, content, { server, ...promise });
				let bare: { withoutPicture?: true } = {};
				const show = <Sent>(send: (view: MessageView) => Promise<Sent>): Promise<Sent> =>
					sendWithLinkFallback(view, (it) => atMostTwice(() => send(it)), {
						onRefused: () => {
							bare = { withoutPicture: true };
						},
					});
				const hindrance =
					messageId !== undefined &&
					(await hindranceOf(() => show((it) => channel.messages.edit(messageId, asPage(it)))));
				if (messageId !== undefined && hindrance === undefined)
					return { kind: 'changed', messageId, ...bare };
				const isWorn = hindrance === apiCodes.tooManyEdits;
				if (nonce === undefined || !(mayPost || isWorn)) return { kind: 'gone' };
				const posted = await show((it) => channel.send({ ...it, nonce, enforceNonce: true }));
				return { kind: 'posted', messageId: posted.id, ...(isWorn && { isReplacement: true }), ...bare };
			} catch (error) {
				const obstacle = obstacles.get(apiCodeOf(error));
				if (obstacle === undefined) throw error;
				return { kind: 'refused', obstacle };
			}
		},

		async takeBack({ guildId, channelId, messageId }) {
			try {
				const channel = await sendableIn(client, { guildId, channelId });
				await channel?.messages.delete(messageId);
			} catch {
				// The old message stays, and still works.
			}
		},
	};
}

const obstacles: ReadonlyMap<number | undefined, PanelObstacle> = new Map([
	[apiCodes.unknownChannel, 'no-channel'],
	[apiCodes.missingAccess, 'no-access'],
	[apiCodes.missingPermissions, 'no-access'],
]);

/**
 * Retries once if the outcome is unknown: a second edit changes nothing, and a second post with the same nonce returns
 * the first message, which a manual retry would post again.
 */
async function atMostTwice<Sent>(send: () => Promise<Sent>): Promise<Sent> {
	try {
		return await send();
	} catch (error) {
		if (!isPassing(error)) throw error;
		return await send();
	}
}

/** @returns Discord's code if the message can't be edited any more */
async function hindranceOf(edit: () => Promise<unknown>): Promise<number | undefined> {
	try {
		await edit();
		return undefined;
	} catch (error) {
		const code = apiCodeOf(error);
		if (cannotEditCodes.has(code)) return code;
		throw error;
	}
}
