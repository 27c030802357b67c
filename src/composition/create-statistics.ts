import type { Logger } from '../base/logger.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { HolderEvent } from '../refunds/refunds.js';
import type { drawPng as drawing } from '../statistics/charts/draw.js';
import { GuildCharts } from '../statistics/charts/guild-charts.js';
import type { StackedDays } from '../statistics/charts/stacked-days.js';
import { countedOutcome } from '../statistics/counted-outcome.js';
import { SupportShares } from '../statistics/support-share.js';
import { type StatisticsStore, VerificationStatistics } from '../statistics/verification-statistics.js';
import type { VerifyOutcome } from '../verification/verify-outcome.js';

/**
 * How long `/stats` waits for the claims to be counted: enough for tens of thousands. With more the answer comes all the
 * same, with what was counted last.
 */
const patienceMs = 500;

/** The counting of verifications, and what `/stats` asks of it. */
export function createStatistics(parts: {
	readonly store: StatisticsStore;
	readonly claims: Pick<ClaimScan, 'all'>;
	readonly logger: Pick<Logger, 'warn'>;
	readonly now: () => number;
	readonly delay: (ms: number) => Promise<void>;
	readonly drawPng: typeof drawing;
}) {
	const { store, claims, logger, now, delay, drawPng } = parts;
	const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
	const verifications = new VerificationStatistics({
		store,
		now,
		delay,
		onError: warn('A verification could not be counted for the statistics'),
	});
	const shares = new SupportShares({
		claims,
		now,
		onError: warn('The claims with support could not be counted'),
	});
	const charts = new GuildCharts({ drawPng, now, onError: warn('A chart could not be drawn') });
	let lastRefund = '';
	return {
		/** Counts a purchase that the shop stopped to list, in each guild where one of its holders has shown it. */
		noteRefund({ kind, hash, holder }: HolderEvent): void {
			if (kind !== 'revoked') return;
			for (const guildId of holder.guildIds) {
				// Each of its holders is told of, one after the other.
				const refund = `${hash}:${guildId}`;
				if (refund !== lastRefund) verifications.note(guildId, { kind: 'refunded' });
				lastRefund = refund;
			}
		},
		/** Counts an outcome in the background. */
		note(guildId: string, outcome: VerifyOutcome): void {
			const counted = countedOutcome(outcome);
			if (counted !== undefined) verifications.note(guildId, counted);
		},
		report: (guildId: string, days: number) => verifications.report(guildId, days),
		supportShare: (guildId: string) => shares.of(guildId, delay(patienceMs)),
		draw: (guildId: string, chart: StackedDays) => charts.draw(guildId, chart),
		/** Resolves when what has been noted is counted. */
		settled: () => verifications.settled(),
	};
}
