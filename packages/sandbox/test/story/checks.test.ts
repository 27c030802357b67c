import { describe, expect, it } from 'vitest';
import { type Check, CheckFailed, Checks } from '../../src/story/checks.js';

describe('the checks of the story', () => {
	it('are written down under their chapter, and reported as they are made', () => {
		const reported: Check[] = [];
		const checks = new Checks((check) => reported.push(check));
		checks.begin('One');
		checks.holds('a', true);
		checks.begin('Two');
		checks.holds('b', true);
		expect(checks.done).toEqual([
			{ chapter: 'One', what: 'a', isPassed: true },
			{ chapter: 'Two', what: 'b', isPassed: true },
		]);
		expect(reported).toEqual(checks.done);
	});

	it('break the story off where one fails, with what was seen instead', () => {
		const checks = new Checks();
		checks.begin('One');
		expect(() => checks.holds('Maya has the role', false, 'no roles')).toThrow(
			new CheckFailed('Maya has the role', 'no roles'),
		);
		expect(checks.done).toEqual([{ chapter: 'One', what: 'Maya has the role', isPassed: false }]);
		expect(new CheckFailed('Maya has the role', 'no roles').message).toBe(
			'Maya has the role. Seen instead: no roles',
		);
	});
});
