import { type APIGuildMember, type REST, Routes } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { TtlCache } from '../../base/time/ttl-cache.js';
import type { Membership } from '../../servers/guild-facts.js';
import { apiCodeOf, apiCodes } from '../connection/api-errors.js';

/** A member with many purchases, whose rows follow each other in a list, is asked about once. */
const knownMs = 60_000;

/** Over REST, so that a member who has just left counts as absent. Rejects with discord.js errors. */
export async function askMembership(
	rest: Pick<REST, 'get'>,
	guildId: string,
	userId: string,
): Promise<'member' | 'bot' | 'absent'> {
	try {
		const { user } = (await rest.get(Routes.guildMember(guildId, userId))) as APIGuildMember;
		return user.bot === true ? 'bot' : 'member';
	} catch (error) {
		const code = apiCodeOf(error);
		if (code === apiCodes.unknownMember || code === apiCodes.unknownUser) return 'absent';
		throw error;
	}
}

/** Members of some guilds, for programs without a gateway. `absent`: from all of the guilds. Never rejects. */
export function membersIn(
	guildIds: readonly string[],
	rest: Pick<REST, 'get'>,
	clock: Pick<Clock, 'now'>,
): { membershipOf(userId: string): Promise<Membership> } {
	const known = new TtlCache<Membership>(knownMs, clock);
	const ask = async (userId: string): Promise<Membership> => {
		for (const guildId of guildIds) {
			const membership = await askMembership(rest, guildId, userId);
			if (membership !== 'absent') return membership;
		}
		return 'absent';
	};
	return {
		membershipOf: (userId) => known.of(userId, () => ask(userId)).catch(() => 'unknown'),
	};
}
