import { expect, it } from 'vitest';
import { passes, scoreOf } from './gate.js';

it.each([
	[{ killed: 10, survived: 0 }, 100, true],
	[{ killed: 9, survived: 1 }, 90, true],
	[{ killed: 899, survived: 101 }, 89.9, false],
	[{ killed: 0, survived: 10 }, 0, false],
	[{ killed: 0, survived: 0 }, 0, false],
])('a room with %j has a score of %d, and passes: %j', (result, score, isPassed) => {
	expect(scoreOf(result)).toBeCloseTo(score);
	expect(passes(result)).toBe(isPassed);
});
