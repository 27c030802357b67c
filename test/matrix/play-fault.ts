import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@claimcheck/sandbox/marketplace/seeded-random';
import { type Act, act, shown } from './act.js';
import type { Fault } from './fault.js';
import type { Operation, Run, State } from './operation.js';
import { seenSecrets } from './secrets.js';
import { World } from './world.js';

/** The results of one operation under one fault. */
export interface Cell {
	readonly operation: string;
	/** Milliseconds until the first reply, unsorted. */
	readonly answered: number[];
	/** Acts whose first reply was to wait or to try again. */
	waiting: number;
	/** Acts whose acknowledgement Discord refused, for a fault that makes it do so. */
	untaken: number;
	/** Every broken rule, in words. */
	readonly broken: string[];
}

export interface PlayOptions {
	readonly runs: number;
	/** The compiled bot. Default: the production one. */
	readonly entry?: string | undefined;
	/** The factor for every limit, for a busy machine. */
	readonly patience: number;
	/** The time after the fault within which everything must be right again. Default: 90 s, plus 3 s per act. */
	readonly recoveryMs?: number | undefined;
}

interface Limits {
	readonly answerMs: number;
	readonly recoveryMs: number;
}

interface Played {
	readonly cell: Cell;
	readonly run: Run;
	act?: Act;
}

/** The maximum per world, where at most twenty disputes may be open and sixty codes may be wrong. */
const maxRunsInWorld = 9;
/** Acts of different people at the same moment. */
const together = 10;
/** The time within which a person must get a reply, even if it only says to wait. */
const answerMs = 15_000;
/** Recovery time after the fault: the longest pause between retries, with a large margin for the machine. */
const maxRecoveryMs = 90_000;
/** Added per act: two codes may wait, and a shop that had a limit is asked about one code every 1.5 s. */
const recoveryOfEachMs = 3_000;
/** The time within which an acknowledged act shows in the database. */
const settledMs = 10_000;
/** The pause before a person tries again when asked to. */
const againMs = 5_000;
const pollMs = 100;

/** Runs the operations during the fault, ends it, and checks the outcome of all. */
export async function playFault(
	fault: Fault,
	operations: readonly Operation[],
	options: PlayOptions,
): Promise<readonly Cell[]> {
	const cells = operations.map(({ name }) => ({
		operation: name,
		answered: [],
		waiting: 0,
		untaken: 0,
		broken: [],
	}));
	for (let left = options.runs; left > 0; left -= maxRunsInWorld)
		await playInWorld(fault, operations, cells, { ...options, runs: Math.min(left, maxRunsInWorld) });
	return cells;
}

async function playInWorld(
	fault: Fault,
	operations: readonly Operation[],
	cells: readonly Cell[],
	options: PlayOptions,
): Promise<void> {
	const { runs, entry, patience } = options;
	const planned = operations.flatMap((operation, index) =>
		Array.from({ length: Math.min(runs, operation.maxRuns ?? runs) }, () => ({
			operation,
			cell: cells[index] as Cell,
		})),
	);
	const longest = maxRecoveryMs + planned.length * recoveryOfEachMs;
	const limits = { answerMs: answerMs * patience, recoveryMs: options.recoveryMs ?? longest };
	const world = await World.open({ ...fault.options, entry, patience });
	try {
		const played = await inGroups(planned, async ({ operation, cell }): Promise<Played> => {
			return { cell, run: await prepared(operation, world) };
		});
		const inOrder = shuffled(played, seededRandom(1));
		await fault.begin(world);
		await inGroups(
			inOrder,
			async (each) => {
				each.act = await act(each.run, () => each.run.begin(), limits.answerMs);
			},
			() => fault.strike?.(world),
		);
		for (const each of inOrder) judgeAnswer(each, fault);
		await fault.end(world);
		await inGroups(inOrder, (each) => finish(world, each, fault, limits));
		await inGroups(inOrder, (each) => judgeRoles(world, each, limits));
		if (!world.bot.isRunning) {
			const lastWords = world.bot.output().trimEnd().split('\n').slice(-3).join('\n');
			for (const cell of cells) cell.broken.push(`the bot has ended: ${lastWords}`);
		}
		const secrets = await seenSecrets(world);
		for (const cell of cells) cell.broken.push(...secrets);
	} finally {
		await world.close();
	}
}

/** A busy machine occasionally misses Discord's 3 seconds; nothing has been measured by then. */
async function prepared(operation: Operation, world: World): Promise<Run> {
	for (let left = 3; ; left -= 1) {
		try {
			return await operation.prepare(world);
		} catch (error) {
			if (left === 0) throw error;
		}
	}
}

