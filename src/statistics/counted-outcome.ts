import type { VerifyOutcome } from '../verification/verify-outcome.js';
import type { CountedEvent } from './day-record.js';

/** What is counted of an outcome. Undefined for a member who came back with a code that they had shown here before. */
export function countedOutcome(outcome: VerifyOutcome): CountedEvent | undefined {
	if (outcome.kind !== 'verified') return { kind: 'refused', reason: outcome.kind };
	if (outcome.returning && !outcome.isNewHere) return undefined;
	const { id, name } = outcome.claim.item;
	return { kind: 'verified', item: { id, name } };
}
