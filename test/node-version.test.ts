import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runOn } from './run-on.js';

it.each(['18.20.8', '20.18.3', '16.0.0'])('a program started on Node.js %s ends with one line', (version) => {
	expect(runOn(version, 'scripts/node-version.js')).toEqual({
		status: 78,
		stdout: '',
		stderr: `Node.js ${version} is too old: 20.19 or newer. Install Node.js 24 from https://nodejs.org\n`,
	});
});

it.each(['20.19.0', '20.20.2', '22.0.0', '24.21.0', '100.0.0'])('Node.js %s is new enough', (version) => {
	expect(runOn(version, 'scripts/node-version.js')).toEqual({ status: 0, stdout: '', stderr: '' });
});

it('the oldest version is the one in package.json, and the recommended one that of the releases', () => {
	const [, recommended] =
		/node-version: (\d+)/.exec(readFileSync('.github/workflows/release.yml', 'utf8')) ?? [];
	const program = readFileSync('scripts/node-version.js', 'utf8');
	const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
	expect(engines.node).toBe(`>=${/oldest = '([\d.]+)'/.exec(program)?.[1]}`);
	expect(program).toContain(`Install Node.js ${recommended} from`);
	expect(scripts.build).toMatch(/^node scripts\/node-version\.js && /);
});
