import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.js';
import type { Address } from '../storage/open-address.js';

const run = promisify(execFile);

/** A separate database server, in a temporary folder on a free port, so that no other server is affected. */
export interface OwnServer {
	readonly address: Address;
	crash(): Promise<void>;
	start(): Promise<void>;
	/** Freezes it: it keeps its connections and doesn't respond. */
	freeze(): Promise<void>;
	thaw(): Promise<void>;
	remove(): Promise<void>;
}

/** True if `startOwnRedis` can start one. */
export const hasRedis = (await findProgram('redis-server', [])) !== undefined;

/** Undefined if there is no redis-server on this machine. `settings`: more arguments. */
export async function startOwnRedis(...settings: readonly string[]): Promise<OwnServer | undefined> {
	const program = await findProgram('redis-server', []);
	if (program === undefined) return undefined;
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-redis-'));
	const port = await freePort();
	const place = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
	const durable = ['--appendonly', 'yes', '--appendfsync', 'always'];
	return await supervise(
		() => spawn(program, [...place, ...durable, ...settings], { stdio: ['ignore', 'pipe', 'pipe'] }),
		{ databaseUrl: `redis://127.0.0.1:${port}`, namespace: 'torture' },
		folder,
	);
}

/** Undefined if there is no PostgreSQL server on this machine. */
export async function startOwnPostgres(): Promise<OwnServer | undefined> {
	const programs = await findPostgres(['initdb', 'postgres']);
	if (programs === undefined) return undefined;
	const [initdb = '', postgres = ''] = programs;
	const user = await unprivilegedUser();
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-postgres-'));
	await chmod(folder, 0o777);
	const data = join(folder, 'data');
	await run(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], { ...user, cwd: folder });
	const port = await freePort();
	const settings = ['-D', data, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-k', folder];
	return await supervise(
		() => spawn(postgres, settings, { ...user, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }),
		{ databaseUrl: `postgresql://postgres@127.0.0.1:${port}/postgres` },
		folder,
	);
}

/** Undefined if one of its programs is not on this machine. */
async function findPostgres(names: readonly string[]): Promise<readonly string[] | undefined> {
	const versions = await readdir('/usr/lib/postgresql').catch(() => []);
	const folders = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
	const programs = await Promise.all(names.map((name) => findProgram(name, folders)));
	return programs.every((program) => program !== undefined) ? programs : undefined;
}

async function supervise(launch: () => ChildProcess, address: Address, folder: string): Promise<OwnServer> {
	let server = launch();
	await ready(server);
	return {
		address,
		// PostgreSQL's children would outlive a SIGKILL of their parent for a while; SIGQUIT is its immediate shutdown.
		crash: () => endServer(server, address.namespace === undefined ? 'SIGQUIT' : 'SIGKILL'),
		async start() {
			server = launch();
			await ready(server);
		},
		freeze: () => signalFamily(server, 'SIGSTOP'),
		thaw: () => signalFamily(server, 'SIGCONT'),
		async remove() {
			await signalFamily(server, 'SIGCONT');
			await endServer(server, 'SIGQUIT');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Both servers report readiness in these words. Rejects if the server ends instead. */
async function ready(server: ChildProcess): Promise<void> {
	let output = '';
	await new Promise<void>((resolve, reject) => {
		for (const stream of [server.stdout, server.stderr]) {
			stream?.setEncoding('utf8').on('data', (text: string) => {
				output += text;
				if (/ready to accept connections/i.test(output)) resolve();
			});
		}
		server.once('exit', () => reject(new Error(`The database server ended:\n${output}`)));
	});
}

/** Resolves when the server has ended, by this signal or before. */
async function endServer(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (server.exitCode !== null || server.signalCode !== null) return;
	const ended = once(server, 'exit');
	server.kill(signal);
	await ended;
}

/** The server and its children: PostgreSQL has one for each connection, each in a separate process group. */
async function signalFamily(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	const { stdout } = await run('ps', ['-eo', 'pid=,ppid=']);
	const children = stdout
		.split('\n')
		.map((line) => line.trim().split(/\s+/).map(Number))
		.flatMap(([pid, parent]) => (pid !== undefined && parent === server.pid ? [pid] : []));
	server.kill(signal);
	for (const child of children) {
		try {
			process.kill(child, signal);
		} catch {
			// It has ended since the list was made.
		}
	}
}

async function findProgram(name: string, folders: readonly string[]): Promise<string | undefined> {
	const { PATH = '' } = process.env;
	for (const folder of [...folders, ...PATH.split(delimiter)]) {
		const names: readonly string[] = await readdir(folder).catch(() => []);
		if (names.includes(name)) return join(folder, name);
	}
	return undefined;
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedUser(): Promise<{ uid?: number; gid?: number }> {
	if (process.getuid?.() !== 0) return {};
	const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}
