import { describe, expect, it } from 'vitest';
import { isNewVersion, withListed, withVersion } from '../../../src/services/updates/item-versions.js';

const digits = '9'.repeat(40);

describe('a version', () => {
	it.each([
		[['1.0'], '1.1', true],
		[['1.1'], '1.0', false],
		[['1.9'], '1.10', true],
		[['1.10'], '1.9', false],
		[['1.0'], '1.0.0', false],
		[['1.0.0'], '1', false],
		[['1.0'], 'v1.0', false],
		[['v1.0'], 'V1.0.1', true],
		[['1.02'], '1.2', false],
		[['1'], digits, true],
		[[digits], `${digits}9`, true],
		[[`${digits}9`], digits, false],
		[['1.0'], undefined, false],
		[[], '1.0', false],
		[['beta'], 'beta', false],
		[['beta'], 'rc', true],
		[['2.0', 'beta'], 'beta', false],
		[['beta'], '1.0', true],
		[['2.0', 'beta'], '1.0', false],
		[['2.0'], '1.0-beta', true],
	])('after %j: is %s news? %s', (seen, version, isNews) => {
		expect(isNewVersion(seen, version)).toBe(isNews);
		if (version === undefined) return;
		// Whatever it was, it is none the second time.
		expect(isNewVersion(withVersion(seen, version), version)).toBe(false);
	});

	it('takes the place of the one below it, so that a row stays small', () => {
		let seen: readonly string[] = [];
		for (let minor = 0; minor < 500; minor += 1) seen = withVersion(seen, `1.${minor}`);
		expect(seen).toEqual(['1.499']);
		for (let name = 0; name < 500; name += 1) seen = withVersion(seen, `beta ${name}`);
		expect(seen).toHaveLength(11);
		expect(seen[0]).toBe('1.499');
		expect(withVersion(seen, '1.2')).toBe(seen);
		expect(withVersion(seen, undefined)).toBe(seen);
	});

	it.each([
		[['2.9'], '9.9', ['9.9']],
		[['9.9'], '2.9', ['2.9', '9.9']],
		[['2.9', '9.9'], '2.9.0', ['2.9', '9.9']],
		[['2.9', '9.9'], '9.9', ['9.9']],
		[['2.9', '9.9', 'beta'], '3.0', ['3.0', '9.9', 'beta']],
		[['2.9', '9.9'], 'beta', ['2.9', '9.9', 'beta']],
		[['2.9'], undefined, ['2.9']],
	])('listed after %j: %s leaves %j', (seen, version, next) => {
		expect(withListed(seen, version)).toEqual(next);
	});

	it('of any length is stored in a short form, and recognized in it', () => {
		const long = `beta ${'x'.repeat(300)}`;
		const seen = withVersion(['1.0'], long);
		expect(seen.every((it) => it.length <= 60)).toBe(true);
		expect(isNewVersion(seen, long)).toBe(false);
	});
});
