import { expect, it } from 'vitest';
import { retryAfterMs } from '../../src/marketplace/attempt-outcome.js';

const now = Date.UTC(2026, 0, 15, 12, 0, 0);

it.each([
	['30', 30_000],
	[' 2 ', 2_000],
	['0', 0],
	['1.25', 1_250],
	['Thu, 15 Jan 2026 12:01:00 GMT', 60_000],
	['Thu, 15 Jan 2026 11:00:00 GMT', 0],
])('reads Retry-After: %s', (header, ms) => {
	expect(retryAfterMs(header, now)).toBe(ms);
});

it.each([undefined, '', 'soon', '-5', '1e3', '2026-01-15T12:00:00Z'])('reads no time out of %j', (header) => {
	expect(retryAfterMs(header, now)).toBeUndefined();
});
