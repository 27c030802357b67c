import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { delay } from '../../src/base/clock.js';

describe('a delay', () => {
	it('ends on time and leaves no listener behind', async () => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const { signal } = new AbortController();
		const ended: string[] = [];
		const wait = delay(1_000, signal).then(() => ended.push('over'));
		await vi.advanceTimersByTimeAsync(999);
		expect(ended).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		await wait;
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('ends early and clears its timer if it is aborted', async () => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const waiting = new AbortController();
		const wait = delay(1_000, waiting.signal);
		waiting.abort('enough');
		await wait;
		expect(vi.getTimerCount()).toBe(0);
		expect(getEventListeners(waiting.signal, 'abort')).toEqual([]);
	});

	it('can share its signal with hundreds of others', async () => {
		const warnings: Error[] = [];
		const note = (warning: Error): void => void warnings.push(warning);
		process.on('warning', note);
		onTestFinished(() => void process.off('warning', note));
		const waiting = new AbortController();
		const waits = Array.from({ length: 400 }, () => delay(60_000, waiting.signal));
		waiting.abort();
		await Promise.all(waits);
		expect(getEventListeners(waiting.signal, 'abort')).toEqual([]);
		// A warning is emitted in a later turn.
		await new Promise((resolve) => setImmediate(resolve));
		expect(warnings).toEqual([]);
	});

	it('does not start if it was aborted before', async () => {
		await expect(delay(60_000, AbortSignal.abort())).resolves.toBeUndefined();
	});
});
