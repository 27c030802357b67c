import { type APIGuildMember, type REST, Routes } from 'discord.js';
import type { Membership } from '../../guilds/member-facts.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';

/** The latest answers: a member with many purchases is asked about once. */
const maxRemembered = 1_000;

/** Members of some guilds over REST, for programs without a gateway. */
export class RestMembers {
	readonly #rest: Pick<REST, 'get'>;
	readonly #guildIds: readonly string[];
	readonly #known = new Map<string, Promise<Membership>>();

	constructor(rest: Pick<REST, 'get'>, guildIds: readonly string[]) {
		this.#rest = rest;
		this.#guildIds = guildIds;
	}

	/** `absent`: from all of the guilds. `unknown` is asked again at the next call. Never rejects. */
	async membershipOf(userId: string): Promise<Membership> {
		const answer = this.#known.get(userId) ?? this.#ask(userId);
		this.#known.set(userId, answer);
		const [oldest] = this.#known.keys();
		if (this.#known.size > maxRemembered && oldest !== undefined) this.#known.delete(oldest);
		const membership = await answer;
		if (membership === 'unknown') this.#known.delete(userId);
		return membership;
	}

	async #ask(userId: string): Promise<Membership> {
		for (const guildId of this.#guildIds) {
			const membership = await this.#askIn(guildId, userId);
			if (membership !== 'absent') return membership;
		}
		return 'absent';
	}

	async #askIn(guildId: string, userId: string): Promise<Membership> {
		try {
			const { user } = (await this.#rest.get(Routes.guildMember(guildId, userId))) as APIGuildMember;
			return user.bot === true ? 'bot' : 'member';
		} catch (error) {
			const code = apiCodeOf(error);
			return code === apiCodes.unknownMember || code === apiCodes.unknownUser ? 'absent' : 'unknown';
		}
	}
}
