import type { TestPlace } from '../storage/back-ends.js';
import { Claimer } from './claimer.js';
import { findProblems, type Verdict } from './verdict.js';

/** Starts this many claiming processes, and stops them after the work. */
export async function withRacers<Result>(
	place: TestPlace,
	{ worker, processes }: { readonly worker: string; readonly processes: number },
	work: (racers: readonly Claimer[]) => Promise<Result>,
): Promise<Result> {
	const racers = await Promise.all(
		Array.from({ length: processes }, () => Claimer.start(worker, place.address)),
	);
	try {
		return await work(racers);
	} finally {
		await Promise.all(racers.map((racer) => racer.stop()));
	}
}

/** All processes claim each code concurrently, each for another member: one gets it, the others get "taken". */
export async function race(place: TestPlace, racers: readonly Claimer[], codes: number): Promise<Verdict> {
	const outcomes = await runRace(racers, codes, false);
	const violations = outcomes.flatMap((each, code) => {
		const winners = each.filter((outcome) => outcome === 'claimed').length;
		const strange = each.filter((outcome) => outcome !== 'claimed' && outcome !== 'taken');
		return [
			...(winners === 1 ? [] : [`code ${code} has ${winners} winners`]),
			...strange.map((outcome) => `a loser of code ${code} got ${outcome}`),
		];
	});
	const store = await place.open();
	violations.push(...(await findProblems(store)));
	await store.close();
	return { figures: `${codes} codes × ${racers.length} processes`, violations };
}

/** The same with get-then-set. It must give codes to several members, or the race above proves nothing. */
export async function raceControl(
	_place: TestPlace,
	racers: readonly Claimer[],
	codes: number,
): Promise<Verdict> {
	const outcomes = await runRace(racers, codes, true);
	const shared = outcomes.filter((each) => each.filter((outcome) => outcome === 'claimed').length > 1).length;
	return {
		figures: `${shared} of ${codes} codes given to several`,
		violations: shared > 0 ? [] : ['get-then-set was not seen to fail: the race is no race'],
	};
}

async function runRace(racers: readonly Claimer[], codes: number, control: boolean): Promise<string[][]> {
	const outcomes: string[][] = [];
	for (let code = 0; code < codes; code += 1) {
		outcomes.push(await Promise.all(racers.map((racer, member) => racer.race(code, member, control))));
	}
	return outcomes;
}
