import type { ClaimStore } from '../claims/claim-store.js';
import { parsePurchaseCode } from '../claims/purchase-code.js';
import type { AuditLog } from '../discord/audit-log.js';
import type { LicenceTypes } from '../guilds/licence-types.js';
import type { Logger } from '../logger.js';
import type { PurchaseCheck } from '../marketplace/purchase-check.js';
import type { Metrics } from '../metrics.js';
import type { GrantQueue } from '../roles/grant-queue.js';
import type { Attempts } from '../verification/attempts.js';
import { Verification, type VerifyOutcome } from '../verification/verify.js';

export function createVerification(parts: {
	attempts: Attempts;
	claims: ClaimStore;
	queue: GrantQueue;
	checkPurchase: PurchaseCheck;
	audit: AuditLog;
}) {
	const { attempts, claims, queue, checkPurchase, audit } = parts;
	return new Verification({
		parseCode: parsePurchaseCode,
		attempts,
		claims,
		checkPurchase: (code) => checkPurchase(code, { priority: 'buyer' }),
		requestRoles: (place, held) => queue.request(place, held),
		onLimit: ({ guildId, userId }, scope) => audit.write(guildId, { kind: 'limit', userId, scope }),
	});
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
	audit: AuditLog;
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
			const { claim, returning } = outcome;
			const { licenseType } = claim;
			licenceTypes.note(licenseType);
			audit.write(guildId, { kind: 'verified', userId, itemName: claim.item.name, licenseType, returning });
		} else if (outcome.kind === 'invalid' || outcome.kind === 'taken' || outcome.kind === 'uncheckable') {
			audit.write(guildId, { kind: 'refused', userId, reason: outcome.kind, reference: id });
		}
	};
}
