import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { sliceOf } from '../../src/base/slice.js';
import { allVariables, variables } from '../../src/config.js';
import { hasTool } from '../machine-tools.js';
import {
	containerOf,
	environmentOf,
	type Manifest,
	manifestsIn,
	ofKind,
	podOf,
	resourceFiles,
} from './manifests.js';

const folder = 'deploy/kubernetes';
const textOf = (file: string): string => readFileSync(file, 'utf8');
const objectsIn = (name: string): readonly Manifest[] =>
	resourceFiles(join(folder, name)).flatMap((file) => manifestsIn(textOf(file)));

const slices = objectsIn('slices');
const sqlite = objectsIn('sqlite');
const installs = { slices, sqlite };
const deployments = [...ofKind(slices, 'Deployment'), ...ofKind(sqlite, 'Deployment')];
const shardsOf = (deployment: (typeof deployments)[number]) =>
	environmentOf(containerOf(podOf(deployment))).get('SHARDS') ?? '';

function temporaryFolder(): string {
	const path = mkdtempSync(join(tmpdir(), 'claimcheck-kubernetes-'));
	onTestFinished(() => rmSync(path, { recursive: true }));
	return path;
}

describe('the manifests', () => {
	it('are all part of an install, but for the patch for maintenance', () => {
		const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'))
			.map((name) => join(folder, name));
		const used = Object.keys(installs).flatMap((name) => resourceFiles(join(folder, name)));
		expect(files.filter((file) => !used.includes(file))).toEqual([join(folder, 'sqlite/maintenance.yaml')]);
	});

	it('are objects of Kubernetes, without unknown fields and with all required ones', () => {
		const room = temporaryFolder();
		const packages: Readonly<Record<string, string>> = {
			v1: 'core/v1',
			'networking.k8s.io/v1': 'networking/v1',
		};
		// A literal of a declared type may have no other fields: the compiler checks the schema.
		const lines = Object.values(installs)
			.flat()
			.map((object, at) => {
				const types = resolve(
					'node_modules/kubernetes-types',
					packages[object.apiVersion] ?? object.apiVersion,
				);
				return `export const object${at}: import('${types}').${object.kind} = ${JSON.stringify(object)};`;
			});
		expect(lines.length).toBeGreaterThan(8);
		writeFileSync(join(room, 'objects.ts'), lines.join('\n'));
		const { stdout, stderr, status } = spawnSync(
			resolve('node_modules/.bin/tsc'),
			['--noEmit', '--strict', '--module', 'preserve', '--types', '', 'objects.ts'],
			{ cwd: room, encoding: 'utf8' },
		);
		expect(stdout + stderr).toBe('');
		expect(status).toBe(0);
	});

	it.each(Object.entries(installs))('select the pods of the bot: %s', (_name, objects) => {
		const labels = ofKind(objects, 'Deployment').map(({ spec }) => spec?.template.metadata?.labels);
		const selecting = ofKind(objects, 'Deployment').map(({ spec }) => spec?.selector.matchLabels);
		expect(selecting).toEqual(labels);
		expect(new Set(labels.map((it) => JSON.stringify(it))).size).toBe(labels.length);
		const all = [
			...ofKind(objects, 'Service').map(({ spec }) => spec?.selector),
			...ofKind(objects, 'NetworkPolicy').map(({ spec }) => spec?.podSelector?.matchLabels),
			...ofKind(objects, 'PodDisruptionBudget').map(({ spec }) => spec?.selector?.matchLabels),
		];
		expect(all.length).toBeGreaterThan(1);
		for (const selector of all) {
			for (const it of labels) expect(it).toMatchObject(selector ?? { missing: '' });
		}
	});

	it('differ from slice to slice in the number and the shards alone', () => {
		const [first = '', second = ''] = [0, 1].map((slice) =>
			textOf(join(folder, `slices/slice-${slice}.yaml`)),
		);
		const asFirst = second
			.replace('name: claimcheck-1', 'name: claimcheck-0')
			.replaceAll("claimcheck/slice: '1'", "claimcheck/slice: '0'")
			.replace(/(?<=SHARDS, value: )[^ ]+/, /(?<=SHARDS, value: )[^ ]+/.exec(first)?.[0] ?? '');
		expect(asFirst).toBe(first);
	});

	it('give each shard to one slice, and all to the only process on SQLite', () => {
		const own = ofKind(slices, 'Deployment').map((it) => sliceOf(shardsOf(it))?.shards);
		const [count] = own.flatMap((it) => (it === undefined || it === 'auto' ? [] : [it.count]));
		const ids = own.flatMap((it) => (it === undefined || it === 'auto' ? [] : [...it.ids]));
		expect(own).toHaveLength(2);
		expect(ids).toEqual(Array.from({ length: count ?? 0 }, (_, shard) => shard));
		expect(ofKind(sqlite, 'Deployment').map(shardsOf)).toEqual(['auto']);
	});

	it('start a slice’s new pod before the old one ends, and on SQLite, whose volume one node has, after it', () => {
		const strategies = deployments.map(({ spec }) => [spec?.replicas, spec?.strategy]);
		const overlap = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
		expect(strategies).toEqual([
			[1, overlap],
			[1, overlap],
			[1, { type: 'Recreate' }],
		]);
		const [volume] = ofKind(sqlite, 'PersistentVolumeClaim');
		const claims = deployments.map((it) =>
			podOf(it).volumes?.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []),
		);
		expect(claims).toEqual([[], [], [volume?.metadata.name]]);
	});
});

