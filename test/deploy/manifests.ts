import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Container, PersistentVolumeClaim, PodSpec, Service } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

interface Kinds {
	readonly Deployment: Deployment;
	readonly NetworkPolicy: NetworkPolicy;
	readonly PersistentVolumeClaim: PersistentVolumeClaim;
	readonly PodDisruptionBudget: PodDisruptionBudget;
	readonly Service: Service;
}

/** An object as it stands in a file; kubernetes.test.ts has the compiler check it against the type of its kind. */
const manifest = z.looseObject({
	apiVersion: z.string(),
	kind: z.enum(['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'Service']),
	metadata: z.strictObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
});
export type Manifest = z.infer<typeof manifest>;

const kustomization = z.strictObject({
	apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
	kind: z.literal('Kustomization'),
	resources: z.array(z.string()),
});

/** The objects of a file. */
export function manifestsIn(text: string): readonly Manifest[] {
	// Kubernetes reads YAML 1.1.
	return parseAllDocuments(text, { version: '1.1' }).map((document) => manifest.parse(document.toJS()));
}

/** The files named by the kustomization.yaml of a folder and of its bases. */
export function resourceFiles(folder: string): readonly string[] {
	const { resources } = kustomization.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));
	return resources.flatMap((name) =>
		name.endsWith('.yaml') ? [join(folder, name)] : resourceFiles(join(folder, name)),
	);
}

/** The objects of a kind. */
export function ofKind<Kind extends keyof Kinds>(
	objects: readonly Manifest[],
	kind: Kind,
): readonly (Kinds[Kind] & Manifest)[] {
	return objects.filter((it): it is Kinds[Kind] & Manifest => it.kind === kind);
}

export function podOf({ spec }: Deployment): PodSpec {
	if (spec?.template.spec === undefined) throw new Error('A Deployment without a pod');
	return spec.template.spec;
}

/** The only container of a pod. */
export function containerOf({ containers }: PodSpec): Container {
	const [container, ...more] = containers;
	if (container === undefined || more.length > 0) throw new Error('A pod of the bot has one container');
	return container;
}

/** The environment that a container sets itself, by name. */
export function environmentOf({ env = [] }: Container): ReadonlyMap<string, string> {
	return new Map(env.map(({ name, value = '' }) => [name, value]));
}
