export interface BatchOptions<Job extends { readonly length: number }, Result> {
	/** Runs a batch of jobs together. Resolves to their results, in the same order. */
	readonly run: (jobs: readonly Job[]) => Promise<readonly Result[]>;
	/** Maximum length of all jobs of a batch. A longer job is a batch of its own. */
	readonly maxSize: number;
	/** A job that writes what another one reads or writes runs before or after it, in order of arrival. */
	readonly keysOf?: (job: Job) => JobKeys;
	/** The results of waiting jobs that a batch has decided: they need no batch of their own. Undefined for the others. */
	readonly decided?: (done: readonly Job[], results: readonly Result[]) => Decided<Job, Result>;
	/** Maximum batches in flight. Jobs that arrive meanwhile wait, and go together. */
	readonly maxInFlight: number;
	/** Milliseconds after which an unfinished job fails. If it hasn't started by then, it never does. */
	readonly deadlineMs: number;
}

type Decided<Job, Result> = (waiting: Job) => Result | undefined;

export interface JobKeys {
	readonly writes: readonly string[];
	/** The others. */
	readonly reads: readonly string[];
}

interface QueuedJob<Job, Result> {
	readonly job: Job;
	readonly keys: JobKeys;
	/** When it has failed, by `performance.now`. */
	readonly deadline: number;
	settle(result: Result): void;
	fail(error: unknown): void;
}

/** Rejects with an Error if `work` has not settled after `ms`. The work itself continues unobserved. */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`No response within ${ms} ms`)), ms);
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}

/** Combines concurrent jobs. A job never joins a batch in flight: it sees everything done before it was added. */
export function batches<Job extends { readonly length: number }, Result>(options: BatchOptions<Job, Result>) {
	const { run, maxSize, maxInFlight, deadlineMs, keysOf, decided } = options;
	let queue: QueuedJob<Job, Result>[] = [];
	/** Batches in flight. */
	const running = new Set<readonly QueuedJob<Job, Result>[]>();
	let isPlanned = false;
	const open = new Set<Promise<Result>>();

	/** Rejects with its batch's error, or with an Error if the deadline has passed. */
	async function add(job: Job): Promise<Result> {
		const result = new Promise<Result>((settle, fail) => {
			const keys = keysOf?.(job) ?? noKeys;
			queue.push({ job, keys, deadline: performance.now() + deadlineMs, settle, fail });
		});
		const answer = withTimeout(deadlineMs, result);
		open.add(answer);
		plan();
		try {
			return await answer;
		} finally {
			open.delete(answer);
		}
	}

	/** Resolves when all jobs added so far have finished or failed. Never rejects. */
	async function settled(): Promise<void> {
		await Promise.allSettled(open);
	}

	/** Waits for the end of this turn of the event loop, so that jobs added together share a batch. */
	function plan(): void {
		if (isPlanned || queue.length === 0 || isFull()) return;
		isPlanned = true;
		setImmediate(() => {
			isPlanned = false;
			while (!isFull()) {
				const batch = take();
				if (batch.length === 0) return;
				void runBatch(batch);
			}
		});
	}

	function isFull(): boolean {
		return running.size >= maxInFlight;
	}

	async function runBatch(batch: readonly QueuedJob<Job, Result>[]): Promise<void> {
		running.add(batch);
		try {
			const jobs = batch.map(({ job }) => job);
			const results = await run(jobs);
			for (const [index, result] of results.entries()) batch[index]?.settle(result);
			const resultOf = decided?.(jobs, results);
			queue = queue.filter(({ job, settle }) => {
				const known = resultOf?.(job);
				if (known !== undefined) settle(known);
				return known === undefined;
			});
		} catch (error) {
			for (const waiting of batch) waiting.fail(error);
		} finally {
			running.delete(batch);
			plan();
		}
	}

	/** Takes the next batch from the queue, in order of arrival. */
	function take(): readonly QueuedJob<Job, Result>[] {
		const taken: QueuedJob<Job, Result>[] = [];
		const left: QueuedJob<Job, Result>[] = [];
		// Keys of the batches in flight and of earlier jobs, left ones too: a later job with one of them waits its turn.
		const ahead = new BusyKeys();
		for (const { keys } of [...running].flat()) ahead.add(keys);
		let size = 0;
		for (const waiting of queue) {
			if (performance.now() >= waiting.deadline) continue;
			const { keys } = waiting;
			const isBusy = ahead.conflicts(keys);
			ahead.add(keys);
			if (!isBusy) size += waiting.job.length;
			if (isBusy || (size > maxSize && taken.length > 0)) left.push(waiting);
			else taken.push(waiting);
		}
		queue = left;
		return taken;
	}

	return { add, settled };
}

const noKeys: JobKeys = { writes: [], reads: [] };

/** Keys that jobs write and read. */
class BusyKeys {
	readonly #written = new Set<string>();
	readonly #read = new Set<string>();

	add({ writes, reads }: JobKeys): void {
		for (const key of writes) this.#written.add(key);
		for (const key of reads) this.#read.add(key);
	}

	conflicts({ writes, reads }: JobKeys): boolean {
		return (
			writes.some((key) => this.#written.has(key) || this.#read.has(key)) ||
			reads.some((key) => this.#written.has(key))
		);
	}
}
