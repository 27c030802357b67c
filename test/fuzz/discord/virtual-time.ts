import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createRequire } from 'node:module';
import { Broken } from '../edge.js';
import { Loopback } from './loopback.js';

/** No wait may be longer: 15 minutes, to which the bot caps the waits requested by Discord, plus its own margin. */
const maxWaitMs = 15 * 60_000 + 1_000;
/** Applies from the first byte sent to the last one received, however slowly Discord responds. */
const maxRequestMs = 60_000;
/** Real time for a play in which virtual time passes without a wait. */
const maxPlayMs = 20_000;
const turnsToSettle = 3;
/** Real time without progress, since loading a module at its first use takes a while. */
const maxIdleMs = 1_000;
const undiciTickMs = 1_000;

const require = createRequire(import.meta.url);
type Timers = Pick<typeof globalThis, 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval'>;
const timers: Timers = require('node:timers');
const promises: { setTimeout: typeof import('node:timers/promises').setTimeout } =
	require('node:timers/promises');
/** Connection timeouts: undici counts its own ticks, which its tests can advance. */
const undici: { tick(ms: number): void } = require('undici/lib/util/timers.js');

const real = {
	now: Date.now,
	random: Math.random,
	performanceNow: performance.now,
	global: { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout },
	timers: {
		setTimeout: timers.setTimeout,
		setInterval: timers.setInterval,
		clearTimeout: timers.clearTimeout,
		clearInterval: timers.clearInterval,
	},
	sleep: promises.setTimeout,
};

const realNow = (): number => real.performanceNow.call(performance);

/** Parts of discord.js, which accept neither a clock nor a delay. */
const virtualCallers = /[/\\](?:@discordjs[/\\](?:rest|ws)|ws)[/\\]/;

/**
 * Time that passes only while every party waits and no bytes are in transit. During a play, it replaces `Date.now` and
 * the timers of discord.js, its WebSocket and undici. Every wait is checked.
 */
