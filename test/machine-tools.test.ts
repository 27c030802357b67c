import { describe, expect, it } from 'vitest';
import { toolProblem } from './machine-tools.js';

describe('a program of the machine', () => {
	it.each([
		['systemd 252 (252.39-1~deb12u2)', '250'],
		['promtool, version 2.42.0+ds (branch: debian/sid)', '2.42'],
		['Docker Compose version v2.100.1', '2.24'],
	])('is used if its version fits: %s', (said, from) => {
		expect(toolProblem('tool', from, said)).toBeUndefined();
	});

	it.each([
		['is missing', undefined, 'No tool'],
		['is too old', 'version 2.5.1', 'tool is 2.5.1 (2.42 or newer is needed)'],
		['prints no version', 'unknown flag', 'tool names no version (2.42 or newer is needed)'],
	])('is not used, with the reason, if it %s', (_, said, problem) => {
		expect(toolProblem('tool', '2.42', said)).toBe(problem);
	});
});
