import type { VerifyOutcome } from '../verification/verify-outcome.js';
import type { CountedEvent } from './day-record.js';

/** The event to count for an outcome; undefined for a member who verifies the same code in this guild again. */
export function countedOutcome(outcome: VerifyOutcome): CountedEvent | undefined {
	if (outcome.kind !== 'verified') return { kind: 'refused', reason: outcome.kind };
	if (outcome.returning) return undefined;
	const { id, name } = outcome.claim.item;
	return { kind: 'verified', item: { id, name } };
}
