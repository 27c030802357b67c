import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { allVariables, variables } from '../../../src/config.js';
import {
	containerOf,
	describeChart,
	environmentOf,
	ofKind,
	podsOf,
	type Rendered,
	render,
	renderSets,
	valuesOf,
} from './render.js';

const secrets = allVariables.filter((name) => variables[name].secret);

describeChart('the pods of the chart', () => {
	let byName: ReadonlyMap<string, Rendered>;
	const of = (name: string): Rendered => {
		const rendered = byName.get(name);
		if (rendered === undefined) throw new Error(`There is no ci/${name}-values.yaml`);
		return rendered;
	};
	beforeAll(async () => {
		byName = await renderSets();
	});
	const everyPod = () => [...byName.values()].flatMap(podsOf);

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
});
