import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { Address } from '../storage/open-address.js';
import type { Notice, Order, Work } from './orders.js';

/** So many operations return before the next turn. */
const operationsOnThem = 240;
/** Nothing that is done to a store or a process keeps everybody from going on for as long as this. */
const patienceMs = 90_000;

export interface CrewOptions {
	/** The compiled worker. */
	readonly worker: string;
	readonly address: Address;
	/** Of the logs. */
	readonly folder: string;
	readonly seed: number;
	readonly processes: number;
	readonly walkers: number;
	readonly planted?: string | undefined;
}

/** The processes that work on the same codes. */
export class Crew {
	readonly #options: CrewOptions;
	readonly #workers: ChildProcess[] = [];
	#started = 0;
	#returned = 0;
	#turn = 0;
	readonly #heard = new EventEmitter();
	/** A process that ended of its own accord. */
	#failure: Error | undefined;

	private constructor(options: CrewOptions) {
		this.#options = options;
	}

	/** Resolves when every process has opened the store. */
	static async start(options: CrewOptions): Promise<Crew> {
		const crew = new Crew(options);
		await Promise.all(Array.from({ length: options.processes }, () => crew.add()));
		return crew;
	}

	/** How often codes and members were changed for new ones. */
	get turn(): number {
		return this.#turn;
	}

	/** One more process. Resolves when it has opened the store, which may be a while if the store is away. */
	async add(): Promise<void> {
		const { worker: file, address, folder, seed, walkers, planted } = this.#options;
		this.#started += 1;
		const number = this.#started;
		const worker = fork(file, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
		this.#workers.push(worker);
		const opened = new Promise<void>((resolve) => {
			worker.on('message', (notice: Notice) => (notice === 'opened' ? resolve() : this.#hear()));
			worker.once('exit', resolve);
		});
		worker.once('exit', (status) => {
			if (this.#workers.includes(worker)) this.#failure = new Error(`Process ${number} ended with ${status}`);
			this.#heard.emit('heard');
		});
		const log = join(folder, `process ${number}.jsonl`);
		const work: Work = { address, log, seed: seed * 1_000 + number, walkers, planted };
		tell(worker, { kind: 'work', work, turn: this.#turn });
		await opened;
	}

	/** One of them, as `random` has it. */
	any(random: () => number): ChildProcess {
		const worker = this.#workers[Math.floor(random() * this.#workers.length)];
		if (worker === undefined) throw new Error('There is no process');
		return worker;
	}

	async kill(worker: ChildProcess): Promise<void> {
		this.#workers.splice(this.#workers.indexOf(worker), 1);
		await ended(worker, () => worker.kill('SIGKILL'));
	}

	/** Resolves when `count` more operations have returned, at the latest after so many milliseconds: to whether they have. */
	async returned(count: number, withinMs: number): Promise<boolean> {
		const wanted = this.#returned + count;
		const expiry = AbortSignal.timeout(withinMs);
		while (this.#returned < wanted && !expiry.aborted) {
			if (this.#failure !== undefined) throw this.#failure;
			await once(this.#heard, 'heard', { signal: expiry }).catch(() => {});
		}
		return this.#returned >= wanted;
	}

	/** The same, where it would be a fault of its own if they don't. */
	async goOn(count: number): Promise<void> {
		if (!(await this.returned(count, patienceMs))) {
			throw new Error(`Fewer than ${count} operations in ${patienceMs} ms`);
		}
	}

	/** Resolves when each has finished what it was at. */
	async stop(): Promise<void> {
		const workers = this.#workers.splice(0);
		await Promise.all(workers.map((worker) => ended(worker, () => tell(worker, { kind: 'stop' }))));
	}

	/** Whatever they are at. */
	async killAll(): Promise<void> {
		await Promise.all([...this.#workers].map((worker) => this.kill(worker)));
	}

	#hear(): void {
		this.#returned += 1;
		if (this.#returned % operationsOnThem === 0) {
			this.#turn += 1;
			for (const worker of this.#workers) tell(worker, { kind: 'turn', turn: this.#turn });
		}
		this.#heard.emit('heard');
	}
}

function tell(worker: ChildProcess, order: Order): void {
	// It may have ended since it was last heard of.
	if (worker.connected) worker.send(order, () => {});
}

async function ended(worker: ChildProcess, end: () => void): Promise<void> {
	if (worker.exitCode !== null || worker.signalCode !== null) return;
	const exit = once(worker, 'exit');
	end();
	await exit;
}
