import { expect, it } from 'vitest';
import { Pace } from '../../src/discord/pace.js';

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

it('lets a second’s calls through at once, and the rest as fast as Discord takes them', async () => {
	expect(await lastWait(1, 45)).toBe(0);
	expect(Math.round(await lastWait(1, 90))).toBe(1_000);
	expect(Math.round(await lastWait(1, 45 * 11))).toBe(10_000);
});

it('is divided among the processes', async () => {
	expect(Math.round(await lastWait(0.25, 56.25 * 0.8))).toBe(3_000);
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
