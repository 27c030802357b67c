/** How jobs of a kind are put together. */
export interface BatchOptions<Job, Result> {
	/** Does all of them at once. Resolves to their results, in their order. */
	readonly run: (jobs: readonly Job[]) => Promise<readonly Result[]>;
	/** The largest batch, in the unit of `sizeOf`. No job is larger. */
	readonly most: number;
	readonly sizeOf: (job: Job) => number;
	/** Jobs with the same one are done one after the other, as they came. Undefined: in any order. */
	readonly keyOf?: (job: Job) => string;
	/** Batches under way at once. What comes meanwhile waits, and goes together. */
	readonly atOnce: number;
	/**
	 * Milliseconds from the beginning of a batch until the next one may begin, unless what waits would fill one: a
	 * longer time makes fewer and larger ones. Asked for each batch.
	 */
	readonly gatherMs: () => number;
	/** Milliseconds after which a job that has not been answered fails. One that was not begun by then never is. */
	readonly deadlineMs: number;
}

interface QueuedJob<Job, Result> {
	readonly job: Job;
	isOver: boolean;
	settle(result: Result): void;
	fail(error: unknown): void;
}

/**
 * Puts together what is asked at the same time: jobs that come in one turn of the event loop, or while others are under
 * way, are done in one. A job never joins a batch that has begun: it sees everything that was done before it was asked.
 */
export class Batches<Job, Result> {
	readonly #options: BatchOptions<Job, Result>;
	#queue: QueuedJob<Job, Result>[] = [];
	#underWay = 0;
	#isPlanned = false;
	#beganAt = Number.NEGATIVE_INFINITY;
	/** The keys of what is under way. */
	readonly #busy = new Set<string>();
	readonly #open = new Set<Promise<Result>>();

	constructor(options: BatchOptions<Job, Result>) {
		this.#options = options;
	}

	/** Rejects with what its batch rejects with, and with an Error where the deadline has passed. */
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
				() => waiting.fail(new Error(`No answer within ${deadlineMs} ms`)),
				deadlineMs,
			);
			this.#queue.push(waiting);
		});
		this.#open.add(answer);
		this.#plan();
		return answer;
	}

	/** Resolves when everything asked so far is answered or has failed. Never rejects. */
	async settled(): Promise<void> {
		await Promise.allSettled(this.#open);
	}

	/** After this turn of the event loop at the soonest: by then everything is there that is asked together. */
	#plan(): void {
		if (this.#isPlanned || this.#queue.length === 0 || this.#underWay >= this.#options.atOnce) return;
		this.#isPlanned = true;
		const waitMs = this.#waitMs();
		if (waitMs > 0) setTimeout(() => this.#begin(), waitMs);
		else setImmediate(() => this.#begin());
	}

	#waitMs(): number {
		const gatherMs = this.#options.gatherMs();
		const waitMs = this.#beganAt + gatherMs - performance.now();
		if (gatherMs === 0 || waitMs <= 0) return 0;
		const { most, sizeOf } = this.#options;
		const size = this.#queue.reduce((sum, { job }) => sum + sizeOf(job), 0);
		return size < most ? waitMs : 0;
	}

	#begin(): void {
		this.#isPlanned = false;
		while (this.#underWay < this.#options.atOnce) {
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
		this.#underWay += 1;
		try {
			const results = await this.#options.run(batch.map(({ job }) => job));
			for (const [index, result] of results.entries()) batch[index]?.settle(result);
		} catch (error) {
			for (const waiting of batch) waiting.fail(error);
		} finally {
			for (const key of keys) this.#busy.delete(key);
			this.#underWay -= 1;
			this.#plan();
		}
	}

	/** The next batch, in the order in which the jobs came. */
	#take(): readonly QueuedJob<Job, Result>[] {
		const { most, sizeOf, keyOf } = this.#options;
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
			if (isBusy || size > most) left.push(waiting);
			else taken.push(waiting);
		}
		this.#queue = left;
		return taken;
	}
}
