import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';

// Loaded before the production bot by `node --import`, so that its clock can be moved ahead while it runs, without
// changes to the bot. The initial lead is in the query of this file's address; each change comes as a message from the
// parent process, and is confirmed to it. The parent can also ask to be notified when some time has passed.

/** The clock shortens waits of at least this length. Shorter ones are between running programs. */
const longWaitMs = 60_000;

const SystemDate = Date;
const systemNow = Date.now;
const startTimeout = timers.setTimeout;
const startInterval = timers.setInterval;
const sleep = promises.setTimeout;

let aheadMs = Number(new URL(import.meta.url).searchParams.get('aheadMs') ?? 0);

/** Running long timers, with each end by the monotonic clock, which is never moved. */
const ends = new Map<NodeJS.Timeout, number>();

const now = (): number => systemNow() + aheadMs;

function shiftDate(): void {
	SystemDate.now = now;
	globalThis.Date = new Proxy(SystemDate, {
		apply: () => new SystemDate(now()).toString(),
		construct: (target, given, newTarget) =>
			Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
	});
	SystemDate.prototype.constructor = globalThis.Date;
}

/** The bot compares its clock with this one, which advances equally: time passes, rather than the clock being set. */
function shiftStopwatch(): void {
	const { bigint } = process.hrtime;
	process.hrtime.bigint = () => bigint() + BigInt(aheadMs) * 1_000_000n;
}

function isLong(ms: unknown): ms is number {
	return typeof ms === 'number' && ms >= longWaitMs;
}

function keep(timer: NodeJS.Timeout, ms: number): NodeJS.Timeout {
	for (const known of ends.keys()) if (isOver(known)) ends.delete(known);
	ends.set(timer, performance.now() + ms);
	return timer;
}

/** True if it has run or was canceled: Node's own mark, since a timer can be canceled in several ways. */
function isOver(timer: NodeJS.Timeout): boolean {
	return Reflect.get(timer, '_destroyed') === true;
}

function longTimeout(callback: (...args: unknown[]) => void, ms: number, ...args: unknown[]): NodeJS.Timeout {
	const timer = startTimeout(() => {
		ends.delete(timer);
		callback(...args);
	}, ms);
	return keep(timer, ms);
}

function longInterval(
	callback: (...args: unknown[]) => void,
	ms: number,
	...args: unknown[]
): NodeJS.Timeout {
	const timer = startInterval(() => {
		ends.set(timer, performance.now() + ms);
		callback(...args);
	}, ms);
	return keep(timer, ms);
}

function longSleep<T>(
	ms: number,
	value: T,
	options: { signal?: AbortSignal; ref?: boolean } = {},
): Promise<T> {
	const { signal, ref = true } = options;
	// Node's own refusal.
	if (signal?.aborted) return sleep(ms, value, options);
	return new Promise((resolve, reject) => {
		const onAbort = (): void => {
			clearTimeout(timer);
			sleep(ms, value, options).then(resolve, reject);
		};
		const timer = longTimeout(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve(value);
		}, ms);
		if (!ref) timer.unref();
		signal?.addEventListener('abort', onAbort, { once: true });
	});
}

/** Replaces a timer function everywhere it can be reached: the global, the module, and its promise-based twin. */
function shiftTimers(): void {
	const replaced = {
		setTimeout: Object.assign(
			(callback: () => void, ms?: number, ...args: []) =>
				isLong(ms) ? longTimeout(callback, ms, ...args) : startTimeout(callback, ms, ...args),
			startTimeout,
		),
		setInterval: Object.assign(
			(callback: () => void, ms?: number, ...args: []) =>
				isLong(ms) ? longInterval(callback, ms, ...args) : startInterval(callback, ms, ...args),
			startInterval,
		),
	};
	const shiftedSleep = <T>(ms?: number, value?: T, options?: { signal?: AbortSignal; ref?: boolean }) =>
		isLong(ms) ? longSleep(ms, value, options) : sleep(ms, value, options);
	Object.defineProperty(replaced.setTimeout, promisify.custom, { value: shiftedSleep });
	Object.assign(timers, replaced);
	Object.assign(globalThis, replaced);
	Object.assign(promises, { setTimeout: shiftedSleep });
	syncBuiltinESMExports();
}

/** Runs the due timers in order; later timers wait correspondingly less. */
function advanceTo(ms: number): void {
	const byMs = ms - aheadMs;
	aheadMs = ms;
	const inOrder = [...ends].filter(([timer]) => !isOver(timer)).sort(([, one], [, other]) => one - other);
	for (const [timer, end] of inOrder) {
		const leftMs = Math.max(1, end - byMs - performance.now());
		ends.set(timer, performance.now() + leftMs);
		// In place, using the field that `refresh` reads: the bot cancels this same timer object, and an interval stores
		// its own length elsewhere.
		Object.assign(timer, { _idleTimeout: leftMs }).refresh();
	}
}

shiftDate();
shiftStopwatch();
shiftTimers();
process.on('message', (message: Readonly<{ aheadMs?: number; momentMs?: number }>) => {
	const { aheadMs: ms, momentMs } = message;
	if (momentMs !== undefined) startTimeout(() => process.send?.({ momentMs }), momentMs).unref();
	if (ms === undefined) return;
	// Two turns: responses that were sent before the message are read with the clock by which they were written.
	setImmediate(() => {
		setImmediate(() => {
			if (ms > aheadMs) advanceTo(ms);
			process.send?.({ aheadMs });
		});
	});
});
// The parent process has ended, so no other process would end this one.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The bot should end when it wants to, as it does without a clock.
process.channel?.unref();
