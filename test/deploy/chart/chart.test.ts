import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { allVariables, variables } from '../../../src/config.js';
import {
	chart,
	containerOf,
	describeChart,
	environmentOf,
	ofKind,
	parseObjects,
	podsOf,
	type Rendered,
	render,
	renderAll,
	type Values,
	valuesOf,
} from './render.js';

const sets = readdirSync(join(chart, 'ci')).map((file) => file.replace('-values.yaml', ''));
const secrets = allVariables.filter((name) => variables[name].secret);

describeChart('the chart', () => {
	const byName = new Map<string, Rendered>();
	const of = (name: string): Rendered => {
		const rendered = byName.get(name);
		if (rendered === undefined) throw new Error(`ci/${name}-values.yaml was not rendered`);
		return rendered;
	};
	beforeAll(async () => {
		const all = await renderAll(await Promise.all(sets.map(valuesOf)));
		for (const [at, rendered] of all.entries()) byName.set(sets[at] ?? '', rendered);
	});
	const everyPod = () => [...byName.values()].flatMap(podsOf);

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

	it('runs every pod as the Pod Security Standard “restricted” asks, without a token and without a writable file', () => {
		expect(everyPod().length).toBeGreaterThan(5);
		for (const { spec } of everyPod()) {
			expect(spec.securityContext).toMatchObject({
				runAsNonRoot: true,
				seccompProfile: { type: 'RuntimeDefault' },
			});
			expect(spec.automountServiceAccountToken).toBe(false);
			expect(spec).not.toHaveProperty('hostNetwork');
			const { securityContext, resources, volumeMounts = [] } = containerOf(spec);
			expect(securityContext).toEqual({
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ['ALL'] },
			});
			expect(resources?.requests).toBeDefined();
			expect(resources?.limits?.['memory']).toBeDefined();
			const writable = volumeMounts.filter(({ readOnly }) => readOnly !== true);
			expect(writable.map(({ mountPath }) => mountPath)).toEqual(
				expect.arrayContaining(['/tmp'].slice(0, writable.length)),
			);
			expect(writable.every(({ mountPath }) => ['/tmp', '/data'].includes(mountPath))).toBe(true);
			expect(spec.volumes?.find(({ name }) => name === 'tmp')).toHaveProperty('emptyDir');
		}
	});

	it('sets only what the bot reads, and starts programs that it has', () => {
		const known = new Set<string>([...allVariables, ...secrets.map((name) => `${name}_FILE`)]);
		for (const { spec } of everyPod()) {
			const container = containerOf(spec);
			const names = [...environmentOf(container).keys()].filter((name) => !/^(NODE|OTEL)_/.test(name));
			expect(names.filter((name) => !known.has(name))).toEqual([]);
			const program = /^dist\/src\/([\w-]+)\.js$/.exec(container.args?.[0] ?? '')?.[1];
			expect(readdirSync('src')).toContain(`${program}.ts`);
		}
	});

	it('gives secrets as files alone, each where the bot looks for it', () => {
		const values = (of('everything').values['secrets'] as { values: Record<string, string> }).values;
		for (const { spec } of everyPod()) {
			const container = containerOf(spec);
			const environment = environmentOf(container);
			expect(secrets.filter((name) => environment.has(name))).toEqual([]);
			const folder = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath;
			const items = spec.volumes?.find(({ name }) => name === 'secrets')?.secret?.items ?? [];
			const files = [...environment].filter(([name]) => name.endsWith('_FILE'));
			expect(files.map(([, file]) => file)).toEqual(items.map(({ path }) => `${folder}/${path}`));
			expect(files.length).toBeGreaterThanOrEqual(3);
		}
		const elsewhere = of('everything').objects.filter(({ kind }) => kind !== 'Secret');
		const { new_claim_secret: _, ...given } = values;
		for (const value of Object.values(given)) {
			expect(JSON.stringify(elsewhere)).not.toContain(value);
			expect(JSON.stringify(elsewhere)).not.toContain(Buffer.from(value).toString('base64'));
			expect(of('everything').notes).not.toContain(value);
		}
		const [secret] = ofKind(of('everything'), 'Secret');
		const kept = Object.entries(secret?.data ?? {}).map(([key, value]) => [key, atob(value)]);
		expect(Object.fromEntries(kept)).toEqual({ ...given });
	});

	it('hands the secret that comes after this one in as a file too, while it is changed', async () => {
		const rotating = { existingSecret: 'mine', rotating: true };
		const [pod] = podsOf(await render({ ...(await valuesOf('sqlite')), secrets: rotating }));
		const container = containerOf(pod?.spec ?? { containers: [] });
		expect(environmentOf(container).get('NEW_CLAIM_SECRET_FILE')).toBe(
			'/run/secrets/claimcheck/new_claim_secret',
		);
		expect(readFileSync('src/claims-cli/session.ts', 'utf8')).toContain('NEW_CLAIM_SECRET_FILE');
		expect(pod?.spec.volumes?.find(({ name }) => name === 'secrets')?.secret?.items).toContainEqual({
			key: 'new_claim_secret',
			path: 'new_claim_secret',
		});
	});

	it('makes no Secret where there is one, and keeps its own and the volume when it is uninstalled', () => {
		expect(ofKind(of('redis'), 'Secret')).toEqual([]);
		const kept = [...ofKind(of('everything'), 'Secret'), ...ofKind(of('sqlite'), 'PersistentVolumeClaim')];
		expect(kept).toHaveLength(2);
		for (const { metadata } of kept) {
			expect(metadata.annotations).toMatchObject({ 'helm.sh/resource-policy': 'keep' });
		}
	});

	it('starts the pods anew when a secret of its own changes', async () => {
		const values = await valuesOf('everything');
		const annotationsOf = (rendered: Rendered) =>
			ofKind(rendered, 'Deployment').map((it) => it.spec?.template.metadata?.annotations);
		const other = { values: { ...(values['secrets'] as { values: object }).values, discord_token: 'newer' } };
		const changed = await render({ ...values, secrets: other });
		expect(annotationsOf(changed)).not.toEqual(annotationsOf(of('everything')));
		expect(annotationsOf(await render(values))).toEqual(annotationsOf(of('everything')));
	});

	it('replaces a pod by a second one beside it, but on SQLite, whose volume one node has', () => {
		const strategies = (name: string) => ofKind(of(name), 'Deployment').map(({ spec }) => spec?.strategy);
		const overlap = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
		expect(strategies('everything')).toEqual([overlap, overlap, overlap]);
		expect(strategies('redis')).toEqual([overlap]);
		expect(strategies('sqlite')).toEqual([{ type: 'Recreate' }]);
	});

	it('asks for life and readiness where the bot tells them, and gives it the time to end by itself', () => {
		const stopMs = /stopTimeoutMs = ([\d_]+)/.exec(readFileSync('src/main.ts', 'utf8'))?.[1];
		const pages = readFileSync('src/health-server.ts', 'utf8');
		for (const { spec } of [...byName.values()].flatMap((it) => ofKind(it, 'Deployment'))) {
			const pod = spec?.template.spec;
			if (pod === undefined) throw new Error('a Deployment without a pod');
			expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
				(2 * Number(stopMs?.replaceAll('_', ''))) / 1_000,
			);
			const container = containerOf(pod);
			const { startupProbe, livenessProbe, readinessProbe, ports } = container;
			const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet?.path);
			expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
			for (const path of paths) expect(pages).toContain(`'${path}'`);
			const [port] = ports ?? [];
			for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
				expect(probe?.httpGet?.port).toBe(port?.name);
			}
			const environment = environmentOf(container);
			expect(environment.get('HEALTH_PORT')).toBe(String(port?.containerPort));
			expect(environment.get('HEALTH_HOST')).toBe('0.0.0.0');
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

	it('registers the commands after each install and upgrade, and not while it is maintained', async () => {
		const [job] = ofKind(of('everything'), 'Job');
		expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('post-install,post-upgrade');
		expect(containerOf(job?.spec?.template.spec ?? { containers: [] }).args).toEqual([
			'dist/src/register.js',
		]);
		const maintained = await render({ ...(await valuesOf('sqlite')), maintenance: true });
		expect(ofKind(maintained, 'Job')).toEqual([]);
		const [{ spec } = { spec: { containers: [] } }] = podsOf(maintained);
		const { args = [], ...container } = containerOf(spec);
		expect(container).not.toHaveProperty('livenessProbe');
		// What waits there in place of the bot has to be a program that runs, and ends when it is told to.
		expect(spawnSync(process.execPath, ['--check', '--input-type=commonjs'], { input: args[1] }).status).toBe(
			0,
		);
		expect(args[1]).toContain('SIGTERM');
		expect(maintained.notes).toContain('NOT running');
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
