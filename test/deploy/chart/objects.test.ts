import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
	chart,
	describeChart,
	ofKind,
	parseObjects,
	type Rendered,
	render,
	renderSets,
	sets,
	type Values,
	valuesOf,
} from './render.js';

describeChart('the objects of the chart', () => {
	let byName: ReadonlyMap<string, Rendered>;
	const of = (name: string): Rendered => {
		const rendered = byName.get(name);
		if (rendered === undefined) throw new Error(`There is no ci/${name}-values.yaml`);
		return rendered;
	};
	beforeAll(async () => {
		byName = await renderSets();
	});

	it('makes what it is for, and with every switch on all that it can', () => {
		const kinds = (name: string) => [...new Set(of(name).objects.map(({ kind }) => kind))].toSorted();
		const always = ['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'ServiceAccount'];
		expect(kinds('sqlite')).toEqual([...always, 'PersistentVolumeClaim'].toSorted());
		expect(kinds('redis')).toEqual([...always, 'Pod'].toSorted());
		expect(kinds('everything')).toEqual(
			[...always, 'ConfigMap', 'Pod', 'PrometheusRule', 'Secret', 'Service', 'ServiceMonitor'].toSorted(),
		);
		const switches = Object.entries(of('everything').values).flatMap(([name, value]) =>
			Object.entries(value as object).flatMap(([key, on]) => (key === 'enabled' ? [[name, on]] : [])),
		);
		expect(switches.length).toBeGreaterThan(5);
		expect(switches.filter(([, on]) => on !== true)).toEqual([]);
	});

	it('makes objects that Kubernetes has, with fields that it knows and none missing that it asks for', () => {
		const folder = mkdtempSync(join(tmpdir(), 'claimcheck-objects-'));
		const rooms: Readonly<Record<string, string>> = {
			v1: 'core/v1',
			'networking.k8s.io/v1': 'networking/v1',
		};
		const known = [...byName.values()]
			.flatMap(({ objects }) => objects)
			.filter(({ apiVersion }) => apiVersion !== 'monitoring.coreos.com/v1');
		// A literal that is declared to be of a type may have no other fields: the compiler is the schema check.
		const lines = known.map(({ apiVersion, kind, ...rest }, at) => {
			const types = resolve('node_modules/kubernetes-types', rooms[apiVersion] ?? apiVersion);
			const value = JSON.stringify({ apiVersion, kind, ...rest });
			return `export const object${at}: import('${types}').${kind} = ${value};`;
		});
		writeFileSync(join(folder, 'objects.ts'), lines.join('\n'));
		const checked = spawnSync(
			resolve('node_modules/.bin/tsc'),
			['--noEmit', '--strict', '--module', 'preserve', '--types', '', 'objects.ts'],
			{ cwd: folder, encoding: 'utf8' },
		);
		rmSync(folder, { recursive: true });
		expect(known.length).toBeGreaterThan(15);
		expect(checked.stdout + checked.stderr).toBe('');
		expect(checked.status).toBe(0);
	});

	it('gives objects of a kind names of their own, short enough for pods', async () => {
		const long = { ...(await valuesOf('everything')), fullnameOverride: 'x'.repeat(80) };
		for (const { objects } of [...byName.values(), await render(long)]) {
			const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
			expect(new Set(names).size).toBe(names.length);
			expect(objects.filter(({ metadata }) => (metadata.name?.length ?? 0) > 63)).toEqual([]);
		}
	});

	it('selects by labels that the pods have, and counts only the bot’s own', () => {
		for (const rendered of byName.values()) {
			const deployments = ofKind(rendered, 'Deployment');
			const labels = deployments.map(({ spec }) => spec?.template.metadata?.labels);
			for (const [at, { spec }] of deployments.entries()) {
				const mine = labels.map((it) => ({ ...it, ...spec?.selector.matchLabels }));
				const matched = mine.flatMap((it, pod) => (deepEqual(it, labels[pod]) ? [pod] : []));
				expect(matched).toEqual([at]);
			}
			const job = ofKind(rendered, 'Job')[0]?.spec?.template.metadata?.labels;
			const [budget] = ofKind(rendered, 'PodDisruptionBudget');
			for (const it of labels) expect(it).toMatchObject(budget?.spec?.selector?.matchLabels ?? { none: '' });
			expect(job).not.toMatchObject(budget?.spec?.selector?.matchLabels ?? {});
			const [policy] = ofKind(rendered, 'NetworkPolicy');
			for (const it of [...labels, job]) {
				expect(it).toMatchObject(policy?.spec?.podSelector?.matchLabels ?? { none: '' });
			}
		}
	});

	it('lets the pods reach DNS, 443 outside of the cluster and the database, and nobody in but the metrics’ reader', () => {
		const policies = [...byName].map(([name, it]) => [name, ofKind(it, 'NetworkPolicy')[0]?.spec] as const);
		const reachable = Object.fromEntries(
			policies.map(([name, spec]) => [
				name,
				spec?.egress?.flatMap(({ ports = [] }) => ports.map(({ port, protocol }) => `${protocol} ${port}`)),
			]),
		);
		const usual = ['UDP 53', 'TCP 53', 'TCP 443'];
		expect(reachable).toEqual({
			sqlite: usual,
			redis: [...usual, 'TCP 6379'],
			everything: [...usual, 'TCP 6432', 'TCP 8443', 'TCP 4318'],
		});
		for (const [, spec] of policies) {
			expect(spec?.policyTypes).toEqual(['Ingress', 'Egress']);
			expect(spec?.ingress).toHaveLength(1);
			expect(spec?.ingress?.[0]?.ports).toEqual([{ protocol: 'TCP', port: 'metrics' }]);
			expect(spec?.ingress?.[0]?.from).toEqual([
				{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } },
			]);
			const blocks = spec?.egress?.[1]?.to?.map(({ ipBlock }) => ipBlock) ?? [];
			expect(blocks.map((block) => block?.cidr)).toEqual(['0.0.0.0/0', '::/0']);
			// Where clouds hand out credentials to whoever asks.
			expect(blocks[0]?.except).toContain('169.254.0.0/16');
		}
	});

	it('hands the alerts and the dashboard on as they are', () => {
		const [rules] = ofKind(of('everything'), 'PrometheusRule');
		const [dashboard] = ofKind(of('everything'), 'ConfigMap');
		expect(dashboard?.data?.['claimcheck.json']).toBe(readFileSync('deploy/grafana/claimcheck.json', 'utf8'));
		return expect(parseObjects(readFileSync('deploy/prometheus/alerts.yml', 'utf8'))).resolves.toEqual([
			rules?.spec,
		]);
	});

	it('has Prometheus ask every pod, ready or not, under the name that the alerts ask for', () => {
		const [service] = ofKind(of('everything'), 'Service');
		const [monitor] = ofKind(of('everything'), 'ServiceMonitor');
		expect(service?.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
		expect(monitor?.spec).toEqual({
			selector: {
				matchLabels: {
					'app.kubernetes.io/name': 'claimcheck',
					'app.kubernetes.io/instance': 'support',
					'app.kubernetes.io/component': 'metrics',
				},
			},
			endpoints: [
				{
					port: service?.spec?.ports?.[0]?.name,
					path: '/metrics',
					interval: '30s',
					relabelings: [
						{ targetLabel: 'job', replacement: 'claimcheck' },
						{ sourceLabels: ['__meta_kubernetes_pod_name'], targetLabel: 'instance' },
					],
				},
			],
		});
		expect(service?.metadata.labels).toMatchObject({ 'app.kubernetes.io/component': 'metrics' });
		expect(readFileSync('deploy/prometheus/alerts.yml', 'utf8')).toContain('job="claimcheck"');
	});

	it('says what to do next, with names that exist', () => {
		for (const [name, rendered] of byName) {
			const named = [...rendered.notes.matchAll(/deployment\/(\S+)/g)].map(([, it]) => it);
			const made = ofKind(rendered, 'Deployment').map(({ metadata }) => metadata.name);
			expect(named.length).toBeGreaterThan(0);
			expect(named.filter((it) => !made.includes(it))).toEqual([]);
			expect(rendered.notes.includes('few seconds without an answer')).toBe(name === 'sqlite');
			expect(rendered.notes.includes('networkPolicy.extraEgress')).toBe(name === 'everything');
		}
		const programs = [...of('sqlite').notes.matchAll(/dist\/src\/([\w-]+)\.js/g)].map(([, it]) => `${it}.ts`);
		expect(programs.filter((it) => !readdirSync('src').includes(it))).toEqual([]);
	});

	const hasHelm = spawnSync('helm', ['version']).error === undefined;
	if (!hasHelm && process.env['REQUIRE_HELM'] === '1')
		throw new Error('REQUIRE_HELM=1, but there is no helm');

	it.runIf(hasHelm).each(sets)(
		'is rendered from ci/%s-values.yaml by Helm itself to the same',
		async (name) => {
			const values = join(chart, 'ci', `${name}-values.yaml`);
			const said = spawnSync(
				'helm',
				['template', 'support', chart, '--namespace', 'bots', '--values', values],
				{ encoding: 'utf8' },
			);
			expect(said.status).toBe(0);
			const byPlace = (all: Rendered['objects']) =>
				all.toSorted((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`));
			expect(byPlace(await parseObjects(said.stdout))).toEqual(byPlace(of(name).objects));
		},
	);
});

function deepEqual(one: Values | undefined, other: Values | undefined): boolean {
	const sorted = (it: Values | undefined) => JSON.stringify(Object.entries(it ?? {}).toSorted());
	return sorted(one) === sorted(other);
}
