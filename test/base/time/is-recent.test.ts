import { describe, expect, it } from 'vitest';
import { isRecent } from '../../../src/base/time/is-recent.js';

describe('what is recent', () => {
	it('happened now or less than so long ago', () => {
		expect(isRecent(1_000, 1_000, 500)).toBe(true);
		expect(isRecent(1_000, 1_499, 500)).toBe(true);
		expect(isRecent(1_000, 1_500, 500)).toBe(false);
	});

	it('is nothing that a clock noted before it was set back', () => {
		expect(isRecent(1_001, 1_000, 500)).toBe(false);
	});
});
