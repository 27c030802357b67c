import { constants, PerformanceObserver } from 'node:perf_hooks';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdYoungGeneration, youngGarbageCollector } from '../../src/marketplace/young-generation.js';

it('frees new objects at once and leaves older ones alone', async () => {
	const forced = new Promise<unknown>((resolve) => {
		const observer = new PerformanceObserver((list) => {
			// V8 collects now and then by itself, too.
			const details = list.getEntries().map((entry) => Reflect.get(entry, 'detail'));
			const found = details.find(({ flags }) => flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED);
			if (found !== undefined) resolve(found.kind);
		});
		observer.observe({ entryTypes: ['gc'] });
		onTestFinished(() => observer.disconnect());
	});
	youngGarbageCollector()();
	expect(await forced).toBe(constants.NODE_PERFORMANCE_GC_MINOR);
});

it('shows the function for that to nobody else', () => {
	youngGarbageCollector();
	expect(runInNewContext('typeof globalThis.gc')).toBe('undefined');
});

describe('while new objects have no more space than before', () => {
	it('gives what the work gives, and fails as it fails', async () => {
		expect(await holdYoungGeneration(async () => 7)).toBe(7);
		const broken = new Error('broken');
		await expect(holdYoungGeneration(() => Promise.reject(broken))).rejects.toBe(broken);
	});
});