describe.each(deployments.map((it) => [`${it.metadata.name} ${shardsOf(it)}`, it] as const))(
	'the pod of %s',
	(_name, deployment) => {
		const pod = podOf(deployment);
		const container = containerOf(pod);
		const environment = environmentOf(container);

		it('sets only what the bot reads, and starts a program that it has', () => {
			const secrets = allVariables.filter((name) => variables[name].secret).map((name) => `${name}_FILE`);
			const known = new Set<string>([...allVariables, ...secrets, 'NEW_CLAIM_SECRET_FILE']);
			expect([...environment.keys()].filter((name) => !known.has(name))).toEqual([]);
			expect(container.args).toEqual(['dist/src/main.js']);
		});

		it('gets its secrets as files of the Secret alone', () => {
			const secrets = allVariables.filter((name) => variables[name].secret);
			expect(secrets.filter((name) => environment.has(name))).toEqual([]);
			const mount = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath;
			expect(pod.volumes?.find(({ name }) => name === 'secrets')?.secret?.secretName).toBe('claimcheck');
			const files = [...environment].filter(([name]) => name.endsWith('_FILE'));
			for (const [name, file] of files) {
				expect(file).toBe(`${mount}/${name.replace(/_FILE$/, '').toLowerCase()}`);
			}
			// On SQLite the database is at the image's path.
			const isOnSqlite = pod.volumes?.some((it) => it.persistentVolumeClaim !== undefined) ?? false;
			const wanted = secrets
				.filter((name) => name !== 'DATABASE_URL' || !isOnSqlite)
				.map((name) => `${name}_FILE`);
			expect(files.map(([name]) => name).toSorted()).toEqual([...wanted, 'NEW_CLAIM_SECRET_FILE'].toSorted());
		});

		it('is probed where the bot answers, and gets the time to end by itself', () => {
			const stopMs = /stopTimeoutMs = ([\d_]+)/.exec(textOf('src/main.ts'))?.[1];
			expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(
				(2 * Number(stopMs?.replaceAll('_', ''))) / 1_000,
			);
			const { startupProbe, livenessProbe, readinessProbe, ports } = container;
			const probes = [startupProbe, livenessProbe, readinessProbe];
			const paths = probes.map((probe) => probe?.httpGet?.path);
			expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
			for (const path of paths) expect(textOf('src/operations/health-server.ts')).toContain(`'${path}'`);
			expect(probes.map((probe) => probe?.httpGet?.port)).toEqual(['metrics', 'metrics', 'metrics']);
			expect(ports).toEqual([{ name: 'metrics', containerPort: Number(environment.get('HEALTH_PORT')) }]);
			expect(environment.get('HEALTH_HOST')).toBe('0.0.0.0');
		});

		it('meets the Pod Security Standard “restricted”, and can write to /tmp and SQLite’s volume alone', () => {
			expect(pod.securityContext).toMatchObject({
				runAsNonRoot: true,
				seccompProfile: { type: 'RuntimeDefault' },
			});
			expect(pod.automountServiceAccountToken).toBe(false);
			expect(container.securityContext).toEqual({
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ['ALL'] },
			});
			const writable = container.volumeMounts?.filter(({ readOnly }) => readOnly !== true) ?? [];
			const paths = writable.map(({ mountPath }) => mountPath);
			expect(paths.filter((path) => !['/tmp', '/data'].includes(path))).toEqual([]);
		});
	},
);

