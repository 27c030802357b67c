import type { drawPng as drawing } from '../charts/draw.js';
import { type StackedDays, stackedDaysSpec } from '../charts/stacked-days.js';
import type { ClaimScan } from '../claims/claim-scan.js';
import type { Logger } from '../logger.js';
import type { Counted } from '../statistics/day-record.js';
import { SupportShares } from '../statistics/support-share.js';
import { type StatisticsStore, VerificationStatistics } from '../statistics/verification-statistics.js';
import { RecentAnswers } from '../time/recent-answers.js';
import type { VerifyOutcome } from '../verification/verify.js';
import type { Chart } from '../views/stats-view.js';

/** How long `/stats` waits for the claims to be counted: the answer itself may take 15 minutes, a person doesn't. */
const patienceMs = 2_000;

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
		onError: warn('A verification could not be counted for the statistics'),
	});
	const shares = new SupportShares({
		claims,
		now,
		onError: warn('The claims with support could not be counted'),
	});
	const charts = new RecentAnswers<{ readonly days: number; readonly png: Buffer | undefined }>(60_000, now);
	let lastChart: Promise<unknown> = Promise.resolve();
	/** One at a time in the process: drawing takes the processor. Never rejects. */
	const draw = (chart: StackedDays): Promise<Buffer | undefined> => {
		const mine = lastChart
			.then(() => drawPng(stackedDaysSpec(chart)))
			.catch((error: unknown) => {
				warn('A chart could not be drawn')(error);
				return undefined;
			});
		lastChart = mine;
		return mine;
	};
	return {
		/** Counts an outcome in the background. */
		note: (guildId: string, outcome: VerifyOutcome): void => {
			const counted = countedOf(outcome);
			if (counted !== undefined) verifications.note(guildId, counted);
		},
		report: (guildId: string, days: number) => verifications.report(guildId, days),
		supportShare: (guildId: string) => shares.of(guildId, delay(patienceMs)),
		/**
		 * One a minute in a guild: who asks again within that gets the same, and another period's numbers come without
		 * one.
		 */
		draw: async (guildId: string, chart: StackedDays): Promise<Chart> => {
			const days = chart.labels.length;
			const drawn = await charts.of(guildId, async () => ({ days, png: await draw(chart) }));
			return drawn.days === days ? drawn.png : 'later';
		},
		/** Resolves when what has been noted is counted. */
		settled: () => verifications.settled(),
	};
}

/** Undefined for a member who came back with a code that they had shown here before. */
function countedOf(outcome: VerifyOutcome): Counted | undefined {
	if (outcome.kind !== 'verified') return { kind: 'refused', reason: outcome.kind };
	if (outcome.returning && !outcome.isNewHere) return undefined;
	const { id, name } = outcome.claim.item;
	return { kind: 'verified', item: { id, name } };
}
