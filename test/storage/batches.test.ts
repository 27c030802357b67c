import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchOptions, batches } from '../../src/storage/batches.js';

interface Round {
	readonly jobs: readonly string[];
	end(): void;
	fail(error: Error): void;
}

/** Batches whose rounds end when the test says so. A job's result is the job in capitals. */
function heldBatches(options: Partial<BatchOptions<string, string>> = {}) {
	const rounds: Round[] = [];
	const held = batches<string, string>({
		run: (jobs) =>
			new Promise((resolve, reject) => {
				rounds.push({ jobs, end: () => resolve(jobs.map((job) => job.toUpperCase())), fail: reject });
			}),
		maxSize: 100,
		maxInFlight: 1,
		deadlineMs: 600_000,
		...options,
	});
	return {
		batches: held,
		rounds,
		at: (index: number) => rounds[index] ?? expect.fail('That round has not begun'),
	};
}

/** Lets the requests be handed over. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('batched jobs', () => {
	it('are sent together if they come in one turn, and each gets its own result', async () => {
		const { batches, rounds, at } = heldBatches();
		const answers = Promise.all([batches.add('a'), Promise.resolve().then(() => batches.add('b'))]);
		await turn();
		at(0).end();
		expect(await answers).toEqual(['A', 'B']);
		expect(rounds.map(({ jobs }) => jobs)).toEqual([['a', 'b']]);
	});

	it('wait while the maximum is in flight, and are then sent together', async () => {
		const { batches, rounds, at } = heldBatches();
		const first = batches.add('a');
		await turn();
		const later = [batches.add('b')];
		await turn();
		later.push(batches.add('c'));
		await turn();
		expect(rounds).toHaveLength(1);
		at(0).end();
		await first;
		await turn();
		expect(at(1).jobs).toEqual(['b', 'c']);
		at(1).end();
		expect(await Promise.all(later)).toEqual(['B', 'C']);
	});

	it('never join a batch that has begun', async () => {
		const { batches, rounds } = heldBatches({ maxInFlight: 2 });
		for (const job of ['a', 'b', 'c']) {
			void batches.add(job);
			await turn();
		}
		expect(rounds.map(({ jobs }) => jobs)).toEqual([['a'], ['b']]);
	});

	/** A job writes its capital letters and reads its small ones. */
	const keysOf = (job: string) => ({
		writes: [...job.replaceAll(/[^A-Z]/g, '').toLowerCase()],
		reads: [...job.replaceAll(/[^a-z]/g, '')],
	});

	it.each([
		['writes', ['A1', 'A2', 'B1', 'A3'], [['A1', 'B1'], ['A2'], ['A3']]],
		['writes and reads', ['a1', 'a2', 'A3', 'a4', 'b5'], [['a1', 'a2', 'b5'], ['A3'], ['a4']]],
		['reads what the other one writes', ['aB', 'bA', 'cA'], [['aB'], ['bA'], ['cA']]],
	])('are separated if one %s a key of another, and keep their order', async (_, jobs, expected) => {
		const { batches, at } = heldBatches({ keysOf });
		for (const job of jobs) void batches.add(job);
		for (const [round, together] of expected.entries()) {
			await turn();
			expect(at(round).jobs).toEqual(together);
			at(round).end();
			await turn();
		}
	});

	it('wait for one in flight that writes a key they read', async () => {
		const { batches, rounds, at } = heldBatches({ keysOf, maxInFlight: 3 });
		for (const job of ['A1', 'a2', 'b3']) {
			batches.add(job).catch(() => {});
			await turn();
		}
		expect(rounds.map(({ jobs }) => jobs)).toEqual([['A1'], ['b3']]);
		at(0).fail(new Error('broken'));
		await turn();
		await turn();
		expect(at(2).jobs).toEqual(['a2']);
	});

	it('never exceed the maximum size, and no request is overtaken by a smaller one', async () => {
		const { batches, at } = heldBatches({ maxSize: 3 });
		for (const job of ['aa', 'bb', 'c', 'd']) void batches.add(job);
		await turn();
		at(0).end();
		await turn();
		await turn();
		expect([at(0).jobs, at(1).jobs]).toEqual([['aa'], ['bb', 'c']]);
	});

	it('fail together, without affecting those after them', async () => {
		const { batches, at } = heldBatches();
		const failing = Promise.allSettled([batches.add('a'), batches.add('b')]);
		await turn();
		const after = batches.add('c');
		at(0).fail(new Error('broken'));
		expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		await turn();
		at(1).end();
		expect(await after).toBe('C');
	});

	it('have all been answered or have failed once the batch is settled', async () => {
		const { batches, at } = heldBatches();
		let answered = 0;
		for (const job of ['a', 'b']) void batches.add(job).then(() => (answered += 1));
		const settled = batches.settled();
		await turn();
		at(0).end();
		await settled;
		expect(answered).toBe(2);
	});
});

describe('a job without a response in time', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('fails at its own deadline, and is not started after that', async () => {
		const { batches, rounds, at } = heldBatches({ deadlineMs: 1_000 });
		const messageOf = (job: string) => batches.add(job).catch((error: Error) => error.message);
		const first = messageOf('a');
		await vi.advanceTimersByTimeAsync(400);
		const second = messageOf('b');
		await vi.advanceTimersByTimeAsync(600);
		expect(await first).toBe('No response within 1000 ms');
		await vi.advanceTimersByTimeAsync(400);
		expect(await second).toBe('No response within 1000 ms');
		at(0).end();
		const third = batches.add('c');
		await vi.advanceTimersByTimeAsync(1);
		expect(rounds.map(({ jobs }) => jobs)).toEqual([['a'], ['c']]);
		at(1).end();
		expect(await third).toBe('C');
	});
});
