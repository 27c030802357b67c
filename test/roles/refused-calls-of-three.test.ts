import { expect, it } from 'vitest';
import { RefusedCallBudget } from '../../src/roles/refused-call-budget.js';
import { seededRandom } from '../seeded-random.js';
import { settled } from './event-loop.js';
import { memoryStore } from './memory-store.js';
import { callAbout } from './refusing-guild.js';

type Result =
	| { readonly kind: 'done' }
	| { readonly kind: 'blocked'; readonly obstacle: 'missing-permission' };
const done: Result = { kind: 'done' };
const refused: Result = { kind: 'blocked', obstacle: 'missing-permission' };

/**
 * Counts refused calls if three processes give roles in a guild, each with some in flight, and Discord refuses them
 * from some moment on. Answers come in any order, within eight seconds.
 */
async function refusedOfThree(seed: number): Promise<number> {
	const random = seededRandom(seed);
	const below = (end: number): number => Math.floor(random() * end);
	const store = memoryStore();
	let [now, count, isBroken] = [0, 0, false];
	const processes = [0, 1, 2].map(() => ({
		budget: new RefusedCallBudget(store, { now: () => now }, random),
		/** A process makes a guild's calls one after the other. */
		last: Promise.resolve<unknown>(undefined),
	}));
	let inFlight: { readonly sentAt: number; readonly answer: () => void }[] = [];
	const send = () =>
		new Promise<Result>((resolve) => {
			const answer = (): void => {
				if (isBroken) count += 1;
				resolve(isBroken ? refused : done);
			};
			inFlight.push({ sentAt: now, answer });
		});
	for (let step = 0; step < 250; step += 1) {
		isBroken ||= step === 60;
		const process = processes[below(3)] ?? expect.fail();
		const { budget } = process;
		const what = below(10);
		if (what < 5) {
			const looks = below(4) > 0;
			const call = callAbout(below(3) === 0 ? `role-${below(5)}` : 'buyer');
			process.last = process.last.then(async () =>
				budget.attemptRole(call, send, looks ? await budget.lookAtRefusals('guild') : undefined),
			);
		} else if (what < 8) inFlight.splice(below(inFlight.length), 1)[0]?.answer();
		else if (what === 8) budget.allowOneRetry('guild');
		else {
			now += below(4_000);
			const late = inFlight.filter(({ sentAt }) => sentAt <= now - 4_000);
			inFlight = inFlight.filter((call) => !late.includes(call));
			for (const { answer } of late) answer();
		}
		await settled();
	}
	for (let next = inFlight.pop(); next !== undefined; next = inFlight.pop()) {
		next.answer();
		await settled();
	}
	return count;
}

it('are ten in six hours at most, whenever the answers come, and even if the role was given until then', async () => {
	const refused: number[] = [];
	for (let seed = 0; seed < 200; seed += 1) refused.push(await refusedOfThree(seed));
	expect(Math.max(...refused)).toBeLessThanOrEqual(10);
	expect(Math.max(...refused)).toBeGreaterThan(7);
});
