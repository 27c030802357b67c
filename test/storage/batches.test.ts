import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Batches, type BatchOptions } from '../../src/storage/batches.js';

interface Round {
	readonly jobs: readonly string[];
	end(): void;
	fail(error: Error): void;
}

/** Batches whose rounds end when the test says so. A job's result is the job in capitals. */
function heldBatches(options: Partial<BatchOptions<string, string>> = {}) {
	const rounds: Round[] = [];
	const batches = new Batches<string, string>({
		run: (jobs) =>
			new Promise((resolve, reject) => {
				rounds.push({ jobs, end: () => resolve(jobs.map((job) => job.toUpperCase())), fail: reject });
			}),
		maxSize: 100,
		sizeOf: () => 1,
		maxInFlight: 1,
		gatherMs: () => 0,
		deadlineMs: 600_000,
		...options,
	});
	return { batches, rounds, at: (index: number) => rounds[index] ?? expect.fail('That round has not begun') };
}

/** Lets the requests be handed over. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('jobs that are put together', () => {
	it('go as one where they come in one turn, and each gets its own result', async () => {
		const { batches, rounds, at } = heldBatches();
		const answers = Promise.all([batches.add('a'), Promise.resolve().then(() => batches.add('b'))]);
		await turn();
		at(0).end();
		expect(await answers).toEqual(['A', 'B']);
		expect(rounds.map(({ jobs }) => jobs)).toEqual([['a', 'b']]);
	});

	it('wait while the maximum is in flight, and then go together', async () => {
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
		const { batches, at } = heldBatches({ maxInFlight: 2 });
		void batches.add('a');
		await turn();
		void batches.add('b');
		await turn();
		expect([at(0).jobs, at(1).jobs]).toEqual([['a'], ['b']]);
	});

	it('are apart where they have the same key, in the order in which they came', async () => {
		const { batches, at } = heldBatches({ keyOf: (job) => job.slice(0, 1) });
		const answers = Promise.all(['a1', 'a2', 'b1', 'a3'].map((job) => batches.add(job)));
		for (const round of [0, 1, 2]) {
			await turn();
			at(round).end();
			await turn();
		}
		expect([0, 1, 2].map((round) => at(round).jobs)).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
		expect(await answers).toEqual(['A1', 'A2', 'B1', 'A3']);
	});

	it('are never more than fit, and no request is overtaken by a smaller one', async () => {
		const { batches, at } = heldBatches({ maxSize: 3, sizeOf: (job) => job.length });
		for (const job of ['aa', 'bb', 'c', 'd']) void batches.add(job);
		await turn();
		at(0).end();
		await turn();
		await turn();
		expect([at(0).jobs, at(1).jobs]).toEqual([['aa'], ['bb', 'c']]);
	});

	it('fail together, and those after them do not', async () => {
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

	it('are all answered, or have failed, when it is settled', async () => {
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

describe('jobs that wait for each other', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	/** Batches whose rounds end immediately. */
	function gathering(options: Partial<BatchOptions<string, string>>) {
		const rounds: (readonly string[])[] = [];
		const { batches } = heldBatches({
			run: async (jobs) => {
				rounds.push(jobs);
				return jobs;
			},
			gatherMs: () => 20,
			...options,
		});
		return { batches, rounds };
	}

	it('go together from the second batch on, so long after the one before has begun', async () => {
		const { batches, rounds } = gathering({});
		for (const job of ['a', 'b', 'c', 'd']) {
			void batches.add(job);
			await vi.advanceTimersByTimeAsync(8);
		}
		expect(rounds).toEqual([['a'], ['b', 'c']]);
		await vi.advanceTimersByTimeAsync(8);
		expect(rounds).toEqual([['a'], ['b', 'c'], ['d']]);
	});

	it('don’t wait where they fill a batch', async () => {
		const { batches, rounds } = gathering({ maxSize: 2 });
		for (const job of ['a', 'b', 'c', 'd', 'e']) void batches.add(job);
		await vi.advanceTimersByTimeAsync(1);
		expect(rounds).toEqual([
			['a', 'b'],
			['c', 'd'],
		]);
		await vi.advanceTimersByTimeAsync(20);
		expect(rounds.at(-1)).toEqual(['e']);
	});

	it('wait only while they have to', async () => {
		let gatherMs = 20;
		const { batches, rounds } = gathering({ gatherMs: () => gatherMs });
		void batches.add('a');
		await vi.advanceTimersByTimeAsync(1);
		gatherMs = 0;
		void batches.add('b');
		await vi.advanceTimersByTimeAsync(1);
		expect(rounds).toEqual([['a'], ['b']]);
	});
});

describe('a job that is not answered in time', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('fails at its own deadline, and is not begun after that', async () => {
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
