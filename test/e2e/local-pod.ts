import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BotExit, BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { PodSpec, Probe } from 'kubernetes-types/core/v1.js';
import { containerOf, environmentOf } from '../deploy/manifests.js';

/** How a pod ended, and whether it had to be killed once its grace period was over. */
interface PodEnd extends BotExit {
	readonly wasKilled: boolean;
}

interface Given {
	readonly settings: Readonly<Record<string, string>>;
	readonly secrets: Readonly<Record<string, string>>;
}

/**
 * A pod as the kubelet runs it, as far as it matters to a process: its program, its environment and nothing else of
 * this machine's, its secrets as files, an address of its own, its probes and its grace period.
 */
export class LocalPod {
	readonly process: BotProcess;
	readonly #spec: PodSpec;
	readonly #address: string;
	readonly #folder: string;

	/** Starts what the pod runs, with the entries of its ConfigMap and its Secret. */
	static async start(spec: PodSpec, given: Given): Promise<LocalPod> {
		const container = containerOf(spec);
		const folder = await mkdtemp(join(tmpdir(), 'claimcheck-pod-'));
		const environment = new Map([...Object.entries(given.settings), ...environmentOf(container)]);
		const mountPath = container.volumeMounts?.find(({ name }) => name === 'secrets')?.mountPath ?? 'none';
		for (const [key, value] of Object.entries(given.secrets)) {
			await writeFile(join(folder, key), value, { mode: 0o400 });
		}
		for (const [name, value] of environment) environment.set(name, value.replace(mountPath, folder));
		// Addresses for all interfaces of a pod are one address of this machine's.
		const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
		if (environment.get('HEALTH_HOST') === '0.0.0.0') environment.set('HEALTH_HOST', address);
		const [program = ''] = container.args ?? [];
		const process = await BotProcess.start(resolve(program), Object.fromEntries(environment));
		return new LocalPod({ process, spec, address, folder });
	}

	private constructor(parts: { process: BotProcess; spec: PodSpec; address: string; folder: string }) {
		this.process = parts.process;
		this.#spec = parts.spec;
		this.#address = parts.address;
		this.#folder = parts.folder;
		void this.process.exited.finally(() => rm(this.#folder, { recursive: true }));
	}

	/** Resolves once the pod is ready: the startup probe first, then the readiness probe. Rejects where it ends before. */
	async ready(): Promise<void> {
		const { startupProbe, readinessProbe } = containerOf(this.#spec);
		for (const probe of [startupProbe, readinessProbe]) {
			if (probe === undefined) throw new Error('The pod has no such probe');
			while (!(await this.#succeeds(probe))) {
				if (!this.process.isRunning) throw new Error(`The pod has ended:\n${this.process.output()}`);
				await sleep((probe.periodSeconds ?? 10) * 1_000);
			}
		}
	}

	/** SIGTERM, and SIGKILL when the grace period is over. */
	async terminate(): Promise<PodEnd> {
		const late = new AbortController();
		const graceMs = (this.#spec.terminationGracePeriodSeconds ?? 30) * 1_000;
		const killed = sleep(graceMs, true, { signal: late.signal }).then(
			() => this.process.kill().then(() => true),
			() => false,
		);
		const exit = await this.process.stop();
		late.abort();
		return { ...exit, wasKilled: await killed };
	}

	async #succeeds({ httpGet, timeoutSeconds = 1 }: Probe): Promise<boolean> {
		const port = containerOf(this.#spec).ports?.find(({ name }) => name === httpGet?.port)?.containerPort;
		const url = `http://${this.#address}:${port}${httpGet?.path}`;
		return fetch(url, { signal: AbortSignal.timeout(timeoutSeconds * 1_000) }).then(
			({ ok }) => ok,
			() => false,
		);
	}
}

/**
 * Replaces the pod of a Deployment by one of another template, by its strategy: with `maxUnavailable: 0` the new one is
 * ready before the old one gets SIGTERM, else it comes after it. Resolves with how the old one ended.
 */
export async function rollOut(
	deployment: Deployment,
	old: LocalPod,
	start: () => Promise<LocalPod>,
): Promise<{ readonly pod: LocalPod; readonly end: PodEnd }> {
	const { rollingUpdate } = deployment.spec?.strategy ?? {};
	if (rollingUpdate?.maxUnavailable === 0 && rollingUpdate.maxSurge === 1) {
		const pod = await start();
		await pod.ready();
		return { pod, end: await old.terminate() };
	}
	const end = await old.terminate();
	const pod = await start();
	await pod.ready();
	return { pod, end };
}