function judgeAnswer({ cell, act: done }: Played, { unanswerable, isShopsWord }: Fault): void {
	if (done === undefined) return;
	const { acknowledgedMs, answeredMs, verdict, text } = done;
	if (acknowledgedMs === undefined && unanswerable === undefined)
		cell.broken.push('not acknowledged in time');
	else if (acknowledgedMs === undefined) cell.untaken += 1;
	if (answeredMs !== undefined) cell.answered.push(answeredMs);
	else if (acknowledgedMs !== undefined) cell.broken.push('no answer in time');
	if (verdict === 'waiting') cell.waiting += 1;
	if (verdict === 'other') cell.broken.push(`an answer that does not help: ${text}`);
	if (verdict === 'invalid' && !isShopsWord) cell.broken.push('a good code was called invalid');
}

/**
 * Waits until waiting members have their last reply, has the others try again, and compares the replies with the data.
 */
async function finish(
	world: World,
	{ cell, run, act: first }: Played,
	{ isShopsWord }: Fault,
	limits: Limits,
): Promise<void> {
	if (first === undefined) return;
	const hasSuccessAnswer = (): boolean => shown(run, first).verdict === 'done';
	const keepsTrying = first.text.includes('I’ll keep trying');
	if (keepsTrying) await eventually(world, async () => hasSuccessAnswer(), limits.recoveryMs);
	if (keepsTrying && !hasSuccessAnswer()) cell.broken.push(`waited in vain: ${shown(run, first).text}`);
	if (shown(run, first).verdict === 'invalid' && isShopsWord === undefined && first.verdict !== 'invalid')
		cell.broken.push('a good code was called invalid after a wait');

	let state = await settled(world, run, hasSuccessAnswer(), limits);
	if (state === 'before' || !hasSuccessAnswer()) {
		if (state === 'before' && hasSuccessAnswer()) cell.broken.push('done was said, and nothing was done');
		const again = state === 'before' || run.isRepeatable ? await tryAgain(run, limits) : undefined;
		const isAnswered = again?.verdict === 'done' || (isShopsWord && again?.verdict === 'invalid');
		if (again !== undefined && !isAnswered)
			cell.broken.push(`trying again does not help: ${again.text || 'no answer'}`);
		state = await settled(world, run, true, limits);
	}
	if (state !== 'after') cell.broken.push(`in the end it is ${state}`);
}

/** Retries until it is done, since background work asks the shop again only seconds after an outage. */
async function tryAgain(run: Run, limits: Limits): Promise<Pick<Act, 'verdict' | 'text'>> {
	for (const end = Date.now() + limits.recoveryMs; ; await sleep(againMs)) {
		try {
			const handle = await run.again();
			const tried = await act(run, () => handle, limits.answerMs);
			if (tried.verdict !== 'waiting' || Date.now() > end) return tried;
		} catch (error) {
			return { verdict: 'other', text: error instanceof Error ? error.message : String(error) };
		}
	}
}

/** The final state, once nothing is pending anymore. */
async function settled(world: World, run: Run, isAnswered: boolean, { recoveryMs }: Limits): Promise<State> {
	let state = await run.state();
	await eventually(
		world,
		async () => {
			state = await run.state();
			return state === 'after' || (state === 'before' && !isAnswered);
		},
		Math.min(settledMs, recoveryMs),
	);
	return state;
}

/** Checks that the roles follow from the claims. */
async function judgeRoles(world: World, { cell, run }: Played, { recoveryMs }: Limits): Promise<void> {
	for (const person of run.people) {
		const isRight = async (): Promise<boolean> =>
			world.hasRole(person) === (await world.claimsOf(person)) > 0;
		await eventually(world, isRight, recoveryMs);
		if (await isRight()) continue;
		cell.broken.push(`${world.hasRole(person) ? 'a role too many' : 'a role is missing'} in the end`);
	}
}

/** Waits at most `patienceMs` until the condition holds. */
async function eventually(world: World, isSo: () => Promise<boolean>, patienceMs: number): Promise<void> {
	for (const end = Date.now() + patienceMs; !(await isSo()) && Date.now() < end; ) {
		if (!world.bot.isRunning) return;
		await sleep(pollMs);
	}
}

async function inGroups<Item, Result>(
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
	before: () => unknown = () => {},
): Promise<Result[]> {
	const results: Result[] = [];
	for (let start = 0; start < items.length; start += together) {
		await before();
		results.push(...(await Promise.all(items.slice(start, start + together).map(work))));
	}
	return results;
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
	return items
		.map((item) => [random(), item] as const)
		.sort(([one], [other]) => one - other)
		.map(([, item]) => item);
}
