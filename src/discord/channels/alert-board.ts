import type { Client } from 'discord.js';
import type { Logger } from '../../base/logger.js';
import type { auditChannels } from '../../guilds/guild-settings.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import { translatorFor } from '../../i18n/translator.js';
import type { Alert } from '../../notifications/alert.js';
import type { AlertBoard, PostedMessage } from '../../notifications/alerts.js';
import type { RefusedCallBudget } from '../../roles/refused-call-budget.js';
import { alertView, solvedAlertView } from '../../views/channels/alert-view.js';
import { contentView, type MessageView } from '../../views/kit/message.js';
import type { OwnAccount } from '../guilds/own-account.js';
import { sendableIn } from '../guilds/sendable-in.js';
import type { MentionIn } from '../registration/command-mentions.js';

export interface AlertBoardParts {
	readonly client: Client;
	readonly account: Pick<OwnAccount, 'operatorIds'>;
	/** A guild's audit channel; the first server's if no guild is given. */
	readonly channelOf: ReturnType<typeof auditChannels>;
	readonly served: Pick<ServedGuilds, 'ids'>;
	readonly callBudget: Pick<RefusedCallBudget, 'attempt'>;
	readonly mentionIn: MentionIn;
	readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Posts alerts to a server's audit channel. Alerts for operators go to the first server's, or by direct message to the
 * application's owner if that channel accepts none.
 */
export function createAlertBoard(parts: AlertBoardParts): AlertBoard {
	const { client, account, channelOf, served, callBudget, mentionIn, logger } = parts;

	const translator = (guildId: string | undefined) => {
		const targetId = guildId ?? served.ids[0];
		if (targetId === undefined) return translatorFor('en-US');
		return translatorFor(client.guilds.cache.get(targetId)?.preferredLocale, mentionIn(targetId));
	};

	const inChannel = async (
		guildId: string | undefined,
		view: MessageView,
	): Promise<PostedMessage | undefined> => {
		const place = await channelOf(guildId);
		if (place === undefined) return undefined;
		const channel = await sendableIn(client, place);
		if (channel === undefined) return undefined;
		const { id } = await channel.send({ ...view });
		return { channelId: channel.id, messageId: id };
	};

	/** Without buttons: they are for staff and only work in the server. */
	const toOwner = async ({ content }: MessageView): Promise<PostedMessage> => {
		const [ownerId] = await account.operatorIds();
		if (ownerId === undefined) throw new Error('Discord names no owner of the application');
		const message = await client.users.send(ownerId, contentView(content ?? ''));
		return { channelId: message.channelId, messageId: message.id };
	};

	/** @returns undefined if no one was reached; retried with the next alert or at the next start */
	const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
		try {
			return await callBudget.attempt(false, work);
		} catch (error) {
			logger.warn({ err: error }, 'An alert could not be shown');
			return undefined;
		}
	};

	const post = async (guildId: string | undefined, view: MessageView, isForOwner: boolean) => {
		const posted = isForOwner ? undefined : await attempt(() => inChannel(guildId, view));
		if (posted !== undefined || guildId !== undefined) return posted;
		return await attempt(() => toOwner(view));
	};

	return {
		post: async (guildId, alert) =>
			post(guildId, alertView(translator(guildId), alert), isAboutChannel(alert)),

		async change({ channelId, messageId }, guildId, alert, solvedAt) {
			const t = translator(guildId);
			await attempt(async () => {
				const targetId = guildId ?? served.ids[0];
				const place =
					targetId === undefined ? undefined : await sendableIn(client, { guildId: targetId, channelId });
				const channel = place ?? (await client.channels.fetch(channelId));
				if (!channel?.isTextBased()) return;
				const view = solvedAt === undefined ? alertView(t, alert) : solvedAlertView(t, alert, solvedAt);
				const { content = '', components = [], allowedMentions } = view;
				const shown = channel.isDMBased() ? [] : components;
				await channel.messages.edit(messageId, { content, components: shown, allowedMentions });
			});
		},

		async announceSolved(alert, solvedAt) {
			await post(undefined, solvedAlertView(translator(undefined), alert, solvedAt), isAboutChannel(alert));
		},
	};
}

/** Problems with the audit channel itself can't be reported there. */
function isAboutChannel(alert: Alert): boolean {
	return alert.kind === 'audit-unwritable';
}
