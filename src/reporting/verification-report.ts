import type { GuildSettings } from '../servers/guild-settings.js';
import type { CountedEvent } from '../services/statistics/verification-statistics.js';
import type { VerifyOutcome } from '../services/verification/verify-outcome.js';
import type { ReportingFloor } from './server-report.js';

/** The part of an interaction that reports use. */
interface Reported {
	readonly id: string;
	readonly guildId: string;
	readonly userId: string;
}

/** Counts, logs and audits the outcome of each verification. */
export function createVerificationReport({
	metrics,
	audit,
	logger,
	licenceTypes,
	statistics,
}: ReportingFloor) {
	return {
		/**
		 * @param reference shown to the member with a refusal
		 * @param settings the guild's, if they have just been read
		 */
		outcome(
			{ id, guildId, userId }: Reported,
			outcome: VerifyOutcome,
			reference: string | undefined,
			settings?: Pick<GuildSettings, 'auditChannelId'>,
		): void {
			metrics.verifications.inc({ outcome: outcome.kind });
			const counted = countedOutcome(outcome);
			if (counted !== undefined) statistics.note(guildId, counted);
			const reason = outcome.kind === 'uncheckable' ? outcome.reason : undefined;
			const fields = { interactionId: id, guildId, userId, outcome: outcome.kind, reason, reference };
			logger.info(fields, 'Responded to a verification');
			if (outcome.kind === 'verified') {
				const { claim, codeEnd, returning } = outcome;
				licenceTypes.note(claim.licenseType);
				const { hash, item } = claim;
				// The refund checks have already reported the renewal.
				if (outcome.renewed) return;
				const named = { itemName: item.name, ending: codeEnd, holderIds: [userId] };
				const event = { kind: 'verified', userId, hash, itemName: item.name, returning } as const;
				audit.write(guildId, { ...event, ...(codeEnd !== '' && { named }) }, settings);
			} else if (outcome.kind === 'invalid' || outcome.kind === 'taken' || outcome.kind === 'uncheckable') {
				const hash = outcome.kind === 'taken' ? outcome.hash : undefined;
				const scope = outcome.kind === 'uncheckable' ? undefined : outcome.tries?.tripped;
				if (scope !== undefined) audit.write(guildId, { kind: 'limit', userId, scope }, settings);
				const refused = {
					kind: 'refused',
					userId,
					reason: outcome.kind,
					why: reason,
					reference: reference ?? '',
				} as const;
				audit.write(guildId, { ...refused, hash }, settings);
			}
		},
	};
}

/** The event to count for an outcome; undefined for a member who verifies the same code in this guild again. */
function countedOutcome(outcome: VerifyOutcome): CountedEvent | undefined {
	if (outcome.kind !== 'verified') return { kind: 'refused', reason: outcome.kind };
	if (outcome.returning) return undefined;
	const { id, name } = outcome.claim.item;
	return { kind: 'verified', item: { id, name } };
}
