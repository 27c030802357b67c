import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { HeldClaim } from '../claims/held-claims.js';
import type { Home } from '../claims/policy.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { rolesOfOneAlone } from '../roles/role-plan.js';
import type { Limits } from '../storage/rate-limits.js';
import type { PurchasesReport } from './purchases-report.js';

export interface Unlinkable {
	readonly hash: string;
	readonly item: { readonly id: number; readonly name: string };
	readonly ending: string;
	/** Roles in the server that follow from none of the member's other purchases, by id. */
	readonly roleIds: readonly string[];
}

/** The answer to "may this member unlink it?". `days`: how long the code stays reserved for them. */
export type UnlinkQuestion =
	| (Unlinkable & { readonly kind: 'allowed'; readonly days: number })
	/** In a server other than home: it ends only in that server. */
	| (Unlinkable & { readonly kind: 'leave' })
	| { readonly kind: UnlinkRefusal };

/** The result of unlinking. `freeFrom`: when other members can claim the code, in milliseconds since the epoch. */
export type UnlinkAnswer =
	| { readonly kind: 'unlinked'; readonly freeFrom: number }
	| { readonly kind: 'left' }
	/** Too many recently. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	| { readonly kind: UnlinkRefusal };

/** `not-allowed`: only staff can do it. */
export type UnlinkRefusal = 'not-allowed' | 'locked' | 'not-yours' | 'not-here';

export interface UnlinkingParts {
	readonly claims: { readonly own: Pick<ClaimStore['own'], 'held' | 'unlink'> };
	readonly home: Home;
	readonly guilds: Pick<GuildSettingsStore, 'rulesOf'>;
	readonly clock: Pick<Clock, 'now'>;
	readonly limits: Pick<Limits, 'take'>;
	readonly outbox: Pick<GrantOutbox, 'record'>;
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly report: Pick<PurchasesReport, 'unlinked'>;
}

/** Unlinks by home's policy, in other servers only there. The claim store enforces the rules. */
export function createUnlinking(parts: UnlinkingParts) {
	const { claims, home, limits, outbox, queue, guilds, clock, report } = parts;

	const unlinkable = async (
		{ guildId }: MemberRef,
		claim: HeldClaim,
		own: readonly HeldClaim[],
	): Promise<Unlinkable> => {
		const { hash, item, ending } = claim;
		const rules = await guilds.rulesOf(guildId);
		const here = own.filter(({ guildIds }) => guildIds.includes(guildId));
		const others = here.filter((each) => each.hash !== hash);
		const isHere = others.length < here.length;
		const roleIds = rules && isHere ? rolesOfOneAlone(claim, others, rules, clock.now()) : [];
		return { hash, item, ending, roleIds };
	};

	const mayUnlink = async (place: MemberRef, hash: string): Promise<UnlinkQuestion> => {
		const { guildId, userId } = place;
		const own = await claims.own.held(userId);
		const claim = own.find((each) => each.hash === hash);
		if (claim === undefined) return { kind: 'not-yours' };
		// A gift without a code can only be withdrawn by staff.
		if (claim.givenIn !== undefined) return { kind: 'not-allowed' };
		if (!home.is(guildId)) {
			if (!claim.guildIds.includes(guildId)) return { kind: 'not-here' };
			return { kind: 'leave', ...(await unlinkable(place, claim, own)) };
		}
		const { unlinking } = await home.policy();
		if (unlinking.kind !== 'after-days') return { kind: 'not-allowed' };
		if (claim.locked) return { kind: 'locked' };
		return { kind: 'allowed', ...(await unlinkable(place, claim, own)), days: unlinking.days };
	};

	return {
		mayUnlink,

		async unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer> {
			const { guildId, userId } = place;
			// Refused requests don't count against the limit.
			const question = await mayUnlink(place, hash);
			if (!('hash' in question)) return question;
			const retryAt = await limits.take('unlink', userId);
			if (retryAt !== undefined) return { kind: 'limited', retryAt };
			const everywhere = async () =>
				(await claims.own.held(userId)).find((claim) => claim.hash === hash)?.guildIds ?? [];
			const guildIds = question.kind === 'leave' ? [guildId] : await everywhere();
			// Before anything is removed: after a crash in between, the roles are still removed.
			for (const each of guildIds) await outbox.record({ guildId: each, userId });
			const answer = await claims.own.unlink(hash, place);
			for (const each of guildIds) await queue.request({ guildId: each, userId });
			if (!('claim' in answer)) return answer;
			const { kind, claim } = answer;
			report.unlinked({ kind, member: place, hash, itemName: claim.item.name, guildIds });
			return answer.kind === 'left' ? { kind: 'left' } : answer;
		},
	};
}
