import type { Clock } from '../base/clock.js';
import type { MemberRef } from '../base/member-ref.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { HeldClaim } from '../claims/held-claims.js';
import type { Home } from '../claims/policy.js';
import type { GuildSettingsStore } from '../guilds/guild-settings.js';
import type { GrantOutbox } from '../roles/grant-outbox.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { wantedRoles } from '../roles/role-plan.js';
import type { Limits } from '../storage/rate-limits.js';
import type { PurchasesReport } from './purchases-report.js';

/** What a member asks to unlink. */
export interface Unlinkable {
	readonly hash: string;
	readonly item: { readonly id: number; readonly name: string };
	/** The last characters of its code. */
	readonly ending: string;
	/** The roles in the server that follow from no other purchase of the member, by id. */
	readonly roleIds: readonly string[];
}

/** Whether a member may unlink a purchase, and how long its code is kept for them. */
export type UnlinkQuestion =
	| (Unlinkable & { readonly kind: 'allowed'; readonly days: number })
	/** In another server than home: it ends in that server alone. */
	| (Unlinkable & { readonly kind: 'leave' })
	| { readonly kind: UnlinkRefusal };

/** What became of it. `freeFrom`: when others can have the code, in milliseconds since the epoch. */
export type UnlinkAnswer =
	| { readonly kind: 'unlinked'; readonly freeFrom: number }
	| { readonly kind: 'left' }
	/** The member has unlinked too many lately. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	| { readonly kind: UnlinkRefusal };

/** `not-allowed`: the staff alone do it. */
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

/**
 * How members unlink purchases: at home as its policy says, elsewhere in that server alone. The claim store enforces
 * what is allowed; this only reports it.
 */
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
		const rolesOf = (some: readonly HeldClaim[]) => rules && wantedRoles(some, rules, clock.now());
		const left = rolesOf(others);
		const roleIds = [...(rolesOf(here) ?? [])].filter((roleId) => left?.has(roleId) !== true);
		return { hash, item, ending, roleIds };
	};

	const mayUnlink = async (place: MemberRef, hash: string): Promise<UnlinkQuestion> => {
		const { guildId, userId } = place;
		const own = await claims.own.held(userId);
		const claim = own.find((each) => each.hash === hash);
		if (claim === undefined) return { kind: 'not-yours' };
		// What staff gave without a code is theirs to take away.
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
			// What is refused anyway does not count against the limit.
			const question = await mayUnlink(place, hash);
			if (question.kind !== 'allowed' && question.kind !== 'leave') return question;
			const retryAt = await limits.take('unlink', userId);
			if (retryAt !== undefined) return { kind: 'limited', retryAt };
			const everywhere = async () =>
				(await claims.own.held(userId)).find((claim) => claim.hash === hash)?.guildIds ?? [];
			const guildIds = question.kind === 'leave' ? [guildId] : await everywhere();
			// Before anything is removed: after a crash in between, the roles are still removed.
			for (const each of guildIds) await outbox.record({ guildId: each, userId });
			const answer = await claims.own.unlink(hash, place);
			for (const each of guildIds) await queue.request({ guildId: each, userId });
			if (!('claim' in answer)) {
				return answer.kind === 'transfer-only' ? { kind: 'not-allowed' } : { kind: answer.kind };
			}
			const { kind, claim } = answer;
			report.unlinked({ kind, member: place, hash, itemName: claim.item.name, guildIds });
			return answer.kind === 'left' ? { kind: 'left' } : answer;
		},
	};
}
