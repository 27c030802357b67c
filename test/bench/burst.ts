import { fileURLToPath } from 'node:url';
import { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { type BurstBenchOptions, burstOnStage, otherWork, reportBurst } from './burst-bench.js';
import type { BurstResult } from './burst-run.js';
import { quantile } from './quantile.js';

// The day of a launch: many members verify concurrently in one server, on a Discord that takes its time. The production
// bot against a bare discord.js bot, one after the other, each in a process of its own.

/** Promises to members. */
const promisedMs = { acknowledgement: 1_000, answer: 3_000, answerOfMost: 500 };
/**
 * How far the last role may be behind the time that Discord takes for all the calls, one after the other: the first of
 * them waits for its code to be checked.
 */
const behindMs = 500;
/** How much longer a call may take than its answer to an interaction: discord.js does more for it. */
const callsSlack = 1.15;
/** If the bare bot alone takes a good part of that, the machine is too busy for a verdict. */
const roomOverBareBot = 4;

/** Prints the figures. Resolves to whether the product has kept what it promises. */
export async function benchBurst(options: BurstBenchOptions): Promise<boolean> {
	const { members, overMs, latencyMs, print } = options;
	const busy = otherWork();
	print(
		`${members} members verify within ${overMs / 1000} s, Discord takes ${latencyMs} ms for each request.\n`,
	);
	const bare = await measure(options, (stage) => BotProcess.start(bareBot, stage.environment()));
	const product = await measure(options, (stage) => stage.spawnBot());
	return reportBurst(
		options,
		[...busy, ...table(bare, product, members)],
		[brokenPromises(bare, product, options)],
	);
}

const bareBot = fileURLToPath(new URL('./bare-bot.js', import.meta.url));

function measure(
	options: BurstBenchOptions,
	start: (stage: Stage) => Promise<BotProcess>,
): Promise<BurstResult> {
	return burstOnStage(options, {
		// Without Discord's limits: they would be the same for both bots, and hide what each of them needs.
		stageOptions: { isRateLimited: false, discord: { waitTimeoutMs: 120_000 } },
		start,
		// discord.js gives the roles of one server one after the other.
		patienceMs: 60_000 + options.members * options.latencyMs * 3,
	});
}

function table(bare: BurstResult, product: BurstResult, members: number): string[] {
	const row = (name: string, of: (result: BurstResult) => number | undefined, unit = 'ms'): string => {
		const [one, other] = [of(bare), of(product)];
		const ratio = one && other !== undefined ? (other / one).toFixed(2) : '–';
		const show = (value: number | undefined): string =>
			value === undefined ? 'never' : `${Math.round(value)} ${unit}`.trim();
		return `| ${name} | ${show(one)} | ${show(other)} | ${ratio} |`;
	};
	const share = (part: number, { roles }: BurstResult): number =>
		Math.round((100 * part) / Math.max(1, roles));
	return [
		'| | bare discord.js | Claimcheck | ratio |',
		'|---|---|---|---|',
		row('acknowledged, median', (result) => quantile(result.acknowledgements, 0.5)),
		row('acknowledged, p95', (result) => quantile(result.acknowledgements, 0.95)),
		row('acknowledged, the last', (result) => result.acknowledgements.at(-1)),
		row('answered, median', (result) => quantile(result.answers, 0.5)),
		row('answered, p95', (result) => quantile(result.answers, 0.95)),
		row('answered, p99', (result) => quantile(result.answers, 0.99)),
		row('answered, the last', (result) => result.answers.at(-1)),
		row('first reply "on its way"', (result) => share(result.askedToWait, result), '%'),
		row('notified of the role in the end', (result) => share(result.notifiedOfRole, result), '%'),
		row('roles given', (result) => result.roles, ''),
		row('until half of them had the role', (result) => quantile(result.rolesAfterMs, 0.5)),
		row('until all members had the role', ({ rolesAfterMs }) => rolesAfterMs[members - 1]),
		row('refused by Discord', (result) => result.refused, ''),
	];
}

function brokenPromises(
	bare: BurstResult,
	product: BurstResult,
	{ members, overMs, latencyMs }: BurstBenchOptions,
): Record<string, number> {
	const atMost = (promised: number, times: readonly number[]): number =>
		Math.max(promised, roomOverBareBot * (times.at(-1) ?? 0));
	const limits = {
		acknowledgement: atMost(promisedMs.acknowledgement, bare.acknowledgements),
		answer: atMost(promisedMs.answer, bare.answers),
	};
	const late = (times: readonly number[], limit: number): number =>
		members - times.filter((time) => time <= limit).length;
	// A call takes what Discord takes, and what this machine adds to that.
	const callMs = Math.max(latencyMs, quantile(bare.acknowledgements, 0.5) ?? 0);
	// One call of a server at a time, and what a busy machine adds to each.
	const lastRoleMs = Math.max(overMs, members * callMs * callsSlack) + behindMs;
	const limitOfMost = Math.max(
		promisedMs.answerOfMost,
		roomOverBareBot * (quantile(bare.answers, 0.99) ?? 0),
	);
	return {
		[`acknowledged later than ${limits.acknowledgement} ms`]: late(
			product.acknowledgements,
			limits.acknowledgement,
		),
		[`answered later than ${limits.answer} ms`]: late(product.answers, limits.answer),
		// All but one in a hundred.
		[`too many answered later than ${limitOfMost} ms`]: Math.max(
			0,
			late(product.answers, limitOfMost) - Math.ceil(members / 100),
		),
		'without a role': members - product.roles,
		[`given their role later than ${Math.round(lastRoleMs)} ms`]: product.rolesAfterMs.filter(
			(time) => time > lastRoleMs,
		).length,
		'not notified of their role': members - product.notifiedOfRole,
		'requests refused by Discord': product.refused,
	};
}
