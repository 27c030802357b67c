import type { Connected } from '../../src/create-services.js';
import type { Letter } from '../../src/discord/channels/discord-mailbox.js';
import { inCode } from '../../src/i18n/translator.js';
import type { Place } from '../../src/messages/mailbox.js';
import type { BotAccount } from '../../src/servers/guild-facts.js';
import { floor } from './floor.js';
import type { Guild } from './guild.js';
import type { Trip } from './line.js';
import type { Schedule } from './schedule.js';
import type { Listener, SimulatedDiscord } from './simulated-discord.js';
import type { Sometimes } from './sometimes.js';

interface Posted {
	readonly id: string;
	readonly at: number;
	readonly to: string;
	readonly nonce: string;
	readonly content: string;
}

/** A line of an announcement, with the number of its version. */
export interface NewsLine {
	readonly id: number;
	readonly version: number;
	readonly isNew: boolean;
}

/** For this long, Discord shows two messages with one nonce only once. */
const nonceMs = 5 * 60_000;
/** How far before the time of sending the bot looks for a message that it may have sent. */
const skewMs = 60_000;

/** Posted messages, and members who accept direct messages. */
export class Messages {
	readonly posted: Posted[] = [];
	/** Members who accept no direct messages. */
	readonly closed = new Set<string>();
	/** Discord won't let the bot message new people for now. */
	isTooFast = false;
	readonly #schedule: Schedule;

	constructor(schedule: Schedule) {
		this.#schedule = schedule;
	}

	post(to: string, nonce: string, content: string): string {
		const at = this.#schedule.time;
		const same = this.posted.find((it) => it.to === to && it.nonce === nonce && at - it.at < nonceMs);
		if (same !== undefined) return same.id;
		const id = `7${String(this.posted.length).padStart(17, '0')}`;
		this.#schedule.note('    posted', to, content);
		this.posted.push({ id, at, to, nonce, content });
		return id;
	}

	earlier(to: string, since: number, isMeant: (content: string) => boolean): string | undefined {
		return this.posted.find((it) => it.to === to && it.at >= since - skewMs && isMeant(it.content))?.id;
	}

	isTooFastFor(userId: string): boolean {
		return this.isTooFast && !this.posted.some(({ to }) => to === userId);
	}
}

/** One process's view of Discord: its roles, people and messages. */
export function discordSideFor(
	listener: Listener,
	{
		discord,
		messages,
		sometimes,
		home: { auditChannelId },
	}: {
		readonly discord: SimulatedDiscord;
		readonly messages: Messages;
		readonly sometimes: Sometimes;
		readonly home: Guild;
	},
): Pick<Connected, 'roleApi' | 'discord' | 'account' | 'mentionIn' | 'mailbox'> {
	const call = <Answer>(where: string, effect: () => Answer, lost: Trip<Answer>['lost'] = failed) =>
		discord.call<Answer>(listener, { where, effect, lost });
	return {
		roleApi: discord.lineFor(listener),
		discord: floor<Connected['discord']>({
			// The names of roles are left out of messages.
			factsOf: () => undefined,
			membershipOf: (guildId, userId) =>
				call<'member' | 'absent' | 'unknown'>(
					'standing',
					() => (discord.isMember(guildId, userId) ? 'member' : 'absent'),
					() => 'unknown',
				),
			namesOf: async () => () => undefined,
		}),
		account: floor<BotAccount>({}),
		mentionIn: () => inCode,
		mailbox: {
			markOf: async (place, letter) => markIn(contentOf(place, letter)),
			async find(place, marks, since) {
				const to = addresseeOf(place, `${marks[0]}`);
				const messageId = await call('look for a message', () =>
					messages.isTooFastFor(to)
						? ('later' as const)
						: messages.earlier(to, since, (content) => marks.includes(markIn(content))),
				);
				if (messageId === 'later' || messageId === undefined) return messageId;
				sometimes.note(
					'userId' in place
						? 'a direct message is sent, its answer lost, and nobody is told twice'
						: 'an announcement is sent, its answer lost, and it is not repeated',
				);
				return { channelId: auditChannelId, messageId };
			},
			async send(place, letter, nonce) {
				const content = contentOf(place, letter);
				const to = addresseeOf(place, content);
				const messageId = await call('message', () => {
					if (messages.isTooFastFor(to)) return 'later' as const;
					if (messages.closed.has(to)) return 'closed' as const;
					return messages.post(to, nonce, content);
				});
				if (messageId === 'closed') sometimes.note('a member takes no direct messages');
				if (messageId === 'later' || messageId === 'closed') return messageId;
				if (letter.kind === 'updates')
					sometimes.note(
						letter.news.some(({ isNew }) => isNew) ? 'a new item is announced' : 'a new version is announced',
					);
				return {
					channelId: auditChannelId,
					messageId,
					isWhole: letter.kind !== 'notice' && letter.kind !== 'dispute',
				};
			},
			edit: () => call('edit of a message', () => 'edited' as const),
			// Nothing else needs to be removed here, since no card is edited too often.
			remove: async () => sometimes.note('the staff are reminded of a dispute'),
		},
	};
}

const failed = (): Promise<never> => Promise.reject(new Error('Lost in the simulation'));

function addresseeOf(place: Place, content: string): string {
	if ('userId' in place) return place.userId;
	return content.startsWith('update ') ? newsChannelOf(place.guildId) : `staff of ${place.guildId}`;
}

/** Equal for letters that a member would read as the same text. */
function contentOf({ guildId }: Place, letter: Letter): string {
	if (letter.kind !== 'updates') return JSON.stringify([guildId, letter]);
	const lines = letter.news.map(
		({ item: { id }, version = '', isNew }): NewsLine => ({
			id,
			version: Number(version.slice(version.indexOf('.') + 1)),
			isNew,
		}),
	);
	return `update ${letter.seq} ${JSON.stringify(lines)}`;
}

/** A dispute's card is found by its first text, which doesn't change with the dispute. */
function markIn(content: string): string {
	const reference = /"facts":\{"reference":"([^"]+)"/.exec(content)?.[1];
	return reference === undefined ? content : `card ${reference}`;
}

export function newsChannelOf(guildId: string): string {
	return `updates of ${guildId}`;
}
