import { Stage } from '@claimcheck/sandbox/stage';
import { type BurstResult, runBurst } from './burst-run.js';
import { writeMarked } from './marked-section.js';
import { otherWork } from './other-work.js';
import { quantile } from './quantile.js';

// The day of a launch with Discord's limits: ten roles in ten seconds for each server, and 50 requests a second for the
// bot. Discord's documentation leaves open whether the answers to interactions, which carry no token, are counted too.

export interface LaunchBenchOptions {
	readonly members: number;
	readonly overMs: number;
	/** Discord takes this long for every REST request. */
	readonly latencyMs: number;
	/** Writes the table into docs/reliability.md. */
	readonly isWritten: boolean;
	readonly print: (line: string) => void;
}

const promised = { acknowledgedMs: 3_000, answeredMs: 30_000, refused: 500 };
/** Ten roles in ten seconds, and what the last one may be late. */
const patiencePerMember = 1_000;
const patienceMs = 120_000;

/** Prints the figures under both readings. Resolves to whether every promise was kept. */
export async function benchLaunch(options: LaunchBenchOptions): Promise<boolean> {
	const { members, print } = options;
	const busy = otherWork();
	const results = await Promise.all([false, true].map((isCounted) => launch(options, isCounted)));
	const lines = [...busy, ...table(results)];
	for (const line of lines) print(line);
	if (options.isWritten) await writeMarked('docs/reliability.md', 'bench launch', ['', ...lines]);
	const broken = results.flatMap((result) => brokenPromises(result, members));
	print(broken.length === 0 ? '\nEvery promise was kept.' : `\nBroken: ${broken.join('; ')}`);
	return broken.length === 0;
}

/** `isCounted`: Discord counts the requests without a token, 50 a second from one address. */
async function launch(
	{ members, overMs, latencyMs }: LaunchBenchOptions,
	isCounted: boolean,
): Promise<BurstResult> {
	const stage = await Stage.open();
	try {
		stage.discord.assumptions.areTokenlessCallsCountedByAddress = isCounted;
		await stage.register();
		if (latencyMs > 0) stage.discord.faults.add('*', { kind: 'delay', ms: latencyMs });
		const bot = await stage.spawnBot();
		await bot.ready();
		const result = await runBurst(stage, {
			members,
			overMs,
			patienceMs: patienceMs + members * patiencePerMember,
		});
		await bot.stop();
		return result;
	} finally {
		await stage.close();
	}
}

function table(results: readonly BurstResult[]): string[] {
	const row = (name: string, of: (result: BurstResult) => number | undefined, unit: string): string =>
		`| ${[name, ...results.map((result) => `${of(result) ?? 'never'} ${unit}`.trim())].join(' | ')} |`;
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
		row('until everybody had the role', ({ rolesAfterMs }) => rolesAfterMs.at(-1), 'ms'),
		row('told of the role in the end', ({ toldOfRole }) => toldOfRole, ''),
		row('refused by Discord', ({ refused }) => refused, ''),
	];
}

function brokenPromises(result: BurstResult, members: number): string[] {
	const { acknowledgements, answers, roles, refused } = result;
	const inTime = (times: readonly number[], ms: number): number => times.filter((time) => time <= ms).length;
	const counts = {
		[`acknowledged later than ${promised.acknowledgedMs} ms`]:
			members - inTime(acknowledgements, promised.acknowledgedMs),
		[`answered later than ${promised.answeredMs} ms`]: members - inTime(answers, promised.answeredMs),
		'without a role': members - roles,
		[`refusals beyond ${promised.refused - 1}`]: Math.max(0, refused - promised.refused + 1),
	};
	return Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
}
