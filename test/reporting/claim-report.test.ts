import { expect, it } from 'vitest';
import { createClaimReport } from '../../src/reporting/claim-report.js';
import { listedGuilds } from '../../src/servers/served-guilds.js';
import type { HolderEvent } from '../../src/services/refunds/refunds.js';
import { noAlerts } from '../messages/no-alerts.js';
import { floor } from '../world/floor.js';

it('counts a refund once in each server where it was shown, however many hold the purchase', () => {
	const counted: unknown[] = [];
	const report = createClaimReport(
		floor({
			alerts: noAlerts,
			audit: { write: () => {} },
			logger: { info: () => {}, error: () => {} },
			served: listedGuilds(['home', 'away']),
			statistics: { note: (...count) => counted.push(count) },
		}),
	);
	const reportRefund = (kind: HolderEvent['kind'], hash: string, userId: string) =>
		report.refund({ kind, hash, itemName: 'Aurora', holderId: userId });
	reportRefund('renewed', 'one', 'maya');
	reportRefund('revoked', 'one', 'maya');
	reportRefund('revoked', 'one', 'noah');
	reportRefund('revoked', 'two', 'noah');
	reportRefund('reinstated', 'two', 'noah');
	const refund = { kind: 'refunded' };
	expect(counted).toEqual([
		['home', refund],
		['away', refund],
		['home', refund],
		['away', refund],
	]);
});
