import type { MemberRef } from '../base/member-ref.js';
import type { HeldClaim } from '../claims/held-claims.js';
import type { Servers } from '../floors.js';
import { rolesOfOneAlone } from '../roles/role-plan.js';
import type { PurchasesReport } from './purchases.js';

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
	| { readonly kind: UnlinkRefusal };

/** The result of unlinking. `freeFrom`: when other members can claim the code, in milliseconds since the epoch. */
export type UnlinkAnswer =
	| { readonly kind: 'unlinked'; readonly freeFrom: number }
	/** Too many recently. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	| { readonly kind: UnlinkRefusal };

/** `not-allowed`: only staff can do it. */
export type UnlinkRefusal = 'not-allowed' | 'locked' | 'not-yours';

type Floor = Servers & { readonly report: PurchasesReport };

/** Unlinks by the policy. The claim store enforces the rules. */
export function createUnlinking(floor: Floor) {
	const { claims, limits, guilds, clock, report } = floor;

	const unlinkable = async (
		{ guildId }: MemberRef,
		claim: HeldClaim,
		own: readonly HeldClaim[],
	): Promise<Unlinkable> => {
		const { hash, item, ending } = claim;
		const rules = await guilds.rulesOf(guildId);
		const others = own.filter((each) => each.hash !== hash);
		const roleIds = rules ? rolesOfOneAlone(claim, others, rules, clock.now()) : [];
		return { hash, item, ending, roleIds };
	};

	const mayUnlink = async (place: MemberRef, hash: string): Promise<UnlinkQuestion> => {
		const own = await claims.own.held(place.userId);
		const claim = own.find((each) => each.hash === hash);
		if (claim === undefined) return { kind: 'not-yours' };
		// A gift without a code can only be withdrawn by staff.
		if (claim.isGiven) return { kind: 'not-allowed' };
		const { unlinking } = await claims.policy.read();
		if (unlinking.kind !== 'after-days') return { kind: 'not-allowed' };
		if (claim.locked) return { kind: 'locked' };
		return { kind: 'allowed', ...(await unlinkable(place, claim, own)), days: unlinking.days };
	};

	return {
		mayUnlink,

		async unlink(place: MemberRef, hash: string): Promise<UnlinkAnswer> {
			const { userId } = place;
			const question = await mayUnlink(place, hash);
			if (!('hash' in question)) return question;
			// In the same commit, so that only what was unlinked counts.
			const answer = await claims.own.unlink(hash, place, async (tx) => {
				const retryAt = await limits.takeIn(tx, 'unlink', userId);
				return retryAt === undefined ? undefined : ({ kind: 'limited', retryAt } as const);
			});
			if (answer.kind !== 'unlinked') return answer;
			report.unlinked({ member: place, hash, itemName: answer.claim.item.name });
			return answer;
		},
	};
}
