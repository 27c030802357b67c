export interface BatchOptions<Job, Result> {
	/** Runs a batch of jobs together. Resolves to their results, in the same order. */
	readonly run: (jobs: readonly Job[]) => Promise<readonly Result[]>;
	/** Maximum batch size, in the unit of `sizeOf`. No job is larger. */
	readonly maxSize: number;
	readonly sizeOf: (job: Job) => number;
	/** Jobs with equal keys run one after the other, in order of arrival. If undefined, any order. */
	readonly keyOf?: (job: Job) => string;
	/** Maximum batches in flight. Jobs that arrive meanwhile wait, and go together. */
	readonly maxInFlight: number;
	/** Minimum milliseconds between two starts, unless the queue fills a batch. Called for each batch. */
	readonly gatherMs: () => number;
	/** Milliseconds after which an unfinished job fails. If it hasn't started by then, it never does. */
	readonly deadlineMs: number;
}

interface QueuedJob<Job, Result> {
	readonly job: Job;
	isOver: boolean;
	settle(result: Result): void;
	fail(error: unknown): void;
}

/** Combines concurrent jobs. A job never joins a batch in flight: it sees everything done before it was added. */
export class Batches<Job, Result> {
	readonly #options: BatchOptions<Job, Result>;
	#queue: QueuedJob<Job, Result>[] = [];
	#inFlight = 0;
	#isPlanned = false;
	#beganAt = Number.NEGATIVE_INFINITY;
	readonly #busy = new Set<string>();
	readonly #open = new Set<Promise<Result>>();

	constructor(options: BatchOptions<Job, Result>) {
		this.#options = options;
	}

	/** Rejects with its batch's error, or with an Error if the deadline has passed. */
	add(job: Job): Promise<Result> {
		const { deadlineMs } = this.#options;
		const answer = new Promise<Result>((resolve, reject) => {
			const end = (): void => {
				waiting.isOver = true;
				this.#open.delete(answer);
				clearTimeout(timer);
			};
			const waiting: QueuedJob<Job, Result> = {
				job,
				isOver: false,
				settle: (result) => {
					end();
					resolve(result);
				},
				fail: (error) => {
					end();
					reject(error);
				},
			};
			const timer = setTimeout(
				() => waiting.fail(new Error(`No response within ${deadlineMs} ms`)),
				deadlineMs,
			);
			this.#queue.push(waiting);
		});
		this.#open.add(answer);
		this.#plan();
		return answer;
	}

	/** Resolves when all jobs added so far have finished or failed. Never rejects. */
	async settled(): Promise<void> {
		await Promise.allSettled(this.#open);
	}

	/** Waits at least for the end of this turn of the event loop, so that jobs added together share a batch. */
	#plan(): void {
		if (this.#isPlanned || this.#queue.length === 0 || this.#inFlight >= this.#options.maxInFlight) return;
		this.#isPlanned = true;
		const waitMs = this.#waitMs();
		if (waitMs > 0) setTimeout(() => this.#begin(), waitMs);
		else setImmediate(() => this.#begin());
	}

	#waitMs(): number {
		const gatherMs = this.#options.gatherMs();
		const waitMs = this.#beganAt + gatherMs - performance.now();
		if (gatherMs === 0 || waitMs <= 0) return 0;
		const { maxSize, sizeOf } = this.#options;
		const size = this.#queue.reduce((sum, { job }) => sum + sizeOf(job), 0);
		return size < maxSize ? waitMs : 0;
	}

	#begin(): void {
		this.#isPlanned = false;
		while (this.#inFlight < this.#options.maxInFlight) {
			const batch = this.#take();
			if (batch.length === 0) return;
			this.#beganAt = performance.now();
			void this.#run(batch);
		}
	}

	async #run(batch: readonly QueuedJob<Job, Result>[]): Promise<void> {
		const { keyOf } = this.#options;
		const keys = keyOf === undefined ? [] : batch.map(({ job }) => keyOf(job));
		for (const key of keys) this.#busy.add(key);
		this.#inFlight += 1;
		try {
			const results = await this.#options.run(batch.map(({ job }) => job));
			for (const [index, result] of results.entries()) batch[index]?.settle(result);
		} catch (error) {
			for (const waiting of batch) waiting.fail(error);
		} finally {
			for (const key of keys) this.#busy.delete(key);
			this.#inFlight -= 1;
			this.#plan();
		}
	}

	/** Takes the next batch from the queue, in order of arrival. */
	#take(): readonly QueuedJob<Job, Result>[] {
		const { maxSize, sizeOf, keyOf } = this.#options;
		const taken: QueuedJob<Job, Result>[] = [];
		const left: QueuedJob<Job, Result>[] = [];
		const keys = new Set(this.#busy);
		let size = 0;
		for (const waiting of this.#queue) {
			if (waiting.isOver) continue;
			const key = keyOf?.(waiting.job);
			const isBusy = key !== undefined && keys.has(key);
			if (key !== undefined) keys.add(key);
			if (!isBusy) size += sizeOf(waiting.job);
			if (isBusy || size > maxSize) left.push(waiting);
			else taken.push(waiting);
		}
		this.#queue = left;
		return taken;
	}
}
