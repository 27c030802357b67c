import type { ClaimStore } from '../claims/claim-store.js';
import { type PurchaseCode, parsePurchaseCode } from '../claims/purchase-code.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { LicenceTypes } from '../guilds/licence-types.js';
import type { ServedGuilds } from '../guilds/served-guilds.js';
import type { Logger } from '../logger.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Purchase } from '../marketplace/schemas.js';
import type { Metrics } from '../metrics.js';
import type { Renewals } from '../refunds/renewals.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Attempts } from '../verification/attempts.js';
import {
	type ItemMedia,
	type OwnClaim,
	type Place,
	Verification,
	type VerifyOutcome,
} from '../verification/verify.js';

export function createVerification(parts: {
	attempts: Attempts;
	claims: ClaimStore;
	queue: GrantQueue;
	checkPurchase: PurchaseCheck;
	audit: Pick<AuditLog, 'write'>;
	renewals: Renewals<PurchaseCode>;
	catalog: { get(itemId: number): ItemMedia | undefined };
	served: Pick<ServedGuilds, 'isHome'>;
	now: () => number;
}) {
	const { attempts, claims, queue, checkPurchase, audit, renewals, catalog, served, now } = parts;
	return new Verification<PurchaseCode, Purchase>({
		parseCode: parsePurchaseCode,
		attempts,
		claims,
		checkPurchase: (code, { guildId }) =>
			checkPurchase(code, { priority: 'buyer', share: served.isHome(guildId) ? 'home' : 'others' }),
		askAgain: askAgain(renewals, now),
		// The purchase has the whole item; the list of items may not be loaded yet.
		mediaOf: ({ item }, purchase) => purchase?.item ?? catalog.get(item.id),
		requestRoles: (place, held) => queue.request(place, held),
		onLimit: ({ guildId, userId }, scope) => audit.write(guildId, { kind: 'limit', userId, scope }),
	});
}

function askAgain(renewals: Pick<Renewals<PurchaseCode>, 'ask'>, now: () => number) {
	return async (claim: OwnClaim, place: Place) => {
		const said = (await renewals.ask([claim], { ...place, why: 'act', priority: 'buyer' })).get(claim.hash);
		if (said?.status === 'revoked') return 'revoked' as const;
		if (said === undefined || (said.supportedUntil ?? 0) <= now()) return undefined;
		return { claim: { ...claim, supportedUntil: said.supportedUntil } };
	};
}

/** Counts, logs and audits what became of each verification. */
export function reportOutcomes({
	metrics,
	audit,
	logger,
	licenceTypes,
	statistics,
}: {
	metrics: Metrics;
	audit: Pick<AuditLog, 'write'>;
	logger: Logger;
	licenceTypes: LicenceTypes;
	statistics: { note(guildId: string, outcome: VerifyOutcome): void };
}) {
	return (
		{ id, guildId, user }: { id: string; guildId: string; user: { id: string } },
		outcome: VerifyOutcome,
	): void => {
		metrics.verifications.inc({ outcome: outcome.kind });
		statistics.note(guildId, outcome);
		const userId = user.id;
		const reason = outcome.kind === 'uncheckable' ? outcome.reason : undefined;
		const fields = { interactionId: id, guildId, userId, outcome: outcome.kind, reason };
		logger.info(fields, 'Answered a verification');
		if (outcome.kind === 'verified') {
			const { claim, isNewHere = false } = outcome;
			// That it was verified elsewhere before is nothing that a server’s staff are told.
			const returning = outcome.returning && !isNewHere;
			const { licenseType } = claim;
			licenceTypes.note(licenseType);
			audit.write(guildId, { kind: 'verified', userId, itemName: claim.item.name, licenseType, returning });
		} else if (outcome.kind === 'invalid' || outcome.kind === 'taken' || outcome.kind === 'uncheckable') {
			audit.write(guildId, { kind: 'refused', userId, reason: outcome.kind, reference: id });
		}
	};
}
