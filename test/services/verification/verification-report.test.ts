import { expect, it } from 'vitest';
import { noMeasures } from '../../../src/base/measures.js';
import { LicenceTypes } from '../../../src/servers/licence-types.js';
import { createVerificationReport } from '../../../src/services/verification/verification-report.js';
import type { VerifyOutcome } from '../../../src/services/verification/verify-outcome.js';
import { floor } from '../../world/floor.js';

const asked = { id: '1', guildId: 'home', userId: 'buyer' };

/** The audit events of an outcome. */
function eventsOf(outcome: VerifyOutcome) {
	const lines: unknown[] = [];
	const report = createVerificationReport(
		floor({
			metrics: noMeasures,
			audit: { write: (...line) => lines.push(line) },
			logger: { info: () => {} },
			licenceTypes: new LicenceTypes(),
			statistics: { note: () => {} },
		}),
	);
	report(asked, outcome, undefined, { auditChannelId: 'channel' });
	return lines;
}

it('says which limit a wrong code has reached, before the code itself', () => {
	const settings = { auditChannelId: 'channel' };
	const tries = { left: 0, retryAt: 5, tripped: 'member' } as const;
	expect(eventsOf({ kind: 'invalid', tries })).toEqual([
		['home', { kind: 'limit', userId: 'buyer', scope: 'member' }, settings],
		['home', expect.objectContaining({ kind: 'refused', reason: 'invalid' }), settings],
	]);
	expect(eventsOf({ kind: 'invalid', tries: { left: 2 } })).toHaveLength(1);
});
