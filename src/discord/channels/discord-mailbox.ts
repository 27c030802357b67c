import { createHash } from 'node:crypto';
import { type Client, type Message, SnowflakeUtil } from 'discord.js';
import type { Places } from '../../floors.js';
import { translatorFor } from '../../i18n/translator.js';
import type { AlertLetter } from '../../messages/alerts.js';
import type { Edited, LetterFile, Mailbox, Place, Sent, SentMessage } from '../../messages/mailbox.js';
import type { NoticeLetter } from '../../messages/notices.js';
import type { AppealLetter } from '../../services/moderation/appeal-cards.js';
import type { DisputeLetter } from '../../services/moderation/dispute-cards.js';
import type { PanelLetter } from '../../services/setup/panels.js';
import type { UpdateLetter } from '../../services/updates/announcements.js';
import { asPage, type MessageView } from '../../ui/message.js';
import { alertView, solvedAlertView } from '../../ui/messages/alerts.js';
import { appealCardView } from '../../ui/messages/appeal-card.js';
import { disputeCardView, disputeContent } from '../../ui/messages/dispute-card.js';
import { noticeContent, noticeView } from '../../ui/messages/notices.js';
import { panelView } from '../../ui/messages/panel.js';
import { updateView } from '../../ui/messages/updates.js';
import { apiCodeOf, apiCodes, isPassing } from '../connection/api-errors.js';
import { sendWithLinkFallback } from '../connection/discord-http.js';
import { peopleOfDispute, peopleOn } from '../guilds/discord-guilds.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { sendableIn } from './audit-log.js';

export type Letter = NoticeLetter | AlertLetter | PanelLetter | UpdateLetter | DisputeLetter | AppealLetter;

export interface MailboxFloor extends Pick<Places, 'links' | 'refusedRequests' | 'discord' | 'catalog'> {
	readonly client: Client;
	readonly mentionIn: MentionIn;
}

/** Discord's limit per request. */
const lookedThrough = 100;
/** Tolerated difference to Discord's clock. */
const skewMs = 60_000;

/** The place was deleted, or refuses the bot, which may also share no server with the user any more. */
const closedCodes: ReadonlySet<number | undefined> = new Set([
	apiCodes.unknownChannel,
	apiCodes.missingAccess,
	apiCodes.missingPermissions,
	apiCodes.archivedThread,
	apiCodes.blockedByAutoMod,
	apiCodes.cannotMessageUser,
	apiCodes.noMutualGuilds,
	apiCodes.unknownUser,
]);

/** A letter as a message. `first`: sent before it is edited into the whole. */
interface Drawn {
	readonly first?: MessageView;
	readonly whole: MessageView;
	/** The role that it mentions. */
	readonly roleId?: string | undefined;
}

/**
 * Sends letters in the language of their guild: Discord doesn't give bots a user's own locale. Recognizes a letter by its
 * content or, without any, by the ids of its buttons.
 */
export function discordMailbox(floor: MailboxFloor): Mailbox<Letter> {
	const { client, refusedRequests } = floor;

	/** `closed` and `later` in place of Discord's refusals. */
	async function asked<Result>(work: () => Promise<Result | 'closed'>): Promise<Result | 'closed' | 'later'> {
		try {
			return (await refusedRequests.attempt(false, work)) ?? 'later';
		} catch (error) {
			const code = apiCodeOf(error);
			if (closedCodes.has(code)) return 'closed';
			// A limit of the bot, not of the member.
			if (code === apiCodes.openingMessagesTooFast) return 'later';
			throw error;
		}
	}

	/** @param channelId of a message there, which may be in a former channel of the place */
	async function open(place: Place, channelId?: string) {
		if ('userId' in place) return await client.users.createDM(place.userId);
		if (channelId === undefined) return await sendableIn(client, place);
		const channel = await client.channels.fetch(channelId);
		return channel?.isSendable() ? channel : undefined;
	}

	async function send(place: Place, letter: Letter, nonce: string, files: readonly LetterFile[]) {
		const names = files.map(({ name }) => name);
		const { first, whole, roleId } = await draw(place, letter, floor, names);
		return await asked<Sent>(async () => {
			const channel = await open(place);
			if (channel === undefined) return 'closed';
			const { message, isBare } = await shown(first ?? whole, ({ components, ...view }) =>
				channel.send({
					...view,
					files,
					...(components && !(view.content && channel.isDMBased()) && { components }),
					// Nothing but this role: names of items are the shop's.
					allowedMentions: { parse: [], roles: roleId === undefined ? [] : [roleId] },
					nonce,
					enforceNonce: true,
				}),
			);
			const sent = { channelId: channel.id, messageId: message.id, ...filesOf(message) };
			return { ...sent, isWhole: first === undefined, isBare };
		});
	}

	return {
		async markOf(place, letter) {
			const { first, whole } = await draw(place, letter, floor);
			return markIn(first ?? whole);
		},

		async find(place, marks, since) {
			const found = await asked<Message>(async () => {
				const channel = await open(place);
				const after = String(SnowflakeUtil.generate({ timestamp: since - skewMs }));
				const messages = await channel?.messages.fetch({ limit: lookedThrough, after, cache: false });
				const own = messages?.filter(({ author, client }) => author.id === client.user.id);
				return own?.find((message) => marks.includes(markIn(message))) ?? 'closed';
			});
			if (found === 'closed') return undefined;
			if (found === 'later') return found;
			return { channelId: found.channelId, messageId: found.id, ...filesOf(found) };
		},

		async send(place, letter, nonce, files = []) {
			const sent = await send(place, letter, nonce, files).catch((error: unknown) => {
				if (files.length === 0 || isPassing(error)) throw error;
				return 'closed' as const;
			});
			// It may be the files that are refused.
			return sent === 'closed' && files.length > 0 ? await send(place, letter, nonce, []) : sent;
		},

		async edit(place, { channelId, messageId, files = [] }, letter) {
			const { whole } = await draw(place, letter, floor, files);
			const isWithout = files.length > 0 && !JSON.stringify(whole.components).includes('attachment://');
			return await asked<Edited>(async () => {
				try {
					const channel = await open(place, channelId);
					if (channel === undefined) return 'closed';
					const { isBare } = await shown(whole, (view) =>
						channel.messages.edit(messageId, {
							...asEdit(view, channel.isDMBased()),
							...(isWithout && { attachments: [] }),
						}),
					);
					return isBare ? 'bare' : 'edited';
				} catch (error) {
					const code = apiCodeOf(error);
					if (code === apiCodes.unknownMessage) return 'gone';
					if (code === apiCodes.unknownChannel) return 'lost';
					if (code === apiCodes.tooManyEdits) return 'worn';
					throw error;
				}
			});
		},

		async remove(place, { channelId, messageId }) {
			try {
				await (await open(place, channelId))?.messages.delete(messageId);
			} catch {
				// The message stays, and still works.
			}
		},
	};
}

