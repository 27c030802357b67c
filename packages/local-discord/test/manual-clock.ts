import type { Clock } from '../src/clock.js';

/** A clock that a test moves by hand. */
export class ManualClock implements Clock {
	#now = Date.parse('2026-03-01T12:00:00Z');
	#timers: { readonly at: number; readonly task: () => void }[] = [];

	now(): number {
		return this.#now;
	}

	after(ms: number, task: () => void): () => void {
		const timer = { at: this.#now + ms, task };
		this.#timers.push(timer);
		return () => {
			this.#timers = this.#timers.filter((other) => other !== timer);
		};
	}

	advance(ms: number): void {
		this.#now += ms;
		const due = this.#timers.filter((timer) => timer.at <= this.#now);
		this.#timers = this.#timers.filter((timer) => timer.at > this.#now);
		for (const timer of due) timer.task();
	}
}
