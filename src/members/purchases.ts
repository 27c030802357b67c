import type { Claim } from '../claims/claim.js';
import type { Home } from '../claims/policy.js';
import type { MemberRef } from '../member-ref.js';
import type { Renewals } from '../refunds/renewals.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { type RoleRules, wantedRoles } from '../roles/role-plan.js';

/** A purchase as its holder sees it. Times are milliseconds since the epoch. */
export interface OwnPurchase {
	/** The claim's identity: no secret. */
	readonly hash: string;
	readonly item: { readonly id: number; readonly name: string };
	readonly thumbnailUrl: string | undefined;
	readonly licenseType: string;
	readonly purchasedAt: number | undefined;
	readonly supportedUntil: number | undefined;
	readonly status: 'active' | 'revoked';
	/** Whether it was verified in the server in which it is looked at. */
	readonly isHere: boolean;
	/** Whether the member may unlink it by that server's policy. */
	readonly canUnlink: boolean;
	/** The roles that follow from it in that server, by id. */
	readonly roleIds: readonly string[];
}

/** What `/purchases` works on: a member's own claims, with what follows from them in the guild. */
export function createPurchases(parts: {
	readonly claims: { claimsOf(userId: string): Promise<readonly Claim[]> };
	readonly queue: Pick<GrantQueue, 'request'>;
	/** Asks the shop about claims whose support has ended; resolves to what is new. */
	readonly renewals: Pick<Renewals, 'ask'>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly home: Home;
	readonly thumbnailOf: (itemId: number) => string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}) {
	const { claims, queue, renewals, rulesOf, home, thumbnailOf, now } = parts;
	/** The latest first, with what the shop says now where support had ended. */
	const upToDate = async (place: MemberRef, why: 'look' | 'act'): Promise<readonly Claim[]> => {
		const known = (await claims.claimsOf(place.userId)).toReversed();
		const news = await renewals.ask(known, { ...place, why, priority: 'background' });
		return news.size === 0 ? known : (await claims.claimsOf(place.userId)).toReversed();
	};
	return {
		/** The latest first. */
		async purchasesOf(place: MemberRef): Promise<readonly OwnPurchase[]> {
			const { guildId } = place;
			const [own, rules, policy] = await Promise.all([
				upToDate(place, 'look'),
				rulesOf(guildId),
				home.policy(),
			]);
			return own.map((claim): OwnPurchase => {
				const { hash, item, licenseType, purchasedAt, supportedUntil, status } = claim;
				const isHere = claim.guildIds.includes(guildId);
				const roleIds = isHere && rules !== undefined ? [...wantedRoles([claim], rules, now())] : [];
				const thumbnailUrl = thumbnailOf(item.id);
				const isAllowed = policy.unlinking.kind === 'after-days' && !claim.locked;
				// In another guild than home it ends in that guild alone, which no policy forbids.
				const canUnlink = isHere && (isAllowed || !home.is(guildId));
				const shown = { hash, item, thumbnailUrl, licenseType, purchasedAt, supportedUntil, status };
				return { ...shown, isHere, canUnlink, roleIds };
			});
		},
		async restore(place: MemberRef, heldRoles: readonly string[] | undefined) {
			await upToDate(place, 'act');
			return await queue.request(place, heldRoles);
		},
	};
}
