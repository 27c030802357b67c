import { loadavg } from 'node:os';
import { Stage, type StageOptions } from '@claimcheck/sandbox/stage';
import { type Contestant, contestants } from './bare/contestants.js';
import { type BurstResult, runBurst } from './burst-run.js';
import { quantile } from './quantile.js';

// Launch day: many members verify concurrently in one server while Discord is slow.

const members = 500;
const overMs = 10_000;
/** Discord's latency for every REST request. */
const latencyMs = 100;
/** Ten roles in ten seconds, plus the tolerance for the last one: after that, missing roles count as lost. */
const patienceMs = 120_000 + members * 1_000;
const promised = { acknowledgedMs: 3_000, answeredMs: 30_000, refused: 500 };

type Print = (line: string) => void;
type Column = readonly [name: string, result: BurstResult];

/**
 * Runs the production bot, then a bare one, each in its own process and without Discord's limits, which would be the
 * same for both and hide what each needs itself. Resolves to whether every promise was kept.
 */
export async function benchBurst(print: Print): Promise<boolean> {
	const columns: Column[] = [];
	for (const contestant of contestants)
		columns.push([contestant.name, await play(contestant, { isRateLimited: false })]);
	return reported(columns, print);
}

/**
 * With Discord's limits: ten roles in ten seconds per server, and 50 requests a second for the bot. Discord's
 * documentation doesn't say whether responses to interactions, which carry no bot token, count too.
 */
export async function benchLaunch(print: Print): Promise<boolean> {
	const [, product] = contestants;
	const [apart, counted] = await Promise.all([play(product), play(product, {}, true)]);
	return reported(
		[
			['answers not counted', apart],
			['50 a second from one address', counted],
		],
		print,
	);
}

async function play(
	{ start }: Contestant,
	options: StageOptions = {},
	isCounted = false,
): Promise<BurstResult> {
	const stage = await Stage.open({ ...options, discord: { waitTimeoutMs: 120_000 } });
	try {
		stage.discord.rateLimits.countsTokenlessCalls = isCounted;
		await stage.register();
		stage.discord.faults.add('*', { kind: 'delay', ms: latencyMs });
		const bot = await start(stage, {});
		await bot.ready();
		const result = await runBurst(stage, { members, overMs, patienceMs });
		await bot.stop();
		return result;
	} finally {
		await stage.close();
	}
}

const rows: readonly (readonly [
	name: string,
	of: (result: BurstResult) => number | undefined,
	unit: string,
])[] = [
	['acknowledged', ({ acknowledgements }) => acknowledgements.length, ''],
	['acknowledged, median', ({ acknowledgements }) => quantile(acknowledgements, 0.5), 'ms'],
	['acknowledged, the last', ({ acknowledgements }) => acknowledgements.at(-1), 'ms'],
	['answered', ({ answers }) => answers.length, ''],
	['answered, median', ({ answers }) => quantile(answers, 0.5), 'ms'],
	['answered, p99', ({ answers }) => quantile(answers, 0.99), 'ms'],
	['answered, the last', ({ answers }) => answers.at(-1), 'ms'],
	['roles given', ({ roles }) => roles, ''],
	['until all members had the role', ({ rolesAfterMs }) => rolesAfterMs[members - 1], 'ms'],
	['notified of the role in the end', ({ notifiedOfRole }) => notifiedOfRole, ''],
	['refused by Discord', ({ refused }) => refused, ''],
];

/** Prints the table and the verdict about Claimcheck. */
function reported(columns: readonly Column[], print: Print): boolean {
	print(
		`${members} members verify within ${overMs / 1000} s, Discord takes ${latencyMs} ms for each request.`,
	);
	// The latencies include those of unrelated work.
	print(`The machine's load is ${(loadavg()[0] ?? 0).toFixed(1)}.\n`);
	print(`| | ${columns.map(([name]) => name).join(' | ')} |`);
	print(`|---${'|---'.repeat(columns.length)}|`);
	for (const [name, of, unit] of rows) {
		const shown = columns.map(([, result]) => `${Math.round(of(result) ?? Number.NaN)} ${unit}`.trim());
		print(`| ${[name, ...shown].join(' | ')} |`);
	}
	const broken = columns.flatMap(([name, result]) => (name === 'bare' ? [] : brokenPromises(result)));
	print(broken.length === 0 ? '\nEvery promise was kept.' : `\nBroken: ${broken.join('; ')}`);
	return broken.length === 0;
}

function brokenPromises({
	acknowledgements,
	answers,
	roles,
	notifiedOfRole,
	refused,
}: BurstResult): string[] {
	const late = (times: readonly number[], ms: number): number =>
		members - times.filter((time) => time <= ms).length;
	const counts = {
		[`acknowledged later than ${promised.acknowledgedMs} ms`]: late(
			acknowledgements,
			promised.acknowledgedMs,
		),
		[`answered later than ${promised.answeredMs} ms`]: late(answers, promised.answeredMs),
		'without a role': members - roles,
		'not notified of their role': members - notifiedOfRole,
		[`refusals beyond ${promised.refused - 1}`]: Math.max(0, refused - promised.refused + 1),
	};
	return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
}
