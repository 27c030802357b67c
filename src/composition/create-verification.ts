import type { ClaimStore } from '../claims/claim-store.js';
import { parsePurchaseCode } from '../claims/purchase-code.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Renewals } from '../refunds/renewals.js';
import type { VerificationReport } from '../reporting/verification-report.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Attempts } from '../verification/attempts.js';
import { type ItemMedia, Verification } from '../verification/verify.js';

export function createVerification(parts: {
	attempts: Attempts;
	claims: ClaimStore;
	queue: GrantQueue;
	checkPurchase: PurchaseCheck;
	report: Pick<VerificationReport, 'limit'>;
	renewals: Renewals;
	catalog: { get(itemId: number): ItemMedia | undefined };
	served: Pick<ServedGuilds, 'isHome'>;
}) {
	const { attempts, claims, queue, checkPurchase, report, renewals, catalog, served } = parts;
	return new Verification({
		parseCode: parsePurchaseCode,
		attempts,
		claims,
		checkPurchase: (code, { guildId }) =>
			checkPurchase(code, { priority: 'buyer', share: served.isHome(guildId) ? 'home' : 'others' }),
		renew: (claim, member) => renewals.renew(claim, member),
		// The purchase has the whole item; the list of items may not be loaded yet.
		mediaOf: ({ item }, purchase) => purchase?.item ?? catalog.get(item.id),
		requestRoles: (member, held) => queue.request(member, held),
		onLimit: report.limit,
	});
}
