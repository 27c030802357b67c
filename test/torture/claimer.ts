import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Address } from '../storage/open-address.js';
import type { Notice, Order } from './worker.js';

/** A claiming process, seen from outside. */
export class Claimer {
	readonly begun: number[] = [];
	readonly acknowledged: number[] = [];
	readonly failed: { readonly code: number; readonly error: string; readonly tookMs: number }[] = [];
	readonly #process: ChildProcess;
	#raced: (outcome: string) => void = () => {};
	#noticed: () => void = () => {};

	private constructor(process: ChildProcess) {
		this.#process = process;
		process.on('message', (notice: Notice) => this.#hear(notice));
	}

	/** Starts the compiled worker `file` and resolves when its store is open. */
	static async start(file: string, address: Address): Promise<Claimer> {
		const claimer = new Claimer(fork(file, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
		const opened = new Promise<void>((resolve, reject) => {
			claimer.#process.on('message', (notice: Notice) => {
				if (notice.kind === 'opened') resolve();
			});
			claimer.#process.once('exit', (code) => reject(new Error(`A claiming process ended with ${code}`)));
		});
		claimer.#send({ kind: 'open', address });
		await opened;
		return claimer;
	}

	get pid(): number {
		return this.#process.pid ?? 0;
	}

	/** Resolves to the process's result: a kind of outcome, or the name of an error. */
	async race(code: number, member: number, control: boolean): Promise<string> {
		const outcome = new Promise<string>((resolve) => {
			this.#raced = resolve;
		});
		this.#send({ kind: 'race', code, member, control });
		return await outcome;
	}

	claimOn(from: number): void {
		this.#send({ kind: 'claim-on', from });
	}

	/** Resolves once the condition holds, checked after each report that a claim began, was acknowledged or failed. */
	async until(isSo: () => boolean): Promise<void> {
		while (!isSo()) {
			await new Promise<void>((resolve) => {
				this.#noticed = resolve;
			});
		}
	}

	async stop(): Promise<void> {
		this.#send({ kind: 'stop' });
		await this.#ended();
	}

	async kill(): Promise<void> {
		this.#process.kill('SIGKILL');
		await this.#ended();
	}

	async #ended(): Promise<void> {
		// Messages sent before the end may still be in the channel when the process has ended; `close` comes after them.
		await once(this.#process, 'close');
	}

	#send(order: Order): void {
		this.#process.send(order);
	}

	#hear(notice: Notice): void {
		if (notice.kind === 'begun') this.begun.push(notice.code);
		else if (notice.kind === 'acknowledged') this.acknowledged.push(notice.code);
		else if (notice.kind === 'failed') this.failed.push(notice);
		else if (notice.kind === 'raced') this.#raced(notice.outcome);
		this.#noticed();
	}
}
