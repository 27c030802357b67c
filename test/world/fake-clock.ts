import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/base/clock.js';

/** Time that passes only when the test says so. */
export class FakeClock implements Clock {
	#now: number;
	#timers: { readonly at: number; readonly callback: () => void }[] = [];

	constructor(now = Date.UTC(2026, 0, 15)) {
		this.#now = now;
	}

	now(): number {
		return this.#now;
	}

	delay(ms: number, signal?: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			if (signal?.aborted) {
				resolve();
				return;
			}
			const end = (): void => {
				this.#timers = this.#timers.filter((other) => other !== timer);
				signal?.removeEventListener('abort', end);
				resolve();
			};
			const timer = { at: this.#now + ms, callback: end };
			this.#timers.push(timer);
			signal?.addEventListener('abort', end);
		});
	}

	/** Sets the clock by hand, without letting time pass. */
	set(now: number): void {
		this.#now = now;
	}

	/** Milliseconds until each pending timer, soonest first. */
	get pending(): number[] {
		return this.#timers.map((timer) => timer.at - this.#now).sort((a, b) => a - b);
	}

	/** Lets `ms` milliseconds pass. Each timer fires at its time, and its consequences finish before the next one. */
	async advance(ms: number): Promise<void> {
		const end = this.#now + ms;
		await setImmediate();
		for (;;) {
			const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
			if (next === undefined) break;
			this.#timers = this.#timers.filter((timer) => timer !== next);
			this.#now = Math.max(this.#now, next.at);
			next.callback();
			await setImmediate();
		}
		this.#now = end;
		await setImmediate();
	}
}
