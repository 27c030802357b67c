import { type APIGuildMember, type REST, Routes } from 'discord.js';
import type { Membership } from '../../guilds/member-queries.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';

/** The latest answers: a member with many purchases is asked about once. */
const maxRemembered = 1_000;

/** Members of one guild over REST, for programs without a gateway. */
export class RestMembers {
	readonly #rest: Pick<REST, 'get'>;
	readonly #guildId: string;
	readonly #known = new Map<string, Promise<Membership>>();

	constructor(rest: Pick<REST, 'get'>, guildId: string) {
		this.#rest = rest;
		this.#guildId = guildId;
	}

	/** `unknown` is asked again at the next call. Never rejects. */
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
		try {
			const { user } = (await this.#rest.get(Routes.guildMember(this.#guildId, userId))) as APIGuildMember;
			return user.bot === true ? 'bot' : 'member';
		} catch (error) {
			const code = apiCodeOf(error);
			return code === apiCodes.unknownMember || code === apiCodes.unknownUser ? 'absent' : 'unknown';
		}
	}
}
