import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Broken } from '../edge.js';

/** No wait may be longer: the 15 minutes at which the bot cuts what Discord asks for, and what is added to them. */
const longestWaitMs = 15 * 60_000 + 1_000;
/** Of the machine's own time, for what virtual time passes without a wait. */
const longestPlayMs = 20_000;
const turnsToSettle = 3;
const turnsToGiveUp = 100;

const real = { now: Date.now, setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/**
 * Time that passes while everybody waits, and not while a request is in flight. discord.js' REST takes neither a clock
 * nor a delay: its timers and `Date.now` are replaced for as long as a play lasts. Every wait is checked.
 */
export class VirtualTime {
	#now = Date.UTC(2026, 5, 1, 12);
	readonly #timers = new Map<object, { readonly at: number; readonly end: () => void }>();
	readonly #inFlight = new Set<unknown>();
	#tooLong: Broken | undefined;

	readonly now = (): number => this.#now;

	readonly delay = (ms: number, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve) => {
			this.#check(ms);
			const end = (): void => {
				this.#timers.delete(timer);
				signal?.removeEventListener('abort', end);
				resolve();
			};
			const timer = this.#start(ms, end);
			if (signal?.aborted) end();
			signal?.addEventListener('abort', end);
		});

	install(): void {
		Date.now = this.now;
		globalThis.setTimeout = Object.assign((...call: Parameters<typeof setTimeout>) => {
			// The caller alone: undici's own timers are started below discord.js.
			const caller = new Error().stack?.split('\n')[2];
			if (!caller?.includes('@discordjs/rest')) return real.setTimeout(...call);
			const [end, ms = 0] = call;
			this.#check(ms);
			return this.#start(ms, () => end());
		}, real.setTimeout) as typeof setTimeout;
		globalThis.clearTimeout = (timer) => {
			if (typeof timer !== 'object' || !this.#timers.delete(timer)) real.clearTimeout(timer);
		};
		subscribe('undici:request:create', this.#began);
		subscribe('undici:request:trailers', this.#ended);
		subscribe('undici:request:error', this.#ended);
	}

	uninstall(): void {
		Date.now = real.now;
		globalThis.setTimeout = real.setTimeout;
		globalThis.clearTimeout = real.clearTimeout;
		unsubscribe('undici:request:create', this.#began);
		unsubscribe('undici:request:trailers', this.#ended);
		unsubscribe('undici:request:error', this.#ended);
	}

	/** Lets time pass until it is over. Rejects where nothing is left that could end it. */
	async runUntil(isOver: () => boolean, what: string): Promise<void> {
		const begunAt = performance.now();
		let idle = 0;
		while (!isOver()) {
			await new Promise((resolve) => setImmediate(resolve));
			if (this.#tooLong !== undefined) throw this.#tooLong;
			if (performance.now() - begunAt > longestPlayMs) throw new Broken('what does not end', what);
			idle = this.#inFlight.size > 0 ? 0 : idle + 1;
			if (idle < turnsToSettle) continue;
			if (this.#endNext()) idle = 0;
			else if (idle > turnsToGiveUp) throw new Broken('a wait without an end', what);
		}
	}

	/** Time in which nothing else has to happen. */
	async pass(ms: number): Promise<void> {
		let isOver = false;
		this.#start(ms, () => {
			isOver = true;
		});
		await this.runUntil(() => isOver, 'a pause');
	}

	#start(ms: number, end: () => void): NodeJS.Timeout {
		const timer = { unref: () => timer, ref: () => timer };
		this.#timers.set(timer, { at: this.#now + ms, end });
		return timer as unknown as NodeJS.Timeout;
	}

	#endNext(): boolean {
		const [next] = [...this.#timers].toSorted(([, one], [, other]) => one.at - other.at);
		if (next === undefined) return false;
		const [timer, { at, end }] = next;
		this.#timers.delete(timer);
		this.#now = Math.max(this.#now, at);
		end();
		return true;
	}

	#check(ms: number): void {
		if (ms >= 0 && ms <= longestWaitMs) return;
		this.#tooLong ??= new Broken('a wait that no clock can end, or that is too long', `${ms} ms`);
	}

	readonly #began = (message: unknown): void => {
		this.#inFlight.add((message as { readonly request: unknown }).request);
	};

	readonly #ended = (message: unknown): void => {
		this.#inFlight.delete((message as { readonly request: unknown }).request);
	};
}
