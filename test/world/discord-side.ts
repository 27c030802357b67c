import type { DiscordPort } from '../../src/composition/discord-port.js';
import { powerBitsOf, powersIn } from '../../src/discord/guilds/guild-permissions.js';
import type { GuildFacts } from '../../src/guilds/guild-facts.js';
import { inCode } from '../../src/i18n/translator.js';
import type { Told } from '../../src/notifications/notices.js';
import { type Guild, isOutOfReach } from './guild.js';
import type { Trip } from './line.js';
import type { Schedule } from './schedule.js';
import type { Listener, SimulatedDiscord } from './simulated-discord.js';
import type { Sometimes } from './sometimes.js';

/** A message as Discord has it. */
interface Posted {
	readonly id: string;
	readonly at: number;
	readonly to: string;
	readonly nonce: string;
	readonly content: string;
}

/** For so long Discord shows two messages of one nonce once. */
const nonceMs = 5 * 60_000;
/** As the bot's own look for what it has sent before. */
const skewMs = 60_000;

/** What was posted, and who takes direct messages. */
export class Messages {
	readonly posted: Posted[] = [];
	/** Members who take no direct messages. */
	readonly closed = new Set<string>();
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

	earlier(to: string, content: string, since: number): string | undefined {
		return this.posted.find((it) => it.to === to && it.content === content && it.at >= since - skewMs)?.id;
	}
}

/** The side of Discord that one process has: its roles, its people, its messages. */
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
): DiscordPort {
	const call = <Answer>(where: string, effect: () => Answer, lost: Trip<Answer>['lost'] = failed) =>
		discord.call<Answer>(listener, { where, effect, lost });
	return {
		roleApi: discord.lineFor(listener),
		factsOf: (guildId) => factsOf(discord.guild(guildId)),
		holdersOf: async (guildId, roleId) =>
			[...discord.guild(guildId).members.values()].filter(({ roleIds }) => roleIds.has(roleId)).length,
		selfChosenRoles: async () => new Set(),
		isPanelThere: async () => true,
		memberFacts: async (guildId, userId) =>
			discord.isMember(guildId, userId)
				? { displayName: userId, avatarUrl: 'https://cdn.example/avatar.png', joinedAt: 1 }
				: undefined,
		membershipOf: (guildId, userId) =>
			call<'member' | 'absent' | 'unknown'>(
				'standing',
				() => (discord.isMember(guildId, userId) ? 'member' : 'absent'),
				() => 'unknown',
			),
		isOperator: async () => false,
		leave: async () => {},
		mentionIn: () => inCode,
		disputeBoard: {
			post: ({ channelId }, facts, nonce) =>
				call('card', () => messages.post(channelId, nonce, `card ${facts.reference}`)),
			show: () => call('edit of a card', () => 'shown' as const),
			remind: async (_, reference, nonce) => {
				await call('reminder', () => messages.post(auditChannelId, nonce, `reminder ${reference}`));
				sometimes.note('the staff are reminded of a dispute');
			},
		},
		disputePeople: {
			of: async () => ({
				nameOf: () => undefined,
				joinedAt: undefined,
				createdAt: undefined,
				thumbnailUrl: undefined,
			}),
		},
		noticeBoard: {
			async find(told, since) {
				const messageId = await call('look for a message', () =>
					messages.earlier(told.userId, contentOf(told), since),
				);
				if (messageId === undefined) return undefined;
				sometimes.note('a direct message is sent, its answer lost, and nobody is told twice');
				return { kind: 'sent', channelId: auditChannelId, messageId };
			},
			async send(told, nonce) {
				const messageId = await call('direct message', () =>
					messages.closed.has(told.userId) ? undefined : messages.post(told.userId, nonce, contentOf(told)),
				);
				if (messageId !== undefined) return { kind: 'sent', channelId: auditChannelId, messageId };
				sometimes.note('a member takes no direct messages');
				return { kind: 'closed' };
			},
			dress: () => call('edit of a message', () => undefined),
		},
		board: {
			show: async ({ messageId = '600000000000000001' }) => ({ kind: 'posted', messageId }),
			takeBack: async () => {},
		},
	};
}

/** The guild's roles and channels, as `/setup` checks them. */
function factsOf({ id, roles, everyone, auditChannelId }: Guild): GuildFacts {
	return {
		id,
		name: 'A server',
		canManageRoles: true,
		role(roleId) {
			const role = roles.get(roleId);
			if (role === undefined) return undefined;
			const powerBits = powerBitsOf(role.permissions, everyone.permissions);
			return {
				name: 'A role',
				isEveryone: false,
				isManaged: false,
				isBelowBot: !isOutOfReach(role),
				powers: powersIn(powerBits),
				powerBits,
				canManageRoles: false,
				opens: [],
			};
		},
		channel: (channelId) =>
			channelId === auditChannelId
				? {
						name: 'audit',
						takesMessages: true,
						isOpenToAll: false,
						everyoneLacks: ['ViewChannel'],
						lacking: [],
					}
				: undefined,
	};
}

const failed = (): Promise<never> => Promise.reject(new Error('Lost in the simulation'));

/** Equal where a member would read the same. */
function contentOf({ guildId, notice }: Told): string {
	return JSON.stringify([guildId, notice]);
}
