import type { Schedule } from './schedule.js';

/** How a way to the store or to Discord behaves while there are faults. Times in milliseconds. */
export interface Weather {
	readonly slowest: number;
	/** Of the requests that never arrive, and of the answers that get lost. */
	readonly lost: number;
	/** After so long the sender gives up; the request can still arrive. */
	readonly patience: number;
	/** Of the requests that arrive long after the sender has given up. */
	readonly late: number;
}

/** A process' life, as far as its calls care. */
export interface Caller {
	readonly isDead: boolean;
	/** Called before each call: the process may end here. */
	step(): void;
}

const latest = 45_000;

/**
 * One call over a network: it travels, has its effect, the answer travels back. `onLost` makes what the caller gets for a lost
 * request or answer. A dead caller hears nothing any more, but what it has sent arrives.
 */
export async function travel<Answer>(
	schedule: Schedule,
	caller: Caller,
	weather: Weather | undefined,
	effect: () => Answer,
	onLost: () => Answer | Promise<never>,
): Promise<Answer> {
	caller.step();
	if (caller.isDead) return silence();
	const answer =
		weather === undefined ? await fair(schedule, effect) : await foul(schedule, weather, effect, onLost);
	return caller.isDead ? silence() : answer;
}

async function fair<Answer>(schedule: Schedule, effect: () => Answer): Promise<Answer> {
	await schedule.sleep(schedule.skewed(1, 20));
	return effect();
}

async function foul<Answer>(
	schedule: Schedule,
	{ slowest, lost, patience, late }: Weather,
	effect: () => Answer,
	onLost: () => Answer | Promise<never>,
): Promise<Answer> {
	if (schedule.chance(late)) {
		const arrival = schedule.sleep(patience + schedule.skewed(0, latest));
		void arrival.then(effect);
		await schedule.sleep(patience);
		return onLost();
	}
	await schedule.sleep(schedule.skewed(1, slowest));
	if (schedule.chance(lost)) return onLost();
	const answer = effect();
	await schedule.sleep(schedule.skewed(1, slowest));
	return schedule.chance(lost) ? onLost() : answer;
}

/** What a dead process hears: its promises never end, and with them nothing that waits for them. */
function silence(): Promise<never> {
	return new Promise(() => {});
}
