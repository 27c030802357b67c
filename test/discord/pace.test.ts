import { expect, it } from 'vitest';
import { Pace } from '../../src/discord/pace.js';
import { seededRandom } from '../seeded-random.js';

/** Sends so many calls at once and gives how long the last one waited, in milliseconds. */
async function lastWait(share: number, calls: number): Promise<number> {
	const waits: number[] = [];
	const pace = new Pace(
		share,
		() => 1_000_000,
		async (ms) => {
			waits.push(ms);
		},
	);
	await Promise.all(Array.from({ length: calls }, () => pace.turn()));
	return waits.at(-1) ?? 0;
}

/** At the next of the moments at which calls go out, fifteen a second. */
function expectAbout(waitMs: number, dueMs: number): void {
	expect(waitMs).toBeGreaterThanOrEqual(Math.floor(dueMs));
	expect(waitMs).toBeLessThan(dueMs + 70);
}

it('lets a few calls through at once, and the rest as fast as Discord takes them', async () => {
	expect(await lastWait(1, 5)).toBe(0);
	for (const seconds of [1, 10]) expectAbout(await lastWait(1, 5 + 45 * seconds), seconds * 1_000);
});

it('sends those that have to wait three at a time', async () => {
	const waits: number[] = [];
	const pace = new Pace(
		1,
		() => 1_000_000,
		async (ms) => {
			waits.push(Math.round(ms));
		},
	);
	for (let calls = 0; calls < 5 + 9; calls += 1) await pace.turn();
	expect(new Set(waits).size).toBe(9 / 3);
});

it('lets no more through in any second than Discord takes in one, however they come', async () => {
	const random = seededRandom(1);
	let now = 1_000_000;
	let waitMs = 0;
	const pace = new Pace(
		1,
		() => now,
		async (ms) => {
			waitMs = ms;
		},
	);
	const sent: number[] = [];
	for (let calls = 0; calls < 2_000; calls += 1) {
		if (random() < 0.02) now += random() * 2_000;
		waitMs = 0;
		await pace.turn();
		sent.push(now + waitMs);
	}
	const within = (start: number): number => sent.filter((at) => at >= start && at < start + 1_000).length;
	expect(Math.max(...sent.map(within))).toBe(49);
});

it('is divided among the processes', async () => {
	expectAbout(await lastWait(0.25, 1 + 45), 4_000 - 22);
});

it('makes nobody wait for a clock that was set back', async () => {
	let now = 10_000_000;
	const waits: number[] = [];
	const pace = new Pace(
		1,
		() => now,
		async (ms) => {
			waits.push(ms);
		},
	);
	await pace.turn();
	now = 1_000_000;
	await pace.turn();
	expect(Math.max(0, ...waits)).toBeLessThan(61_000);
});
