import { type BurstBenchOptions, burstOnStage, otherWork, reportBurst } from './burst-bench.js';
import type { BurstResult } from './burst-run.js';
import { quantile } from './quantile.js';

// The day of a launch with Discord's limits: ten roles in ten seconds for each server, and 50 requests a second for the
// bot. Discord's documentation leaves open whether the answers to interactions, which carry no token, are counted too.

const promised = { acknowledgedMs: 3_000, answeredMs: 30_000, refused: 500 };
/** Ten roles in ten seconds, and what the last one may be late. */
const patiencePerMember = 1_000;
const patienceMs = 120_000;

/** Prints the figures under both readings. Resolves to whether every promise was kept. */
export async function benchLaunch(options: BurstBenchOptions): Promise<boolean> {
	const busy = otherWork();
	const results = await Promise.all([false, true].map((isCounted) => launch(options, isCounted)));
	return reportBurst(
		options,
		[...busy, ...table(results)],
		results.map((result) => brokenPromises(result, options.members)),
	);
}

/** `isCounted`: Discord counts the requests without a token, 50 a second from one address. */
function launch(options: BurstBenchOptions, isCounted: boolean): Promise<BurstResult> {
	return burstOnStage(options, {
		prepare: ({ discord }) => {
			discord.assumptions.areTokenlessCallsCountedByAddress = isCounted;
		},
		start: (stage) => stage.spawnBot(),
		patienceMs: patienceMs + options.members * patiencePerMember,
	});
}

function table(results: readonly BurstResult[]): string[] {
	const show = (value: number | undefined, unit: string): string =>
		`${value === undefined ? 'never' : Math.round(value)} ${unit}`.trim();
	const row = (name: string, of: (result: BurstResult) => number | undefined, unit: string): string =>
		`| ${[name, ...results.map((result) => show(of(result), unit))].join(' | ')} |`;
	return [
		'| | answers not counted | 50 a second from one address |',
		'|---|---|---|',
		row('acknowledged', ({ acknowledgements }) => acknowledgements.length, ''),
		row('acknowledged, median', ({ acknowledgements }) => quantile(acknowledgements, 0.5), 'ms'),
		row('acknowledged, the last', ({ acknowledgements }) => acknowledgements.at(-1), 'ms'),
		row('answered', ({ answers }) => answers.length, ''),
		row('answered, median', ({ answers }) => quantile(answers, 0.5), 'ms'),
		row('answered, the last', ({ answers }) => answers.at(-1), 'ms'),
		row('roles given', ({ roles }) => roles, ''),
		row('until all members had the role', ({ rolesAfterMs }) => rolesAfterMs.at(-1), 'ms'),
		row('notified of the role in the end', ({ notifiedOfRole }) => notifiedOfRole, ''),
		row('refused by Discord', ({ refused }) => refused, ''),
	];
}

function brokenPromises(result: BurstResult, members: number): Record<string, number> {
	const { acknowledgements, answers, roles, refused } = result;
	const inTime = (times: readonly number[], ms: number): number => times.filter((time) => time <= ms).length;
	return {
		[`acknowledged later than ${promised.acknowledgedMs} ms`]:
			members - inTime(acknowledgements, promised.acknowledgedMs),
		[`answered later than ${promised.answeredMs} ms`]: members - inTime(answers, promised.answeredMs),
		'without a role': members - roles,
		[`refusals beyond ${promised.refused - 1}`]: Math.max(0, refused - promised.refused + 1),
	};
}
