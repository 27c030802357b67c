import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { chart, describeChart, ofKind, podsOf, type Rendered, render, valuesOf } from './render.js';

// No cluster runs these commands here: what they name is what the chart makes.
const documents = ['docs/operating.md', join(chart, 'README.md')].map((file) => readFileSync(file, 'utf8'));
const text = documents.join('\n');

const named = (pattern: RegExp): readonly string[] => [
	...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

describeChart('the commands for Kubernetes in the documents', () => {
	let rendered: Rendered;
	beforeAll(async () => {
		const values = await valuesOf('redis');
		rendered = await render({ ...values, secrets: { existingSecret: 'claimcheck' } }, 'claimcheck');
	});

	it('name Deployments that there are', () => {
		const made = ofKind(rendered, 'Deployment').map(({ metadata }) => metadata.name);
		expect(named(/kubectl \w+ --namespace claimcheck deployment\/(\S+)/g)).toEqual(made);
	});

	it('select the bot’s pods and Deployments', () => {
		const selectors = named(/--selector (\S+)/g).map((it) => it.replace(/`.*/, '').split('=', 2));
		expect(selectors.length).toBeGreaterThan(0);
		for (const { metadata, spec } of ofKind(rendered, 'Deployment')) {
			for (const [label = '', value] of selectors) {
				expect(metadata.labels?.[label]).toBe(value);
				expect(spec?.template.metadata?.labels?.[label]).toBe(value);
			}
		}
	});

	it('make the Secret with the keys that the pods look for', () => {
		const keys = podsOf(rendered).map(({ spec }) =>
			spec.volumes?.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? []),
		);
		for (const document of documents) {
			const made = [...document.matchAll(/--from-file=(\w+)/g)].map(([, key]) => key);
			for (const looked of keys) expect(made).toEqual(looked);
		}
		expect(named(/create secret generic (\S+)/g)).toEqual(['claimcheck']);
	});

	it('set values that there are', () => {
		const schema: unknown = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));
		const set = named(/--set ([\w.]+)=/g);
		expect(set.length).toBeGreaterThan(1);
		for (const path of set) {
			expect(schema).toHaveProperty(['properties', ...path.split('.').join('.properties.').split('.')]);
		}
	});
});
