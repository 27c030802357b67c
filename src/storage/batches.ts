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
export class Batches<Job extends { readonly length: number }, Result> {
	readonly #options: BatchOptions<Job, Result>;
	#queue: QueuedJob<Job, Result>[] = [];
	/** Batches in flight. */
	readonly #running = new Set<readonly QueuedJob<Job, Result>[]>();
	#isPlanned = false;
	readonly #open = new Set<Promise<Result>>();

	constructor(options: BatchOptions<Job, Result>) {
		this.#options = options;
	}

	/** Rejects with its batch's error, or with an Error if the deadline has passed. */
	async add(job: Job): Promise<Result> {
		const { deadlineMs, keysOf } = this.#options;
		const result = new Promise<Result>((settle, fail) => {
			const keys = keysOf?.(job) ?? noKeys;
			this.#queue.push({ job, keys, deadline: performance.now() + deadlineMs, settle, fail });
		});
		const answer = withTimeout(deadlineMs, result);
		this.#open.add(answer);
		this.#plan();
		try {
			return await answer;
		} finally {
			this.#open.delete(answer);
		}
	}

	/** Resolves when all jobs added so far have finished or failed. Never rejects. */
	async settled(): Promise<void> {
		await Promise.allSettled(this.#open);
	}

	/** Waits for the end of this turn of the event loop, so that jobs added together share a batch. */
	#plan(): void {
		if (this.#isPlanned || this.#queue.length === 0 || this.#isFull()) return;
		this.#isPlanned = true;
		setImmediate(() => this.#begin());
	}

	#begin(): void {
		this.#isPlanned = false;
		while (!this.#isFull()) {
			const batch = this.#take();
			if (batch.length === 0) return;
			void this.#run(batch);
		}
	}

	#isFull(): boolean {
		return this.#running.size >= this.#options.maxInFlight;
	}

	async #run(batch: readonly QueuedJob<Job, Result>[]): Promise<void> {
		this.#running.add(batch);
		try {
			const jobs = batch.map(({ job }) => job);
			const results = await this.#options.run(jobs);
			for (const [index, result] of results.entries()) batch[index]?.settle(result);
			this.#decide(jobs, results);
		} catch (error) {
			for (const waiting of batch) waiting.fail(error);
		} finally {
			this.#running.delete(batch);
			this.#plan();
		}
	}

	#decide(done: readonly Job[], results: readonly Result[]): void {
		const decided = this.#options.decided?.(done, results);
		this.#queue = this.#queue.filter(({ job, settle }) => {
			const known = decided?.(job);
			if (known !== undefined) settle(known);
			return known === undefined;
		});
	}

	/** Takes the next batch from the queue, in order of arrival. */
	#take(): readonly QueuedJob<Job, Result>[] {
		const { maxSize } = this.#options;
		const taken: QueuedJob<Job, Result>[] = [];
		const left: QueuedJob<Job, Result>[] = [];
		// Those of jobs that are left too: the next one with a key of theirs waits behind them.
		const ahead = new BusyKeys();
		for (const { keys } of [...this.#running].flat()) ahead.add(keys);
		let size = 0;
		for (const waiting of this.#queue) {
			if (performance.now() >= waiting.deadline) continue;
			const { keys } = waiting;
			const isBusy = ahead.conflicts(keys);
			ahead.add(keys);
			if (!isBusy) size += waiting.job.length;
			if (isBusy || (size > maxSize && taken.length > 0)) left.push(waiting);
			else taken.push(waiting);
		}
		this.#queue = left;
		return taken;
	}
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
