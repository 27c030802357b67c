import type { MemberRef } from '../../base/row-fields.js';
import type { Servers } from '../../floors.js';
import type { MemberFacts } from '../../servers/guild-facts.js';
import type { MemberRolesNow, ModeratedRoles } from './moderated-roles.js';
import type { Moderation } from './moderation.js';
import type { ModeratedPurchase } from './moderation-outcomes.js';

export interface MemberPage {
	readonly userId: string;
	/** Undefined if they aren't in the server. */
	readonly facts: MemberFacts | undefined;
	readonly roles: MemberRolesNow;
	/** When their pause for wrong codes ends, in milliseconds since the epoch; undefined if there is none. */
	readonly pausedUntil: number | undefined;
	/** Latest first, with formerly held ones if requested. */
	readonly purchases: readonly ModeratedPurchase[];
	readonly hasFormer: boolean;
}

type Floor = Servers & {
	readonly moderation: Moderation;
	readonly moderatedRoles: ModeratedRoles;
};

/** The page that staff see of a member. */
export class MemberPages {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		this.#floor = floor;
	}

	async of(member: MemberRef, former: boolean): Promise<MemberPage> {
		const { moderation, moderatedRoles, discord, limits } = this.#floor;
		const { guildId, userId } = member;
		const [facts, roles, pausedUntil, all] = await Promise.all([
			discord.memberFacts(guildId, userId),
			moderatedRoles.of(member),
			limits.retryAt('member', userId),
			moderation.findByMember(userId, true),
		]);
		const held = all.filter(({ holderId }) => holderId === userId);
		const hasFormer = held.length < all.length;
		return { userId, facts, roles, pausedUntil, purchases: former ? all : held, hasFormer };
	}

	/**
	 * The display name, untrusted text.
	 * @returns undefined if they aren't in the guild, or Discord doesn't say
	 */
	async nameOf({ guildId, userId }: MemberRef): Promise<string | undefined> {
		return (await this.#floor.discord.memberFacts(guildId, userId))?.displayName;
	}

	async endPause({ guildId, userId }: MemberRef, by: string): Promise<void> {
		await this.#floor.limits.clear('member', userId);
		this.#floor.audit.write(guildId, { kind: 'pause-ended', userId, by });
	}
}
