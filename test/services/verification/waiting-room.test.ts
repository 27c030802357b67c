import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../../src/base/errors.js';
import type { VerifyOutcome, VerifyRequest } from '../../../src/services/verification/verify.js';
import { type WaitedFor, WaitingRoom } from '../../../src/services/verification/waiting-room.js';
import { FakeClock } from '../../world/fake-clock.js';
import { floor } from '../../world/floor.js';

const minute = 60_000;
const down = { kind: 'uncheckable', reason: 'unavailable' } as const;
const invalid: VerifyOutcome = { kind: 'invalid' };
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A waiting room whose time only `pass` moves, with a shop that responds with `answer`. */
function world(answer: (request: VerifyRequest) => VerifyOutcome | Promise<VerifyOutcome>) {
	const asked: { readonly at: number; readonly userId: string; readonly heldRoles: unknown }[] = [];
	const served = new Set(['home', 'other']);
	const clock = new FakeClock(0);
	const room = new WaitingRoom(
		floor({
			verification: {
				verify: async (request) => {
					asked.push({ at: clock.now(), userId: request.userId, heldRoles: request.heldRoles });
					return await answer(request);
				},
			},
			served: { serves: (guildId) => served.has(guildId) },
			clock,
		}),
	);
	const pass = (ms: number) => clock.advance(ms);
	const notices: number[] = [];
	function wait(
		userId: string,
		changes: { guildId?: string; until?: number; notify?: (at: number) => Promise<unknown> } = {},
	) {
		const { guildId = 'home', until = clock.now() + 14 * minute } = changes;
		const result: { value?: WaitedFor; error?: unknown } = {};
		const request = { guildId, userId, input: `code of ${userId}`, heldRoles: { roles: ['r'] } };
		const { notify = async (at: number) => notices.push(at) } = changes;
		room.wait({ request, retryAt: undefined, until, notify }).then(
			(value) => (result.value = value),
			(error) => (result.error = error),
		);
		return result;
	}
	return { room, asked, notices, served, pass, wait };
}

/** A world whose shop responds only with `respond`, to the latest question. */
function silentWorld() {
	const answers: ((outcome: VerifyOutcome) => void)[] = [];
	const made = world(() => new Promise((resolve) => answers.push(resolve)));
	return { ...made, respond: (outcome: VerifyOutcome) => answers.pop()?.(outcome) };
}

