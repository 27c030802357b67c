import { describe, expect, it } from 'vitest';
import { toolProblem } from './machine-tools.js';

const tool = { program: 'promtool', asking: ['--version'], from: '2.42', before: '4', without: '' };

describe('a program of the machine', () => {
	it.each([
		'promtool, version 2.42.0+ds (branch: debian/sid, revision: 2.42.0+ds-5)',
		'systemd 2.100 (2.100-1~deb12u2)',
		'Client Version: v3.5.0\nKustomize Version: v5.5.0',
	])('is used if its version fits: %s', (said) => {
		expect(toolProblem(tool, said)).toBeUndefined();
	});

	it.each([
		['is missing', undefined, 'No promtool'],
		['is too old', 'version 2.5.1', 'promtool is 2.5.1 (2.42 or newer, before 4 is needed)'],
		['is too new', 'version 4.0.0', 'promtool is 4.0.0 (2.42 or newer, before 4 is needed)'],
		['prints no version', 'unknown flag', 'promtool names no version (2.42 or newer, before 4 is needed)'],
	])('is not used, with the reason, if it %s', (_, said, problem) => {
		expect(toolProblem(tool, said)).toBe(problem);
	});
});
