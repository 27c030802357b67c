import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Finds the tools to run compose.yaml. @returns the name of the missing tool, or undefined if all are there */
export function missingDocker(): string | undefined {
	if (spawnSync('dockerd', ['--version']).error) return 'dockerd';
	const said = spawnSync('docker', ['compose', 'version', '--short'], { encoding: 'utf8' }).stdout ?? '';
	const [major = 0, minor = 0] = said.replace(/^v/, '').split('.').map(Number);
	return major > 2 || (major === 2 && minor >= 24) ? undefined : 'Docker Compose 2.24';
}

/** A Docker of its own, whose images and containers are in a folder, apart from the machine's. */
export class Docker {
	readonly #folder: string;
	#daemon: ChildProcess | undefined;

	constructor(folder: string) {
		this.#folder = folder;
	}

	get environment(): NodeJS.ProcessEnv {
		return {
			PATH: `${join(this.#folder, 'bin')}:${process.env['PATH']}`,
			HOME: this.#folder,
			DOCKER_HOST: `unix://${join(this.#folder, 'docker.sock')}`,
			DOCKER_BUILDKIT: '0',
		};
	}

	async start(): Promise<void> {
		await mkdir(join(this.#folder, 'bin'), { recursive: true });
		// The tests are root's.
		await writeFile(join(this.#folder, 'bin/sudo'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
		const at = (name: string) => join(this.#folder, name);
		this.#daemon = spawn(
			'dockerd',
			[
				...['--data-root', at('data'), '--exec-root', at('exec'), '--pidfile', at('pid')],
				...['--host', `unix://${at('docker.sock')}`],
				// docker0 may be another Docker's.
				...['--bridge', 'none'],
				...['--default-address-pool', 'base=10.214.0.0/16,size=24'],
			],
			{ stdio: 'ignore' },
		);
		while (
			!(await this.run('docker', ['version']).then(
				() => true,
				() => false,
			))
		) {
			if (this.#daemon.exitCode !== null) throw new Error('dockerd has ended');
			await sleep(100);
		}
	}

	/** Runs a program against it; gives what it printed. Rejects where it ends with another code than 0. */
	async run(program: string, args: readonly string[], cwd?: string, input = ''): Promise<string> {
		const options = { env: this.environment, maxBuffer: 64 * 1024 * 1024, ...(cwd !== undefined && { cwd }) };
		const run = promisify(execFile)(program, [...args], options);
		run.child.stdin?.end(input);
		const { stdout, stderr } = await run;
		return stdout + stderr;
	}

	/** Takes an image over from podman's. `podman`: podman's own arguments. */
	async load(podman: readonly string[], image: string): Promise<void> {
		const line = `podman ${podman.join(' ')} save --format docker-archive ${image} | docker load`;
		await this.run('sh', ['-c', line]);
	}

	/** Makes `image` of another one, and of further lines of a Dockerfile. */
	async variant(image: string, from: string, ...lines: readonly string[]): Promise<void> {
		await this.run(
			'docker',
			['build', '--network', 'none', '--tag', image, '-'],
			undefined,
			[`FROM ${from}`, ...lines].join('\n'),
		);
	}

	/** Ends every container, and the daemon. */
	async stop(): Promise<void> {
		const ids = (await this.run('docker', ['ps', '--all', '--quiet'])).split('\n').filter(Boolean);
		if (ids.length > 0) await this.run('docker', ['rm', '--force', ...ids]);
		const ended = this.#daemon === undefined ? undefined : once(this.#daemon, 'exit');
		this.#daemon?.kill('SIGTERM');
		await ended;
	}
}

/**
 * Lets a container reach servers that listen on this machine's loopback alone, at the same addresses: a relay in the
 * container, which node loads first, and sockets in a folder that both see.
 */
export class Relay {
	readonly #servers: Server[] = [];

	/** `folder` is `inside` in the container. Gives what NODE_OPTIONS has to be there. */
	async open(folder: string, inside: string, addresses: readonly string[]): Promise<string> {
		await mkdir(folder, { recursive: true });
		await chmod(folder, 0o755);
		const ports = addresses.map((address) => Number(new URL(address).port));
		for (const port of ports) {
			const server = createServer((socket) => {
				const there = connect(port, '127.0.0.1');
				for (const end of [socket, there]) end.on('error', () => [socket, there].map((it) => it.destroy()));
				socket.pipe(there).pipe(socket);
			});
			const path = join(folder, `${port}.sock`);
			await new Promise<void>((resolve) => server.listen(path, resolve));
			await chmod(path, 0o777);
			this.#servers.push(server);
		}
		await writeFile(join(folder, 'relay.mjs'), relay(inside, ports), { mode: 0o644 });
		return `--import=${inside}/relay.mjs`;
	}

	close(): void {
		for (const server of this.#servers) server.close();
	}
}

// A second process in the container finds the ports taken, and uses the first one's.
const relay = (inside: string, ports: readonly number[]): string => `
import { connect, createServer } from 'node:net';
for (const port of ${JSON.stringify(ports)}) {
	const server = createServer((socket) => {
		const there = connect('${inside}/' + port + '.sock');
		for (const end of [socket, there]) end.on('error', () => { socket.destroy(); there.destroy(); });
		socket.pipe(there).pipe(socket);
	});
	server.on('error', () => {}).listen(port, '127.0.0.1').unref();
}
`;