/** @param files the names of those that the message has */
async function draw(
	{ guildId }: Place,
	letter: Letter,
	floor: MailboxFloor,
	files: readonly string[] = [],
): Promise<Drawn> {
	const { client, links, mentionIn } = floor;
	const guild = client.guilds.cache.get(guildId ?? '');
	const t = translatorFor(guild?.preferredLocale, guild && mentionIn(guild.id));
	switch (letter.kind) {
		case 'notice': {
			const { notice } = letter;
			const id = guildId ?? '';
			const about = { guildId: id, serverName: guild?.name ?? '', links: await links.of(id) };
			return { first: noticeContent(t, notice, about), whole: noticeView(t, notice, about) };
		}
		case 'dispute': {
			const { facts } = letter;
			const whole = disputeCardView(t, facts, await peopleOfDispute(facts, floor));
			return { first: disputeContent(t, facts), whole };
		}
		case 'appeal': {
			const { facts } = letter;
			const people = await peopleOn(facts.guildId, [facts.userId], [facts.decided?.by], floor);
			return { whole: appealCardView(t, facts, people, files) };
		}
		case 'alert': {
			const { alert, solvedAt } = letter;
			return { whole: solvedAt === undefined ? alertView(t, alert) : solvedAlertView(t, alert, solvedAt) };
		}
		case 'panel': {
			const { content, promise } = letter;
			const server = { name: guild?.name ?? '', iconUrl: guild?.iconURL({ size: 128 }) ?? undefined };
			return { whole: panelView(t, content, { server, ...promise }) };
		}
		case 'updates': {
			const roleId = guild?.roles.cache.has(letter.roleId ?? '') ? letter.roleId : undefined;
			return { whole: updateView(t, letter, roleId && `<@&${roleId}>`), roleId };
		}
	}
}

/** The view as an edit. Buttons below content are for staff and only work in the server. */
function asEdit(view: MessageView, isDirect: boolean) {
	if (view.content === undefined) return asPage(view);
	const { content, components = [], allowedMentions } = view;
	return { content, components: isDirect ? [] : components, allowedMentions };
}

/** Sends a view, without its links if Discord refuses them, and once more if the outcome is unknown. */
async function shown(view: MessageView, send: (view: MessageView) => Promise<Message>) {
	let isBare = false;
	const sendTwice = (it: MessageView) =>
		send(it).catch((error: unknown) => {
			if (!isPassing(error)) throw error;
			// A second edit changes nothing, and a second post with the same nonce returns the first message.
			return send(it);
		});
	const onRefused = () => {
		isBare = true;
	};
	const message = await sendWithLinkFallback(view, sendTwice, { onRefused });
	return { message, isBare };
}

/** The names of a message's files, if it has any. */
function filesOf({ attachments }: Message): Pick<SentMessage, 'files'> {
	return attachments.size === 0 ? {} : { files: attachments.map(({ name }) => name) };
}

function markIn({ content, components }: { content?: string; components?: unknown }): string {
	const ids = JSON.stringify(components ?? []).matchAll(/"custom_id":"([^"]*)"/g);
	const mark = content || [...ids].map(([, id]) => id).join('\n');
	return createHash('sha256').update(mark).digest('base64url').slice(0, 22);
}
