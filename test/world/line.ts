import type { Schedule } from './schedule.js';

/** How a line to the store, to Discord or to the shop behaves while there are faults. Times are in milliseconds. */
interface Weather {
	readonly slowest: number;
	/** The share of requests that never arrive, and of responses that get lost. */
	readonly lost: number;
	/** After this time the sender gives up; the request can still arrive. */
	readonly patience: number;
	/** The share of requests that arrive long after the sender has given up. */
	readonly late: number;
}

/** The part of a process that its calls depend on. */
export interface Caller {
	readonly isDead: boolean;
	/** Called before each call and before each response: the process may end here. `where`: for the trace. */
	step(where: string, isDone: boolean): void;
	/** Resolves when the process runs: immediately, unless it is frozen. */
	readonly running: Promise<void> | undefined;
	/** Pending requests, in words. */
	readonly inFlight: Set<string>;
}

/** The fate of a call that its sender considers failed. */
type Fate = 'never-arrived' | 'answer-lost' | 'arrives-late';

export interface Trip<Answer> {
	/** The name of the call in the trace. */
	readonly where: string;
	effect(): Answer;
	/** The caller's result for a lost request or response. */
	lost(fate: Fate): Answer | Promise<never>;
}

const latest = 45_000;

/** `fair`: nothing goes wrong, and it takes a moment. `instant`: it takes no time. */
export type Conditions = Weather | 'fair' | 'instant';

/**
 * One call over a network: the request travels, takes effect, and the response travels back. A dead caller receives
 * nothing anymore, but its requests still arrive.
 */
export async function travel<Answer>(
	schedule: Schedule,
	caller: Caller,
	conditions: Conditions,
	trip: Trip<Answer>,
): Promise<Answer> {
	caller.step(trip.where, false);
	if (caller.isDead) return silence();
	const answer = await passed(schedule, conditions, trip);
	caller.step(trip.where, true);
	if (caller.running !== undefined) await caller.running;
	return caller.isDead ? silence() : answer;
}

async function passed<Answer>(
	schedule: Schedule,
	conditions: Conditions,
	trip: Trip<Answer>,
): Promise<Answer> {
	const { dice } = schedule;
	if (conditions === 'instant') {
		await undefined;
		return trip.effect();
	}
	if (conditions === 'fair') {
		await schedule.sleep(dice.skewed(1, 20));
		return trip.effect();
	}
	const { slowest, lost, patience, late } = conditions;
	if (dice.chance(late)) {
		schedule.after(patience + dice.skewed(0, latest), () => void trip.effect());
		await schedule.sleep(patience);
		return trip.lost('arrives-late');
	}
	// Most calls are as fast as usual: if all of them were slow, none would overtake another.
	await schedule.sleep(dice.skewed(1, slowest));
	if (dice.chance(lost)) return trip.lost('never-arrived');
	const answer = trip.effect();
	if (!dice.chance(lost)) return answer;
	await schedule.sleep(dice.skewed(1, slowest));
	return trip.lost('answer-lost');
}

/** Returns a promise of a dead process. It never settles, and neither does anything that waits for it. */
export function silence(): Promise<never> {
	return new Promise(() => {});
}