export class VirtualTime {
	readonly isTrusted = () => true;
	readonly #begunAt = Date.UTC(2026, 5, 1, 12);
	#now = this.#begunAt;
	readonly #timers = new Map<object, { readonly at: number; readonly end: () => void }>();
	readonly #loopback = new Loopback();
	/** Requests without a complete response, and their start times. */
	readonly #requests = new Map<unknown, number>();
	/** Requests that no connection has sent yet. */
	readonly #unsent = new Set<unknown>();
	#isTicking = false;
	#isHeld = (): boolean => false;
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
			const timer = this.after(ms, end);
			if (signal?.aborted) end();
			signal?.addEventListener('abort', end);
		});

	install(): void {
		Date.now = this.now;
		Math.random = () => 0.5;
		performance.now = () => this.#now - this.#begunAt;
		const setTimeout = (otherwise: typeof globalThis.setTimeout) =>
			Object.assign((...call: Parameters<typeof globalThis.setTimeout>) => {
				if (!isVirtual()) return otherwise(...call);
				const [end, ms = 0] = call;
				this.#check(ms);
				return this.after(ms, () => end());
			}, otherwise) as typeof globalThis.setTimeout;
		const clear =
			(otherwise: (timer?: NodeJS.Timeout) => void) => (timer?: NodeJS.Timeout | string | number) => {
				if (typeof timer !== 'object' || !this.#timers.delete(timer)) otherwise(timer as NodeJS.Timeout);
			};
		globalThis.setTimeout = setTimeout(real.global.setTimeout);
		globalThis.clearTimeout = clear(real.global.clearTimeout);
		timers.setTimeout = setTimeout(real.timers.setTimeout);
		timers.clearTimeout = clear(real.timers.clearTimeout);
		timers.clearInterval = clear(real.timers.clearInterval);
		timers.setInterval = ((...call: Parameters<typeof globalThis.setInterval>) => {
			if (!isVirtual()) return real.timers.setInterval(...call);
			const [end, ms = 0] = call;
			this.#check(ms);
			return this.#every(ms, () => end());
		}) as typeof globalThis.setInterval;
		promises.setTimeout = async (ms = 0, value, options) => {
			if (!isVirtual()) return await real.sleep(ms, value, options);
			await this.delay(ms, options?.signal);
			options?.signal?.throwIfAborted();
			return value as never;
		};
		this.#loopback.watch();
		for (const [channel, listener] of this.#listeners) subscribe(channel, listener);
	}

	uninstall(): void {
		Date.now = real.now;
		Math.random = real.random;
		performance.now = real.performanceNow;
		Object.assign(globalThis, real.global);
		Object.assign(timers, real.timers);
		promises.setTimeout = real.sleep;
		this.#loopback.unwatch();
		for (const [channel, listener] of this.#listeners) unsubscribe(channel, listener);
	}

	/** Lets time pass until the condition holds. Rejects if nothing is left that could make it hold. */
	async runUntil(isOver: () => boolean, what: string): Promise<void> {
		const begunAt = realNow();
		let [idle, idleSince] = [0, begunAt];
		while (!isOver()) {
			await new Promise((resolve) => setImmediate(resolve));
			if (this.#tooLong !== undefined) throw this.#tooLong;
			if (realNow() - begunAt > maxPlayMs) throw new Broken('what does not end', what);
			const isBusy = this.#unsent.size > 0 || this.#loopback.isBusy() || this.#isHeld();
			idle = isBusy ? 0 : idle + 1;
			if (idle < turnsToSettle) idleSince = realNow();
			else if (this.#endNext()) idle = 0;
			else if (realNow() - idleSince > maxIdleMs) throw new Broken('a wait without an end', what);
		}
	}

	/** Stops time while the condition holds. */
	holdWhile(isHeld: () => boolean): void {
		this.#isHeld = isHeld;
	}

	/** Lets time pass without waiting for anything else. */
	async pass(ms: number): Promise<void> {
		let isOver = false;
		this.after(ms, () => {
			isOver = true;
		});
		await this.runUntil(() => isOver, 'a pause');
	}

	/** Ends every wait and connection, as the end of a process does. */
	async kill(): Promise<void> {
		this.#timers.clear();
		this.#isTicking = false;
		this.#loopback.cut();
		while (this.#loopback.isBusy()) await new Promise((resolve) => setImmediate(resolve));
		this.#timers.clear();
	}

	after(ms: number, end: () => void): NodeJS.Timeout {
		const timer = { unref: () => timer, ref: () => timer };
		this.#timers.set(timer, { at: this.#now + ms, end });
		return timer as unknown as NodeJS.Timeout;
	}

	#every(ms: number, end: () => void): NodeJS.Timeout {
		const timer = { unref: () => timer, ref: () => timer };
		const next = (): void => {
			this.#timers.set(timer, { at: this.#now + ms, end: again });
		};
		const again = (): void => {
			next();
			end();
		};
		next();
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
		if (ms >= 0 && ms <= maxWaitMs) return;
		this.#tooLong ??= new Broken('a wait that no clock can end, or that is too long', `${ms} ms`);
	}

	#tick(): void {
		if (this.#requests.size === 0) {
			this.#isTicking = false;
			return;
		}
		for (const since of this.#requests.values()) {
			if (this.#now - since > maxRequestMs)
				this.#tooLong ??= new Broken('a request that does not end', `${this.#now - since} ms`);
		}
		this.after(undiciTickMs, () => this.#tick());
		undici.tick(undiciTickMs);
	}

	readonly #listeners: readonly (readonly [string, (message: unknown) => void])[] = [
		[
			'undici:request:create',
			(message) => {
				const request = requestOf(message);
				this.#unsent.add(request);
				this.#requests.set(request, this.#now);
				if (this.#isTicking) return;
				this.#isTicking = true;
				this.after(undiciTickMs, () => this.#tick());
			},
		],
		['undici:client:sendHeaders', (message) => this.#unsent.delete(requestOf(message))],
		['undici:request:trailers', (message) => this.#end(requestOf(message))],
		['undici:request:error', (message) => this.#end(requestOf(message))],
	];

	#end(request: unknown): void {
		this.#unsent.delete(request);
		this.#requests.delete(request);
	}
}

/**
 * True if the second caller up the stack runs on virtual time. Callers further up don't count, because undici's own
 * timers are started below discord.js.
 */
function isVirtual(): boolean {
	return virtualCallers.test(new Error().stack?.split('\n')[3] ?? '');
}

function requestOf(message: unknown): unknown {
	return (message as { readonly request: unknown }).request;
}
