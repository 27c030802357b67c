import { describe, expect, it } from 'vitest';
import { RoleBucket } from '../../src/discord/role-bucket.js';
import { seededRandom } from '../seeded-random.js';

const windowMs = 10_000;
const limit = 10;

/** Discord's side of a limit: so many calls in a window, which begins with the first of them. */
class Window {
	#count = 0;
	#endsAt = 0;

	take(now: number) {
		if (now >= this.#endsAt) {
			this.#count = 0;
			this.#endsAt = now + windowMs;
		}
		this.#count += 1;
		const resetAfter = String((this.#endsAt - now) / 1_000);
		const headers = {
			'x-ratelimit-remaining': String(Math.max(0, limit - this.#count)),
			'x-ratelimit-reset': String(this.#endsAt / 1_000),
			'x-ratelimit-reset-after': resetAfter,
			'retry-after': resetAfter,
		};
		return { status: this.#count > limit ? 429 : 204, headers };
	}
}

/** So many calls through one bucket, three at most at once, with ways that differ in length. */
function giveAll(calls: number, random: () => number, lost = 0) {
	const bucket = new RoleBucket();
	const discord = new Window();
	const events: { at: number; run: () => void }[] = [];
	const after = (at: number, run: () => void): void => {
		events.push({ at, run });
		events.sort((one, other) => one.at - other.at);
	};
	const seen = { refused: 0, most: 0, endedAt: 0 };
	let [waiting, underWay] = [calls, 0];
	const pump = (now: number): void => {
		while (waiting > 0 && underWay < 3) {
			const wait = bucket.wait(now);
			if (wait === undefined) return;
			if (wait > 0) {
				after(now + wait, () => pump(now + wait));
				return;
			}
			send(now);
		}
	};
	const send = (now: number): void => {
		bucket.sent();
		waiting -= 1;
		underWay += 1;
		seen.most = Math.max(seen.most, underWay);
		const [arrives, isLost] = [now + random() * 100, random() < lost];
		after(arrives, () => {
			const answer = discord.take(arrives);
			const back = arrives + random() * 100;
			after(back, () => {
				if (answer.status === 429) [seen.refused, waiting] = [seen.refused + 1, waiting + 1];
				bucket.answered(isLost ? undefined : answer, back);
				underWay -= 1;
				seen.endedAt = back;
				pump(back);
			});
		});
	};
	pump(0);
	for (let event = events.shift(); event !== undefined; event = events.shift()) event.run();
	return { ...seen, waiting };
}

describe('what Discord tells of a limit', () => {
	it.each([
		['every answer arrives', 0],
		['answers are lost', 0.2],
	])('lets several calls go at once, and none that would be refused, where %s', (_, lost) => {
		for (let seed = 0; seed < 300; seed += 1) {
			const { refused, most, waiting, endedAt } = giveAll(95, seededRandom(seed), lost);
			expect([seed, refused, most, waiting]).toEqual([seed, 0, 3, 0]);
			// Ten windows: where no answer is lost none of their calls is left unused.
			if (lost === 0) expect(endedAt).toBeLessThan(10 * (windowMs + 300));
		}
	});

	it('is learned with one call, which is alone', () => {
		const bucket = new RoleBucket();
		expect(bucket.wait(0)).toBe(0);
		bucket.sent();
		expect(bucket.wait(0)).toBeUndefined();
		bucket.answered(undefined, 0);
		expect(bucket.wait(0)).toBe(0);
		bucket.sent();
		bucket.answered({ status: 204, headers: {} }, 0);
		for (let calls = 0; calls < 5; calls += 1) bucket.sent();
		expect(bucket.wait(0)).toBe(0);
	});

	it('is not believed any more after a refusal that it did not announce', () => {
		const bucket = new RoleBucket();
		const told = { 'x-ratelimit-remaining': '8', 'x-ratelimit-reset': '10', 'x-ratelimit-reset-after': '9' };
		bucket.sent();
		bucket.answered({ status: 204, headers: told }, 0);
		bucket.sent();
		bucket.sent();
		bucket.answered({ status: 429, headers: { 'retry-after': '2' } }, 0);
		bucket.answered({ status: 204, headers: told }, 10);
		expect(bucket.wait(10)).toBe(2_040);
		expect(bucket.wait(2_050)).toBe(0);
		bucket.sent();
		expect(bucket.wait(2_050)).toBeUndefined();
	});

	it('is kept for as long as the next call has to wait', () => {
		const bucket = new RoleBucket();
		bucket.sent();
		expect(bucket.isIdle(0)).toBe(false);
		const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '3' };
		bucket.answered({ status: 204, headers }, 0);
		expect([bucket.isIdle(3_000), bucket.isIdle(3_050)]).toEqual([false, true]);
	});
});
