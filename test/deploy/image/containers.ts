import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { BotExit } from '@claimcheck/sandbox/bot-process';
import { LoggedBot } from '@claimcheck/sandbox/logged-bot';

/** Finds the tools to build and run images. @returns the name of the missing tool, or undefined if all are present */
export function missingTool(): string | undefined {
	const missing = ['buildah', 'podman', 'mmdebstrap'].find((it) => spawnSync(it, ['--version']).error);
	return missing ?? (process.getuid?.() === 0 ? undefined : 'root');
}

const imageName = 'localhost/claimcheck:test';

/** The options of compose.yaml, without the temporary files that podman would add. */
const hardened = [
	'--read-only',
	'--read-only-tmpfs=false',
	'--cap-drop=all',
	'--security-opt=no-new-privileges',
];

export interface ContainerOptions {
	readonly environment: Readonly<Record<string, string>>;
	/** Folders of this machine, keyed by their path in the container. */
	readonly volumes: Readonly<Record<string, string>>;
	/** `uid:gid`; by default, the image's own. */
	readonly user?: string;
}

/** The images in a folder, and the containers started from them. */
export class Containers {
	readonly #storage: readonly string[];
	readonly #folder: string;

	/** `folder`: where the images are, or will be built. */
	constructor(folder: string) {
		this.#folder = folder;
		const runtime = process.env['OCI_RUNTIME'];
		this.#storage = [
			...(runtime === undefined ? [] : ['--runtime', runtime]),
			...['--storage-driver', process.env['STORAGE_DRIVER'] ?? 'overlay'],
			...['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')],
		];
	}

	/** Builds the bot's image and its base images. */
	async build(): Promise<void> {
		await promisify(execFile)('bash', [join(import.meta.dirname, 'build-image.sh'), this.#folder], {
			maxBuffer: 64 * 1024 * 1024,
		});
	}

	async labels(): Promise<Readonly<Record<string, string>>> {
		const { stdout } = await this.#podman('image', 'inspect', '--format', '{{json .Labels}}', imageName);
		return JSON.parse(stdout) as Record<string, string>;
	}

	/** Starts the bot, or another of its programs with `args`. */
	start(options: ContainerOptions, ...args: readonly string[]): ContainerBot {
		const name = `claimcheck-test-${process.pid}-${Math.random().toString(36).slice(2)}`;
		const environment = Object.entries(options.environment).flatMap(([key, value]) => [
			'--env',
			`${key}=${value}`,
		]);
		const volumes = Object.entries(options.volumes).map(([at, folder]) => `--volume=${folder}:${at}`);
		const child = spawn(
			'podman',
			[
				...[...this.#storage, 'run', '--rm', '--name', name, '--network', 'host', '--pull', 'never'],
				// Podman's defaults exceed the limits for a container inside a container.
				...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
				...[...hardened, ...environment, ...volumes],
				...(options.user === undefined ? [] : ['--user', options.user]),
				...[imageName, ...args],
			],
			{ stdio: ['ignore', 'pipe', 'pipe'] },
		);
		return new ContainerBot(child, {
			run: async (...command) => (await this.#podman('exec', name, ...command)).stdout,
			isHealthy: () =>
				this.#podman('healthcheck', 'run', name).then(
					() => true,
					() => false,
				),
		});
	}

	async #podman(...args: readonly string[]): Promise<{ stdout: string }> {
		return promisify(execFile)('podman', [...this.#storage, ...args]);
	}
}

export class ContainerBot extends LoggedBot {
	readonly exited: Promise<BotExit>;
	stderr = '';
	/** Runs a program in the container and returns its output. */
	readonly run: (...command: readonly string[]) => Promise<string>;
	/** Runs the image's HEALTHCHECK once. */
	readonly isHealthy: () => Promise<boolean>;
	readonly #child: ChildProcess;

	constructor(child: ChildProcess, acts: Pick<ContainerBot, 'run' | 'isHealthy'>) {
		super();
		this.#child = child;
		this.run = acts.run;
		this.isHealthy = acts.isHealthy;
		this.exited = once(child, 'close').then(([code, signal]) => {
			this.endLog();
			return { code, signal } as BotExit;
		});
		if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => this.addLine(line));
		child.stderr?.setEncoding('utf8').on('data', (text: string) => {
			this.stderr += text;
		});
	}

	get isRunning(): boolean {
		return this.#child.exitCode === null && this.#child.signalCode === null;
	}

	/** Sends SIGTERM, which podman passes on. */
	async stop(): Promise<BotExit> {
		if (this.isRunning) this.#child.kill('SIGTERM');
		return this.exited;
	}

	async end(): Promise<void> {
		await this.stop();
	}
}
