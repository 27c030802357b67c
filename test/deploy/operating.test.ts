import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/operations/metrics.js';
import { hasTool } from '../machine-tools.js';
import { quietReadings } from '../quiet-readings.js';
import { documentedCommands, notRun } from './documented.js';

const textOf = (file: string): string => readFileSync(file, 'utf8');
const operating = textOf('docs/operating.md');
const both = `${textOf('docs/hosting.md')}\n${operating}`;
const alerts = textOf('deploy/prometheus/alerts.yml');

const { registry, ...counts } = createMetrics();
counts.follow(quietReadings);
const all = registry.getMetricsAsArray();

/** The metrics that a bot has, with the labels of each. */
const metrics = new Map(
	all.map((metric) => [metric.name, 'labelNames' in metric ? (metric.labelNames as readonly string[]) : []]),
);
/** Of these there are series with another ending. */
const histograms = new Set(all.filter((metric) => 'buckets' in metric).map(({ name }) => name));
const own = [...metrics.keys()].filter((name) => name.startsWith('claimcheck_'));

/** Every metric in an expression, with the labels that it is asked by. */
function askedIn(text: string): { name: string; labels: string[] }[] {
	return [...text.matchAll(/\b((?:claimcheck|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
		([, name = '', labels = '']) => ({
			name,
			labels: [...labels.matchAll(/(\w+)=/g)].map(([, label = '']) => label),
		}),
	);
}

/** Those that no bot has, or not with such a label. Prometheus itself adds job and instance. */
const unknownIn = (text: string): string[] =>
	askedIn(text).flatMap(({ name, labels }) => {
		const isSeries = histograms.has(name.replace(/_(bucket|sum|count)$/, ''));
		const known = isSeries ? ['le'] : histograms.has(name) ? undefined : metrics.get(name);
		if (known === undefined) return [name];
		return labels
			.filter((label) => ![...known, 'job', 'instance'].includes(label))
			.map((label) => `${name}{${label}}`);
	});

/** The first cell of each row of a table in docs/operating.md, under a heading. */
const namedUnder = (heading: RegExp): string[] =>
	(operating.split(heading)[1]?.split(/^#+ /m)[0] ?? '')
		.split('\n')
		.flatMap((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? []);

interface Panel {
	readonly title: string;
	readonly targets: readonly { readonly expr: string }[];
}

describe('docs/operating.md', () => {
	it('says of each metric of ours what it means, and of no other', () => {
		expect(namedUnder(/^## Health and metrics$/m).toSorted()).toEqual(own.toSorted());
	});

	it('says of each alert what to do', () => {
		const named = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
		expect(named.length).toBeGreaterThan(9);
		expect(namedUnder(/^### Alerts$/m)).toEqual(named);
	});
});

describe('docs/hosting.md and docs/operating.md', () => {
	it('have no command that no test runs, but those that say why', () => {
		const tests = 'test/deploy/image';
		const run = readdirSync(tests).flatMap((file) =>
			[...textOf(join(tests, file)).matchAll(/documented\(\s*'([^']+)'/g)].map(([, command = '']) => command),
		);
		const commands = [...documentedCommands()];
		expect(commands.length).toBeGreaterThan(30);
		expect(commands.filter((it) => !run.includes(it) && notRun[it] === undefined)).toEqual([]);
		// Nor does a test run, or excuse, what the document no longer says, or excuse what is run.
		expect([...run, ...Object.keys(notRun)].filter((it) => !commands.includes(it))).toEqual([]);
		expect(Object.keys(notRun).filter((it) => run.includes(it))).toEqual([]);
	});

	it('name files that exist', () => {
		const named = [...both.matchAll(/\b((?:deploy|test|docs)\/[\w./@-]+\.\w+)/g)].map(
			([, path = '']) => path,
		);
		expect(named.length).toBeGreaterThan(4);
		expect(named.filter((path) => !existsSync(path))).toEqual([]);
	});

	it('name programs of the bot that exist', () => {
		const entries = [...both.matchAll(/\bdist\/src\/([\w-]+)\.js/g)].map(([, name = '']) => name);
		expect(new Set(entries).size).toBeGreaterThan(2);
		const programs = /const programs = \{([^}]+)\}/.exec(textOf('bundle.js'))?.[1] ?? '';
		const built = [...programs.matchAll(/^\t'?([\w-]+)'?:/gm)].map(([, name]) => name);
		expect(entries.filter((name) => !built.includes(name))).toEqual([]);
	});

	it('name secrets and profiles that compose.yaml has', () => {
		const compose = textOf('compose.yaml');
		const secrets = [...both.matchAll(/`secrets\/(\w+)`/g)].map(([, name = '']) => name);
		const profiles = [...both.matchAll(/^\| [^|]+\| `(\w+)` \| (?:`secrets|Grafana|`LITESTREAM)/gm)];
		expect(profiles.map(([, name]) => name)).toEqual(['postgresql', 'redis', 'litestream', 'monitoring']);
		for (const [, name] of profiles) expect(compose).toContain(`profiles: [${name}]`);
		expect(secrets.length).toBeGreaterThan(2);
		const known = secrets.filter((name) => name !== 'new_claim_secret');
		for (const name of known) expect(compose).toContain(`${name}: { file: secrets/${name} }`);
	});
});

describe('the alert rules', () => {
	it('ask for metrics and labels that the bot has', () => {
		expect(askedIn(alerts).length).toBeGreaterThan(10);
		expect(unknownIn(alerts)).toEqual([]);
	});

	it('keep the bots of one Prometheus apart, and wake up also where the target is missing', () => {
		const sums = [...alerts.matchAll(/\b(?:sum|max|min|avg)\b(?: by \(([^)]*)\))?/g)].map(
			([, by = '']) => by,
		);
		expect(sums.length).toBeGreaterThan(8);
		expect(sums.filter((by) => !/\bjob\b/.test(by))).toEqual([]);
		expect(alerts).toContain('absent(up{job="claimcheck"})');
	});

	const hasPromtool = hasTool({
		program: 'promtool',
		asking: ['--version'],
		from: '2.42',
		without: 'the alert rules are not run',
	});

	it.runIf(hasPromtool)('fire when they should, and not otherwise', () => {
		const tested = spawnSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml'], {
			encoding: 'utf8',
		});
		expect(tested.stdout + tested.stderr).toContain('SUCCESS');
		expect(tested.status).toBe(0);
	});
});

describe('the dashboard', () => {
	const dashboard = JSON.parse(textOf('deploy/grafana/claimcheck.json')) as { panels: readonly Panel[] };
	const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');

	it('asks for metrics and labels that the bot has', () => {
		expect(unknownIn(JSON.stringify(dashboard).replaceAll('\\"', '"'))).toEqual([]);
	});

	it('shows every metric of ours', () => {
		expect(own.filter((name) => !asked.includes(name))).toEqual([]);
	});

	it('works with any data source', () => {
		const uids = [...textOf('deploy/grafana/claimcheck.json').matchAll(/"uid": "([^"]+)"/g)].map(
			([, uid]) => uid,
		);
		const fixed = uids.filter((uid = '') => !/^\$\{datasource\}$/.test(uid));
		// Its own.
		expect([fixed, uids.length > 20]).toEqual([['claimcheck'], true]);
	});

	it('groups by labels that the metrics have', () => {
		const grouped = [...asked.matchAll(/by \((\w+)\) \(increase\((\w+)/g)];
		expect(grouped.length).toBeGreaterThan(3);
		for (const [, label, name = ''] of grouped) expect(metrics.get(name)).toContain(label);
	});
});
