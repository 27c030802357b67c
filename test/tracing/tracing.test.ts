import { describe, expect, it } from 'vitest';
import { openTracing } from '../../src/tracing/open-tracing.js';
import { tracedStore } from '../../src/tracing/traced-store.js';
import { noteSpan, spanned } from '../../src/tracing/tracing.js';

const logger = { info: () => {}, warn: () => {} };

describe('without anybody who wants traces', () => {
	it.each([
		{},
		{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
		{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_EXPORTER: 'none' },
	])('nothing is opened, as by %j', async (environment) => {
		expect(await openTracing(environment, logger)).toBeUndefined();
	});

	it('nothing stands between the bot and its store, and work is the work alone', async () => {
		const store = {} as Parameters<typeof tracedStore>[0];
		expect(tracedStore(store, undefined)).toBe(store);
		const work = Promise.resolve('done');
		expect(await spanned(undefined, 'work', {}, () => work)).toBe('done');
		expect(() => noteSpan(undefined, 'work', {}, 1, 2)).not.toThrow();
	});
});
