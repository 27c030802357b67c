import { setTimeout as sleep } from 'node:timers/promises';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { generateItems } from '@claimcheck/sandbox/marketplace/generated-items';
import type { Stage } from '@claimcheck/sandbox/stage';
import { verifyOne } from '../../counts/acts.js';
import { costOfEach, type StoreName } from '../../counts/count.js';
import { watchBot } from '../../counts/watched-bot.js';
import { quantile } from '../quantile.js';
import { type Contestant, onStage } from './contestants.js';
import { costOf, runRate, runSuggestions } from './rate.js';

export const parts = ['start', 'rate', 'memory', 'items', 'counts'] as const;
export type PartName = (typeof parts)[number];

/** Figures by name. Each name is a row of the table. */
export type Figures = Readonly<Record<string, number | undefined>>;
export type Part = (contestant: Contestant, store: StoreName) => Promise<Figures>;

/** By then, caches are filled and most garbage from the start has been collected. */
const idleMs = 4_000;
/** The rates, in verifications per second, to run one after the other, and the number of verifications at each. */
export const rates = [50, 100, 200];
const verifies = 300;
const warmUp = { perSecond: 50, members: 500 };
const longRun = { perSecond: 100, members: 5_000 };
const manyItems = 10_000;
const descriptionLength = 840;
const suggestions = 300;

export const measure: Readonly<Record<PartName, Part>> = {
	start: (contestant, store) =>
		onStage(store, async ({ stage, databaseUrl }) => {
			const { figures, bot } = await started(contestant, stage, databaseUrl);
			await bot.stop();
			return figures;
		}),

	rate: (contestant, store) =>
		onStage(store, async ({ stage, databaseUrl }) => {
			const { figures, bot } = await started(contestant, stage, databaseUrl);
			const all: Record<string, number | undefined> = { ...figures };
			await runRate(stage, { pid: bot.pid, ...warmUp });
			for (const perSecond of rates) {
				const result = await runRate(stage, { pid: bot.pid, perSecond, members: verifies });
				if (result.roles < verifies)
					throw new Error(`${contestant.name}: ${result.roles} of ${verifies} roles at ${perSecond}/s`);
				all[`cpu ${perSecond}`] = result.processorMs;
				for (const share of [0.5, 0.99])
					all[`acknowledged p${share * 100} ${perSecond}`] = quantile(result.acknowledgements, share);
			}
			await bot.stop();
			return all;
		}),

	memory: (contestant, store) =>
		onStage(store, async ({ stage, databaseUrl }) => {
			const { bot } = await started(contestant, stage, databaseUrl, { REQUESTS_PER_SECOND: '500' });
			await runRate(stage, { pid: bot.pid, ...longRun });
			await sleep(idleMs);
			const { residentBytes } = await costOf(bot.pid);
			await bot.stop();
			return { 'memory after': mib(residentBytes) };
		}),

	items: (contestant, store) =>
		onStage(store, async ({ stage, databaseUrl }) => {
			const filler = 'Documentation and updates included. '.repeat(30);
			stage.marketplace.setItems(
				generateItems(manyItems).map((item) => ({
					...item,
					description: `${item.description} ${filler}`.slice(0, descriptionLength),
				})),
			);
			const { figures, bot } = await started(contestant, stage, databaseUrl);
			await runSuggestions(stage, suggestions / 3);
			const times = await runSuggestions(stage, suggestions);
			await bot.stop();
			return {
				'memory items': figures['memory idle'],
				'suggested p50': quantile(times, 0.5),
				'suggested p99': quantile(times, 0.99),
			};
		}),

	counts: (contestant, store) =>
		onStage(store, async ({ stage, databaseUrl }) => {
			const watch = await watchBot(stage, databaseUrl);
			const bot = await contestant.start(stage, watch.environment);
			await bot.ready();
			const { statements, requests } = await costOfEach(watch, () => verifyOne(stage));
			const { files } = await watch.loaded();
			await bot.stop();
			await watch.close();
			return { files, statements, requests };
		}),
};

async function started(
	contestant: Contestant,
	stage: Stage,
	databaseUrl: string,
	further: Readonly<Record<string, string>> = {},
): Promise<{ readonly figures: Figures; readonly bot: BotProcess }> {
	const begunAt = performance.now();
	const bot = await contestant.start(stage, { DATABASE_URL: databaseUrl, ...further });
	await bot.ready();
	const start = performance.now() - begunAt;
	await sleep(idleMs);
	const { residentBytes } = await costOf(bot.pid);
	return { figures: { start, 'memory idle': mib(residentBytes) }, bot };
}

function mib(bytes: number): number {
	return bytes / 2 ** 20;
}
