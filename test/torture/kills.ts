import type { Store } from '../../src/storage/store.js';
import type { TestPlace } from '../storage/back-ends.js';
import { Claimer } from './claimer.js';
import { claimAgain, findLost, findProblems, type Verdict } from './verdict.js';

interface KillOptions {
	readonly worker: string;
	readonly kills: number;
	readonly random: () => number;
}

const concurrent = 4;
/** The number of codes set aside for each process. */
const codesPerLife = 10_000;
/** A process is killed at the latest after this many reports of its claims. */
const maxLife = 40;

interface Tally {
	acknowledged: number;
	unacknowledged: number;
	committed: number;
	readonly violations: string[];
}

/** Kills processes in the middle of claiming. Acknowledged claims must exist, and others can be claimed again. */
export async function kills(place: TestPlace, options: KillOptions): Promise<Verdict> {
	const store = await place.open();
	const tally: Tally = { acknowledged: 0, unacknowledged: 0, committed: 0, violations: [] };
	let lives = 0;
	const killOn = async (): Promise<void> => {
		while (lives < options.kills) {
			const life = lives;
			lives += 1;
			await liveAndDie(place, store, options, life * codesPerLife, tally);
			if (life % 10 === 9) tally.violations.push(...(await findProblems(store)));
		}
	};
	await Promise.all(Array.from({ length: concurrent }, killOn));
	tally.violations.push(...(await findProblems(store)));
	await store.close();
	const { acknowledged, unacknowledged, committed, violations } = tally;
	if (acknowledged === 0 || unacknowledged === 0)
		violations.push('no process was killed in the middle of a claim');
	return {
		figures: `${lives} kills, ${acknowledged} acknowledged, ${unacknowledged} not, of which ${committed} committed`,
		violations,
	};
}

async function liveAndDie(
	place: TestPlace,
	store: Store,
	options: KillOptions,
	from: number,
	tally: Tally,
): Promise<void> {
	const claimer = await Claimer.start(options.worker, place.address);
	claimer.claimOn(from);
	// During a claim, or between two.
	const reports = 1 + Math.floor(options.random() * maxLife);
	await claimer.until(() => claimer.begun.length + claimer.acknowledged.length >= reports);
	await claimer.kill();
	const acknowledged = new Set(claimer.acknowledged);
	// One more than was reported, because the last report may have died with its sender.
	const begun = Array.from({ length: claimer.begun.length + 1 }, (_, index) => from + index);
	const open = begun.filter((code) => !acknowledged.has(code));
	const again = await claimAgain(store, open);
	tally.violations.push(...(await findLost(store, claimer.acknowledged)), ...again.violations);
	tally.violations.push(...claimer.failed.map(({ code, error }) => `claim ${code} failed: ${error}`));
	tally.acknowledged += acknowledged.size;
	tally.unacknowledged += open.length;
	tally.committed += again.committed;
}
