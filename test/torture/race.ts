import type { TestPlace } from '../storage/back-ends.js';
import { Claimer } from './claimer.js';
import { findProblems, type Verdict } from './verdict.js';

export interface RaceOptions {
	readonly worker: string;
	readonly codes: number;
	readonly processes: number;
}

/** For each code all processes claim at once, each for another member: one gets it, the others hear "taken". */
export async function race(place: TestPlace, options: RaceOptions): Promise<Verdict> {
	const outcomes = await runRace(place, options, false);
	const violations = outcomes.flatMap((each, code) => {
		const winners = each.filter((outcome) => outcome === 'claimed').length;
		const strange = each.filter((outcome) => outcome !== 'claimed' && outcome !== 'taken');
		return [
			...(winners === 1 ? [] : [`code ${code} has ${winners} winners`]),
			...strange.map((outcome) => `a loser of code ${code} was told ${outcome}`),
		];
	});
	const store = await place.open();
	violations.push(...(await findProblems(store)));
	await store.close();
	return { figures: `${options.codes} codes × ${options.processes} processes`, violations };
}

/** The same by get-then-set. It has to give codes to several, or the race above proves nothing. */
export async function raceControl(place: TestPlace, options: RaceOptions): Promise<Verdict> {
	const outcomes = await runRace(place, options, true);
	const shared = outcomes.filter((each) => each.filter((outcome) => outcome === 'claimed').length > 1).length;
	return {
		figures: `${shared} of ${options.codes} codes given to several`,
		violations: shared > 0 ? [] : ['get-then-set was not seen to fail: the race is no race'],
	};
}

async function runRace(
	place: TestPlace,
	{ worker, codes, processes }: RaceOptions,
	control: boolean,
): Promise<string[][]> {
	const claimers = await Promise.all(
		Array.from({ length: processes }, () => Claimer.start(worker, place.address)),
	);
	const outcomes: string[][] = [];
	for (let code = 0; code < codes; code += 1) {
		outcomes.push(await Promise.all(claimers.map((claimer, member) => claimer.race(code, member, control))));
	}
	await Promise.all(claimers.map((claimer) => claimer.stop()));
	return outcomes;
}
