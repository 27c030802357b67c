import type { Claim } from '../claims/claim.js';
import type { Home } from '../claims/policy.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { type RoleRules, wantedRoles } from '../roles/role-plan.js';
import type { OwnPurchase } from '../views/purchases-view.js';

/** What `/purchases` works on: a member's own claims, with what follows from them in the guild. */
export function createPurchases(parts: {
	readonly claims: { claimsOf(userId: string): Promise<readonly Claim[]> };
	readonly queue: Pick<GrantQueue, 'request'>;
	readonly rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	readonly home: Home;
	readonly thumbnailOf: (itemId: number) => string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}) {
	const { claims, queue, rulesOf, home, thumbnailOf, now } = parts;
	return {
		/** The latest first. */
		async purchasesOf(place: { guildId: string; userId: string }): Promise<readonly OwnPurchase[]> {
			const { guildId, userId } = place;
			const [own, rules, policy] = await Promise.all([
				claims.claimsOf(userId),
				rulesOf(guildId),
				home.policy(),
			]);
			const purchases = own.map((claim): OwnPurchase => {
				const { hash, item, licenseType, purchasedAt, supportedUntil, status } = claim;
				const isHere = claim.guildIds.includes(guildId);
				const roleIds = isHere && rules !== undefined ? [...wantedRoles([claim], rules, now())] : [];
				const thumbnailUrl = thumbnailOf(item.id);
				const isAllowed = policy.unlinking.kind === 'after-days' && !claim.locked;
				// Elsewhere than at home it ends there alone, which is for nobody to forbid.
				const canUnlink = isHere && (isAllowed || !home.is(guildId));
				const shown = { hash, item, thumbnailUrl, licenseType, purchasedAt, supportedUntil, status };
				return { ...shown, isHere, canUnlink, roleIds };
			});
			return purchases.toReversed();
		},
		restore: (place: { guildId: string; userId: string }, heldRoles: readonly string[]) =>
			queue.request(place, heldRoles),
	};
}