it('the patch for maintenance waits in place of the bot, until SIGTERM, without probes', () => {
	const [deployment] = ofKind(sqlite, 'Deployment');
	if (deployment === undefined) throw new Error('No Deployment');
	const { name } = containerOf(podOf(deployment));
	const patch: unknown = parse(textOf(join(folder, 'sqlite/maintenance.yaml')));
	const probes = { startupProbe: null, livenessProbe: null, readinessProbe: null };
	const program: unknown = expect.stringContaining("process.once('SIGTERM', () => process.exit())");
	const waiting = { name, args: ['--eval', program], ...probes };
	expect(patch).toEqual({ spec: { template: { spec: { containers: [waiting] } } } });
});

describe('Kubernetes in docs/operating.md', () => {
	const operating = textOf('docs/operating.md');
	const named = (pattern: RegExp): string[] => [
		...new Set([...operating.matchAll(pattern)].map(([, name = '']) => name)),
	];
	const overlay = /```yaml\n(apiVersion: kustomize[\s\S]*?)```/.exec(operating)?.[1] ?? '';

	it('names Deployments, labels and files that exist', () => {
		const names = deployments.map(({ metadata }) => metadata.name);
		const written = named(/\b(?:deployment\/|(?:patch|status) deployment )([a-z][\w-]*)/g);
		expect(written.length).toBeGreaterThan(0);
		expect(written.filter((name) => !names.includes(name))).toEqual([]);
		const selectors = named(/--selector ([^\s`]+)/g).map((it) => it.split('=', 2));
		expect(selectors.length).toBeGreaterThan(0);
		for (const { metadata } of deployments) {
			for (const [label = '', value] of selectors) expect(metadata.labels[label]).toBe(value);
		}
		const paths = named(/claimcheck\/(deploy\/kubernetes[\w/.-]*\w)/g);
		expect(paths.length).toBeGreaterThan(1);
		expect(paths.filter((path) => !existsSync(path))).toEqual([]);
	});

	it('makes the Secret with the keys that the pods read', () => {
		const keys = named(/--from-file=(\w+)/g);
		for (const deployment of deployments) {
			const files = [...environmentOf(containerOf(podOf(deployment)))]
				.filter(([name]) => name.endsWith('_FILE') && name !== 'NEW_CLAIM_SECRET_FILE')
				.map(([name]) => name.replace(/_FILE$/, '').toLowerCase());
			expect(files.filter((key) => !keys.includes(key))).toEqual([]);
		}
		expect(named(/create secret generic (\S+)/g)).toEqual(['claimcheck']);
	});

	const hasKubectl = hasTool({
		program: 'kubectl',
		asking: ['version', '--client'],
		from: '1.27',
		without: 'the kustomization of docs/operating.md is not built',
	});

	it.runIf(hasKubectl).each(Object.entries(installs))(
		'has a kustomization that kubectl builds: %s',
		(name, objects) => {
			const room = temporaryFolder();
			cpSync('deploy', join(room, 'claimcheck/deploy'), { recursive: true });
			mkdirSync(join(room, 'own'));
			writeFileSync(
				join(room, 'own/kustomization.yaml'),
				overlay.replace('kubernetes/slices', `kubernetes/${name}`),
			);
			const built = spawnSync('kubectl', ['kustomize', join(room, 'own')], { encoding: 'utf8' });
			expect(built.stderr).toBe('');
			const count = (it: string, pattern: RegExp) => [...it.matchAll(pattern)].length;
			expect(count(built.stdout, /^kind: /gm)).toBe(objects.length + 1);
			expect(count(built.stdout, /image: ghcr\.io\/OWNER\/claimcheck:VERSION$/gm)).toBe(
				ofKind(objects, 'Deployment').length,
			);
			// With another name at each change of the settings, which replaces the pods.
			expect(built.stdout).toMatch(/configMapRef:\s+name: claimcheck-\w+$/m);
		},
	);
});
