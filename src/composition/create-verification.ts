import type { ClaimStore } from '../claims/claim-store.js';
import { codeEnding } from '../claims/code-ending.js';
import { readPurchaseCode } from '../claims/purchase-code.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Renewals } from '../refunds/renewals.js';
import type { VerificationReport } from '../reporting/verification-report.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import { type RoleRules, wantedRoles } from '../roles/role-plan.js';
import type { Attempts } from '../verification/attempts.js';
import { Verification } from '../verification/verify.js';
import type { ItemMedia } from '../verification/verify-outcome.js';
import { WaitingRoom } from '../verification/waiting-room.js';

export function createVerification(parts: {
	attempts: Attempts;
	claims: ClaimStore;
	queue: GrantQueue;
	checkPurchase: PurchaseCheck;
	report: Pick<VerificationReport, 'limit' | 'failed'>;
	renewals: Renewals;
	catalog: { get(itemId: number): ItemMedia | undefined };
	served: Pick<ServedGuilds, 'isHome'>;
	rulesOf: (guildId: string) => Promise<RoleRules | undefined>;
	now: () => number;
}) {
	const { attempts, claims, queue, checkPurchase, report, renewals, catalog, served, rulesOf, now } = parts;
	return new Verification({
		readCode: readPurchaseCode,
		endOf: codeEnding,
		attempts,
		claims,
		checkPurchase: (code, { guildId }) =>
			checkPurchase(code, { priority: 'buyer', share: served.isHome(guildId) ? 'home' : 'others' }),
		renew: (claim, member) => renewals.renew(claim, member),
		// The purchase has the whole item; the list of items may not be loaded yet.
		mediaOf: ({ item }, purchase) => purchase?.item ?? catalog.get(item.id),
		rolesFor: async (claim, guildId) => {
			const rules = await rulesOf(guildId);
			return rules === undefined ? [] : [...wantedRoles([claim], rules, now())];
		},
		announceRoles: (member) => queue.announce(member),
		requestRoles: (member, held, announced) => queue.request(member, held, announced),
		withdrawRoles: (member, announced) => queue.withdraw(member, announced),
		onFailure: report.failed,
		onLimit: report.limit,
	});
}

/** Where members wait while the shop doesn't answer. */
export function createWaitingRoom(
	verification: Verification,
	parts: {
		readonly served: Pick<ServedGuilds, 'isHome' | 'serves'>;
		readonly now: () => number;
		readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
	},
): WaitingRoom {
	const { served, now, delay } = parts;
	return new WaitingRoom({
		verify: (request) => verification.verify(request),
		serves: (guildId) => served.serves(guildId),
		shareOf: (guildId) => (served.isHome(guildId) ? 'home' : 'others'),
		now,
		delay,
	});
}
