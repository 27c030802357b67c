import type { Client } from 'discord.js';
import type { PanelBoard, PanelObstacle, PanelShown } from '../guilds/panels.js';
import { translatorFor } from '../i18n/translator.js';
import { panelView } from '../views/panel-view.js';
import { apiCodeOf, apiCodes } from './api-errors.js';

/** Panels as messages in Discord's channels, in each server's language. Rejects with discord.js' errors of an outage. */
export function createPanelBoard(client: Client): PanelBoard {
	return {
		async show({ guildId, channelId, messageId, content, nonce }): Promise<PanelShown> {
			try {
				const channel = await client.channels.fetch(channelId);
				if (!channel?.isSendable() || channel.isDMBased() || channel.guildId !== guildId) {
					return { kind: 'refused', obstacle: 'no-channel' };
				}
				const view = panelView(translatorFor(channel.guild.preferredLocale), content);
				const changed =
					messageId !== undefined && (await isThere(() => channel.messages.edit(messageId, { ...view })));
				if (changed) return { kind: 'changed', messageId };
				const posted = await channel.send({ ...view, nonce, enforceNonce: true });
				return { kind: 'posted', messageId: posted.id };
			} catch (error) {
				const obstacle = obstacles.get(apiCodeOf(error));
				if (obstacle === undefined) throw error;
				return { kind: 'refused', obstacle };
			}
		},
	};
}

const obstacles: ReadonlyMap<number | undefined, PanelObstacle> = new Map([
	[apiCodes.unknownChannel, 'no-channel'],
	[apiCodes.missingAccess, 'no-access'],
	[apiCodes.missingPermissions, 'no-access'],
]);

/** False where the message has been deleted. */
async function isThere(edit: () => Promise<unknown>): Promise<boolean> {
	try {
		await edit();
		return true;
	} catch (error) {
		if (apiCodeOf(error) === apiCodes.unknownMessage) return false;
		throw error;
	}
}
