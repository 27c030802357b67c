import { expect, it } from 'vitest';
import { noMetrics } from '../../src/operate/no-metrics.js';
import { createVerificationReport } from '../../src/reporting/verification-report.js';
import { LicenceTypes } from '../../src/servers/licence-types.js';
import type { VerifyOutcome } from '../../src/services/verification/verify-outcome.js';
import { claimOf } from '../roles/owed-claims.js';
import { floor } from '../world/floor.js';

const asked = { id: '1', guildId: 'home', userId: 'buyer' };

/** The audit events of an outcome. */
function eventsOf(outcome: VerifyOutcome, guildId = 'home') {
	const lines: unknown[] = [];
	const report = createVerificationReport(
		floor({
			metrics: noMetrics,
			audit: { write: (...line) => lines.push(line) },
			logger: { info: () => {} },
			licenceTypes: new LicenceTypes(),
			statistics: { note: () => {} },
		}),
	);
	report.outcome({ ...asked, guildId }, outcome, undefined, { auditChannelId: 'channel' });
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

it.each(['home', 'another'])(
	'names the purchase that was verified and its holders, in the server %s',
	(guildId) => {
		const role = { first: new Promise<never>(() => {}), settled: new Promise<never>(() => {}) };
		const claim = claimOf('buyer', { item: { id: 7, name: 'Aurora', category: 'themes' } });
		const outcome = {
			kind: 'verified',
			claim,
			codeEnd: '3a8c',
			roleIds: [],
			returning: false,
			role,
		} as const;
		const named = { itemName: 'Aurora', ending: '3a8c', holderIds: ['buyer'] };
		expect(eventsOf(outcome, guildId)).toMatchObject([[guildId, { kind: 'verified', named }, {}]]);
	},
);
