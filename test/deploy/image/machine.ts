import { execFile, spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** A Debian of its own that systemd runs, in a container, with this checkout in /src. */
export class Machine {
	readonly #podman: readonly string[];
	readonly #name = `claimcheck-machine-${process.pid}`;

	/** `podman`: podman's own arguments, such as where its images are. */
	constructor(podman: readonly string[]) {
		this.#podman = podman;
	}

	/** Boots `image`, which holds systemd and Node.js. */
	async boot(image: string): Promise<void> {
		// The packages as files: in a worktree of git they may be links to somewhere else.
		const packages = dirname(realpathSync('node_modules/discord.js'));
		await this.#run([
			...['run', '--detach', '--rm', '--name', this.#name, '--systemd=always', '--privileged'],
			...[
				'--network',
				'host',
				'--pull',
				'never',
				'--ulimit',
				'nofile=4096:4096',
				'--ulimit',
				'nproc=4096:4096',
			],
			...[
				`--volume=${process.cwd()}:/src:ro`,
				`--volume=${packages}:/src/node_modules:ro`,
				image,
				'/sbin/init',
			],
		]);
		await this.sh(
			'until systemctl is-system-running --wait 2>&1 | grep -E "running|degraded"; do sleep 0.2; done',
		);
		// As on a machine: a container's folders are private, and credentials are mounted for all to see.
		await this.sh('mount --make-rshared /');
	}

	/** Runs a line of shell as root; gives what it printed. Rejects where it ends with another code than 0. */
	async sh(line: string, input = ''): Promise<string> {
		const run = this.#run(['exec', '--interactive', this.#name, 'sh', '-c', line]);
		run.child.stdin?.end(input);
		const { stdout, stderr } = await run;
		return stdout + stderr;
	}

	/** One of the service's properties, such as NRestarts. */
	async property(name: string): Promise<string> {
		return (await this.sh(`systemctl show claimcheck --property=${name} --value`)).trim();
	}

	halt(): Promise<void> {
		return new Promise((resolve) => {
			spawn('podman', [...this.#podman, 'kill', this.#name], { stdio: 'ignore' }).on('close', () =>
				resolve(),
			);
		});
	}

	#run(args: readonly string[]) {
		return promisify(execFile)('podman', [...this.#podman, ...args], { maxBuffer: 16 * 1024 * 1024 });
	}
}
