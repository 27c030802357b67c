import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allVariables, variables } from '../../../src/config.js';
import { chart, describeChart, parseObjects } from './render.js';

const textOf = (file: string): string => readFileSync(join(chart, file), 'utf8');

/** The values that values.yaml explains, by their paths, each with its explanation. */
function explained(): readonly (readonly [string, string])[] {
	const path: string[] = [];
	let comment: string | undefined;
	return textOf('values.yaml')
		.split('\n')
		.flatMap((line) => {
			comment = /^ *# -- (.*)$/.exec(line)?.[1] ?? comment;
			const [, indent = '', key] = /^( *)(\w+):/.exec(line) ?? [];
			if (key === undefined) return [];
			path.splice(indent.length / 2, path.length, key);
			const found = comment === undefined ? [] : [[path.join('.'), comment] as const];
			comment = undefined;
			return found;
		});
}

/** The paths of all values that are neither a map nor inside of one that is explained as a whole. */
function pathsIn(value: unknown, whole: ReadonlySet<string>, at = ''): readonly string[] {
	if (whole.has(at) || typeof value !== 'object' || value === null || Array.isArray(value)) return [at];
	return Object.entries(value).flatMap(([key, inner]) =>
		pathsIn(inner, whole, at === '' ? key : `${at}.${key}`),
	);
}

const valueAt = (values: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], values);

interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
}
const schema = JSON.parse(textOf('values.schema.json')) as Schema;

describe('the chart’s documents', () => {
	it('have the version of the bot', () => {
		const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
		expect(textOf('Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`);
	});

	it('let every setting be given that is no secret and not the chart’s own', () => {
		const own = ['SHARDS', 'HEALTH_PORT', 'HEALTH_HOST'];
		const given = allVariables.filter((name) => !variables[name].secret && !own.includes(name));
		expect(Object.keys(schema.properties?.['settings']?.properties ?? {})).toEqual(given);
	});

	it('take the alerts and the dashboard from where they are, and do not repeat them', () => {
		const places = { 'alerts.yml': 'deploy/prometheus', 'claimcheck.json': 'deploy/grafana' };
		expect(readdirSync(join(chart, 'files')).toSorted()).toEqual(Object.keys(places));
		for (const [file, folder] of Object.entries(places)) {
			expect(lstatSync(join(chart, 'files', file)).isSymbolicLink()).toBe(true);
			expect(realpathSync(join(chart, 'files', file))).toBe(resolve(folder, file));
		}
	});
});

describeChart('the table of the chart’s values', () => {
	it('has every value, its default and what values.yaml says of it', async () => {
		const [values] = await parseObjects(textOf('values.yaml'));
		const rows = explained().map(([path, comment]) => {
			const value = valueAt(values, path);
			return `| \`${path}\` | ${value === '' ? '' : `\`${JSON.stringify(value)}\``} | ${comment} |`;
		});
		const table = textOf('README.md')
			.split('\n')
			.filter((line) => /^\| `/.test(line));
		expect(table).toEqual(rows);
	});

	it('leaves none out, and the schema knows each', async () => {
		const [values] = await parseObjects(textOf('values.yaml'));
		const paths = explained().map(([path]) => path);
		expect(pathsIn(values, new Set(paths)).toSorted()).toEqual(paths.toSorted());
		const unknown = paths.filter(
			(path) =>
				path.split('.').reduce<Schema | undefined>((inner, key) => inner?.properties?.[key], schema) ===
				undefined,
		);
		expect(unknown).toEqual([]);
	});
});
