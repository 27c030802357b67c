import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type {
	ConfigMap,
	Container,
	PersistentVolumeClaim,
	Pod,
	PodSpec,
	Secret,
	Service,
	ServiceAccount,
} from 'kubernetes-types/core/v1.js';
import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { describe } from 'vitest';

export const chart = 'deploy/helm/claimcheck';

/** What the chart makes, with the type of each in `kubernetes-types`; the operator's own two have none there. */
interface Kinds {
	readonly ConfigMap: ConfigMap;
	readonly Deployment: Deployment;
	readonly Job: Job;
	readonly NetworkPolicy: NetworkPolicy;
	readonly PersistentVolumeClaim: PersistentVolumeClaim;
	readonly Pod: Pod;
	readonly PodDisruptionBudget: PodDisruptionBudget;
	readonly PrometheusRule: { readonly spec: { readonly groups: unknown } };
	readonly Secret: Secret;
	readonly Service: Service;
	readonly ServiceAccount: ServiceAccount;
	readonly ServiceMonitor: { readonly spec: unknown };
}

export interface KubeObject {
	readonly apiVersion: string;
	readonly kind: keyof Kinds;
	readonly metadata: ObjectMeta;
}

/** Some of a chart's values, laid over its own. */
export type Values = Readonly<Record<string, unknown>>;

export interface Rendered {
	readonly objects: readonly KubeObject[];
	readonly notes: string;
	/** All values, the chart's own included. */
	readonly values: Values;
}

type Answer = Rendered | { readonly error: string };

/** Where Debian puts what the renderer is made of. */
const goPath = '/usr/share/gocode';
const parts = ['github.com/Masterminds/sprig', 'github.com/xeipuuv/gojsonschema', 'sigs.k8s.io/yaml'];
const howTo =
	'Tests of the Helm chart need its template engine, Go and three of its libraries: bash .ci/chart-engine, on Debian or Ubuntu';

/** Whether this machine has the engine; REQUIRE_CHART=1 fails where it has not. */
export const isChartRendered =
	spawnSync('go', ['version']).error === undefined &&
	parts.every((part) => existsSync(join(goPath, 'src', part)));
if (!isChartRendered && process.env['REQUIRE_CHART'] === '1') throw new Error(howTo);
if (!isChartRendered) process.stderr.write(`Skipped: ${howTo}\n`);

/** `describe` for tests of what the chart renders to. */
export const describeChart = describe.runIf(isChartRendered);

let built: Promise<string> | undefined;

/** The compiled renderer, made once by each process of the tests. */
async function renderer(): Promise<string> {
	built ??= build(resolve('dist/tools/chart-renderer'));
	return built;
}

async function build(binary: string): Promise<string> {
	await mkdir(dirname(binary), { recursive: true });
	// Another process may be starting the one that is there.
	const own = `${binary}-${process.pid}`;
	const env = { ...process.env, GO111MODULE: 'off', GOPATH: goPath, CGO_ENABLED: '0' };
	await promisify(execFile)('go', ['build', '-o', own, 'test/deploy/chart/render.go'], { env });
	await rename(own, binary);
	return binary;
}

async function run(argument: string, input: string): Promise<unknown> {
	const running = promisify(execFile)(await renderer(), [argument], { maxBuffer: 2 ** 28 });
	running.child.stdin?.end(input);
	return JSON.parse((await running).stdout);
}

/** What the chart makes of each of these values, in the namespace `bots`. Rejects where it fails. */
export async function renderAll(all: readonly Values[], release = 'support'): Promise<readonly Rendered[]> {
	const wanted = all.map((values) => ({ release, values }));
	const answers = (await run(chart, JSON.stringify(wanted))) as Answer[];
	return answers.map((answer) => {
		if ('error' in answer) throw new Error(answer.error);
		return answer;
	});
}

export async function render(values: Values, release?: string): Promise<Rendered> {
	const [rendered] = await renderAll([values], release);
	if (rendered === undefined) throw new Error('The renderer said nothing');
	return rendered;
}

/** The objects of a stream of YAML, as Kubernetes reads it. */
export async function parseObjects(yaml: string): Promise<readonly KubeObject[]> {
	return (await run('-parse', yaml)) as KubeObject[];
}

/** One of the chart's own files of values, as an object. */
export async function valuesOf(name: string): Promise<Values> {
	const [values] = await parseObjects(await readFile(join(chart, 'ci', `${name}-values.yaml`), 'utf8'));
	return { ...values };
}

/** The names of the chart's own files of values. */
export const sets = readdirSync(join(chart, 'ci')).map((file) => file.replace('-values.yaml', ''));

/** What the chart makes of each of them, by their names. */
export async function renderSets(): Promise<ReadonlyMap<string, Rendered>> {
	const all = await renderAll(await Promise.all(sets.map(valuesOf)));
	return new Map(all.map((rendered, at) => [sets[at] ?? '', rendered]));
}

/** The objects of a kind. */
export function ofKind<Kind extends keyof Kinds>(
	{ objects }: Pick<Rendered, 'objects'>,
	kind: Kind,
): readonly (Kinds[Kind] & KubeObject)[] {
	return objects.filter((it): it is Kinds[Kind] & KubeObject => it.kind === kind);
}

/** Every pod that the objects make, with the names of what makes it. */
export function podsOf(rendered: Pick<Rendered, 'objects'>): readonly { name: string; spec: PodSpec }[] {
	const specs = [
		...[...ofKind(rendered, 'Deployment'), ...ofKind(rendered, 'Job')].map((it) => ({
			name: it.metadata.name,
			spec: it.spec?.template.spec,
		})),
		...ofKind(rendered, 'Pod').map(({ metadata, spec }) => ({ name: metadata.name, spec })),
	];
	return specs.flatMap(({ name, spec }) =>
		spec === undefined || name === undefined ? [] : [{ name, spec }],
	);
}

/** The one container of a pod. Throws where there are none or several. */
export function containerOf({ containers }: PodSpec): Container {
	const [container, ...more] = containers;
	if (container === undefined || more.length > 0) throw new Error('A pod of the bot has one container');
	return container;
}

/** The environment of a container, by name. */
export function environmentOf({ env = [] }: Container): ReadonlyMap<string, string> {
	return new Map(env.map(({ name, value = '' }) => [name, value]));
}
