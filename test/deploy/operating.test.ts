import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/operate/metrics.js';
import { quietReadings } from '../quiet-readings.js';

const textOf = (file: string): string => readFileSync(file, 'utf8');
const operating = textOf('docs/operating.md');
const both = `${textOf('docs/hosting.md')}\n${operating}`;

const { registry, ...counts } = createMetrics([]);
counts.follow(quietReadings);

const own = registry
	.getMetricsAsArray()
	.map(({ name }) => name)
	.filter((name) => name.startsWith('claimcheck_'));

/** The first cell of each row in the table under this heading of docs/operating.md. */
const namedUnder = (heading: RegExp): string[] =>
	(operating.split(heading)[1]?.split(/^#+ /m)[0] ?? '')
		.split('\n')
		.flatMap((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? []);

describe('docs/operating.md', () => {
	it('explains each of our metrics, and no other', () => {
		expect(namedUnder(/^## Health and metrics$/m).toSorted()).toEqual(own.toSorted());
	});
});

describe('docs/hosting.md and docs/operating.md', () => {
	it('name files that exist', () => {
		const named = [...both.matchAll(/\b((?:deploy|test|docs)\/[\w./@-]+\.\w+)/g)].map(
			([, path = '']) => path,
		);
		expect(named.length).toBeGreaterThan(2);
		expect(named.filter((path) => !existsSync(path))).toEqual([]);
	});

	it('name programs that the bot has', () => {
		const entries = [...both.matchAll(/\bdist\/src\/([\w-]+)\.js/g)].map(([, name = '']) => name);
		expect(new Set(entries).size).toBeGreaterThan(2);
		const programs = /const programs = \{([^}]+)\}/.exec(textOf('scripts/bundle.js'))?.[1] ?? '';
		const built = [...programs.matchAll(/^\t'?([\w-]+)'?:/gm)].map(([, name]) => name);
		expect(entries.filter((name) => !built.includes(name))).toEqual([]);
	});

	it('name secrets and profiles that compose.yaml has', () => {
		const compose = textOf('deploy/compose/compose.yaml');
		const secrets = [...both.matchAll(/`secrets\/(\w+)`/g)].map(([, name = '']) => name);
		const profiles = [...both.matchAll(/^\| [^|]+\| `(\w+)` \| `secrets/gm)];
		expect(profiles.map(([, name]) => name)).toEqual(['postgresql', 'redis']);
		for (const [, name] of profiles) expect(compose).toContain(`profiles: [${name}]`);
		expect(secrets.length).toBeGreaterThan(2);
		const known = secrets.filter((name) => name !== 'new_claim_secret');
		for (const name of known) expect(compose).toContain(`${name}: { file: secrets/${name} }`);
	});
});