describe('members who wait for the shop', () => {
	it('are retried automatically, with growing pauses, and notified each time of the next try', async () => {
		const { asked, notices, pass, wait, room } = world(() => down);
		const result = wait('maya');
		await pass(14 * minute - 1);
		expect(asked.slice(0, 6).map(({ at }) => at / 1_000)).toEqual([5, 15, 35, 75, 135, 195]);
		expect(asked.length).toBeLessThan(20);
		expect(notices.slice(0, 3)).toEqual([5_000, 15_000, 35_000]);
		expect(asked[0]?.heldRoles).toBeUndefined();
		expect(room.size).toBe(1);
		await pass(1);
		expect(result.value).toBe('gave-up');
		expect(room.size).toBe(0);
	});

	it('cost a shop that is down one request at a time, however many they are, and are all answered when it is up', async () => {
		let isUp = false;
		const { asked, pass, wait, room } = world(() => (isUp ? invalid : down));
		const results = Array.from({ length: 300 }, (_, index) => wait(`m${index}`));
		await pass(5 * minute);
		expect(asked.length).toBeLessThan(12);
		// The retried member varies, since the shop may be unable to check a single code.
		expect(new Set(asked.map(({ userId }) => userId)).size).toBe(asked.length);
		isUp = true;
		await pass(minute);
		expect(results.every(({ value }) => value === invalid)).toBe(true);
		expect(room.size).toBe(0);
		await pass(20 * minute);
	});

	it('are limited to what a shop can answer in time: the others are answered immediately', async () => {
		const { wait, room, pass } = world(() => down);
		const results = Array.from({ length: 2_000 }, (_, index) => wait(`m${index}`));
		await pass(0);
		expect(room.size).toBe(500);
		expect(results.filter(({ value }) => value === 'gave-up')).toHaveLength(1_500);
		room.stop();
	});

	it('are retried no faster than a shop’s rate limit allows', async () => {
		let isUp = false;
		const limited: VerifyOutcome = { kind: 'uncheckable', reason: 'rate-limited', retryAt: 30_000 };
		const { asked, pass, wait, room } = world(() => (isUp ? invalid : limited));
		for (let index = 0; index < 100; index += 1) wait(`m${index}`);
		await pass(29_999);
		expect(asked).toHaveLength(1);
		isUp = true;
		await pass(minute + 1);
		expect(asked.length).toBeLessThanOrEqual(42);
		room.stop();
	});

	it('are released if the bot stops, or if their server is no longer served', async () => {
		const { wait, pass, room, served, asked } = world(() => down);
		const [left, stays] = [wait('tom', { guildId: 'other' }), wait('maya')];
		served.delete('other');
		await pass(6_000);
		expect([left.value, stays.value]).toEqual(['gave-up', undefined]);
		room.stop();
		await pass(0);
		expect(stays.value).toBe('gave-up');
		const late = wait('noa');
		await pass(10 * minute);
		expect(late.value).toBe('gave-up');
		expect(asked).toHaveLength(1);
	});

	const causes = ['their time runs out', 'they enter another', 'the bot stops'];
	it.each(causes.flatMap((cause) => [[cause, invalid, invalid] as const, [cause, down, 'gave-up'] as const]))(
		'get the result of a code that is being checked while %s: %j',
		async (cause, outcome, result) => {
			const { wait, pass, room, notices, respond } = silentWorld();
			const checked = wait('maya', { until: minute });
			await pass(5_000);
			if (cause === 'they enter another') wait('maya');
			else if (cause === 'the bot stops') room.stop();
			else await pass(minute);
			await pass(0);
			expect(checked.value).toBeUndefined();
			respond(outcome);
			await pass(0);
			expect(checked.value).toEqual(result);
			if (cause === 'the bot stops') expect(notices).toEqual([5_000]);
		},
	);

	it('get the store’s failure if their last try ends with one, rather than the news that the shop is down', async () => {
		const { pass, room, wait } = world(() => {
			room.stop();
			return Promise.reject(new StoreUnavailableError('restarting'));
		});
		const result = wait('maya');
		await pass(5_000);
		expect(result.error).toBeInstanceOf(StoreUnavailableError);
	});

	it('cause no more requests by entering another code during each check', async () => {
		const { asked, wait, pass, respond } = silentWorld();
		wait('maya');
		await pass(5_000);
		wait('maya');
		respond({ ...down, reason: 'rate-limited', retryAt: 9 * minute });
		await pass(9 * minute - 5_001);
		expect(asked).toHaveLength(1);
		await pass(1);
		expect(asked).toHaveLength(2);
	});

	it('outlast a short failure of the store', async () => {
		let isAway = true;
		const away = () => Promise.reject(new StoreUnavailableError('restarting'));
		const { pass, wait } = world(() => (isAway ? away() : invalid));
		const results = [wait('maya'), wait('tom')];
		await pass(5_000);
		isAway = false;
		await pass(10_000);
		expect(results.map(({ value }) => value)).toEqual([invalid, invalid]);
	});

	it('are told of a refused key immediately, even if a message can’t be edited, and fail with a fault', async () => {
		const badKey: VerifyOutcome = { ...down, reason: 'bad-key' };
		const refused = world(() => badKey);
		const told = refused.wait('maya', { notify: () => Promise.reject(new Error('Unknown Message')) });
		await refused.pass(5_000);
		expect(told.value).toBe(badKey);
		const broken = world(() => Promise.reject(new Error('disk full')));
		const failed = broken.wait('maya');
		await broken.pass(5_000);
		expect(failed.error).toEqual(new Error('disk full'));
	});

	it('are released immediately if their reply can no longer be edited', async () => {
		const { pass, wait, notices, room } = world(() => down);
		await pass(minute);
		const [past, present] = [wait('maya', { until: minute - 1 }), wait('tom', { until: minute })];
		await pass(0);
		expect([past.value, present.value, room.size]).toEqual(['gave-up', 'gave-up', 0]);
		expect(notices).toEqual([]);
	});

	it('don’t speed up retries for those already waiting', async () => {
		const { asked, pass, wait, notices } = world(() => down);
		wait('maya');
		await pass(36_000);
		wait('tom');
		await pass(0);
		expect(notices.at(-1)).toBe(75_000);
		await pass(38_999);
		expect(asked).toHaveLength(3);
		await pass(1);
		expect(asked).toHaveLength(4);
	});

	it('are retried as fast as ever after a time in which nobody waited', async () => {
		const limited: VerifyOutcome = { kind: 'uncheckable', reason: 'rate-limited' };
		let outcome: VerifyOutcome = limited;
		const { asked, wait, pass, notices } = world(() => outcome);
		const first = wait('maya');
		await pass(5_000);
		outcome = invalid;
		await pass(minute);
		expect(first.value).toBe(invalid);
		const before = asked.length;
		const others = Array.from({ length: 10 }, (_, index) => wait(`m${index}`));
		await pass(0);
		expect(notices.at(-1)).toBe(minute + 10_000);
		await pass(5_000);
		expect(asked).toHaveLength(before + 10);
		expect(others.every(({ value }) => value === invalid)).toBe(true);
	});

	it('are each notified once per try, and at most 25 at a time', async () => {
		let [now, most] = [0, 0];
		const counts = new Map<string, number>();
		const { wait, pass, room } = world(() => down);
		for (let index = 0; index < 60; index += 1) {
			const name = `m${index}`;
			const notify = async () => {
				counts.set(name, (counts.get(name) ?? 0) + 1);
				now += 1;
				if (counts.get(name) === 2) most = Math.max(most, now);
				await settle();
				now -= 1;
			};
			wait(name, { notify });
		}
		await pass(1_000);
		await pass(4_000);
		await expect.poll(() => [...counts.values()].every((count) => count === 2)).toBe(true);
		expect(most).toBe(25);
		room.stop();
	});

	it('get their last message after the last notice, and nothing after that', async () => {
		const notices: number[] = [];
		let go = (): void => {};
		const first = new Promise<void>((resolve) => (go = resolve));
		const { wait, pass, room } = world(() => down);
		const notify = async (at: number) => {
			notices.push(at);
			await first;
		};
		const result = wait('maya', { notify });
		await pass(6_000);
		room.stop();
		await pass(0);
		expect([notices, result.value]).toEqual([[5_000], undefined]);
		go();
		await pass(0);
		expect([notices, result.value]).toEqual([[5_000], 'gave-up']);
	});

	it('keep waiting while another of their codes is in flight, but not once a limit has tripped', async () => {
		const outcomes: VerifyOutcome[] = [
			{ kind: 'limited', because: 'wrong-codes', retryAt: 9 },
			{ kind: 'limited', because: 'still-checking', retryAt: undefined },
		];
		const { wait, pass } = world(() => outcomes.pop() ?? invalid);
		const result = wait('maya');
		await pass(5_000);
		expect(result.value).toBeUndefined();
		await pass(10_000);
		expect(result.value).toMatchObject({ because: 'wrong-codes' });
	});
});
